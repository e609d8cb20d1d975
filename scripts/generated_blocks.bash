# Sourced by scripts that put the output of commands into pages of docs/. A block is everything from
# its comment to the next "end":
#
#   <!-- KIND: WHAT -->
#   <!-- end: NETS CHECKSUM -->
#
# NETS are the nets that it was made with, a game's or "all"; scripts/check_stale_docs.sh lists the
# blocks whose nets have changed.

# nets_checksum NETS: prints the checksum of these nets.
nets_checksum() {
  local files=(nn/weights/*.safetensors)
  [[ $1 == all ]] || files=("nn/weights/$1.safetensors")
  sha256sum "${files[@]}" | cut -c1-64 | sha256sum | cut -c1-12
}

# rewrite_page PAGE: replaces the content of each block for which `has_block TEXT` succeeds by the
# output of `print_block TEXT`, made with the nets that `nets_of TEXT` names; TEXT is the block's
# comment. If a command fails, the page is unchanged.
rewrite_page() {
  local page=$1 line text nets skips=false
  page_draft=$(mktemp "$page.XXXXXX")  # for the caller's trap
  while IFS= read -r line; do
    if [[ $line == '<!-- end'*' -->' ]]; then
      if $skips; then
        nets=$(nets_of "$text")
        line="<!-- end: $nets $(nets_checksum "$nets") -->"
      fi
      skips=false
    elif $skips; then
      continue
    fi
    printf '%s\n' "$line"
    [[ $line =~ ^'<!-- '(.*)' -->'$ ]] || continue
    text=${BASH_REMATCH[1]}
    has_block "$text" || continue
    skips=true
    print_block "$text"
  done < "$page" > "$page_draft"
  chmod --reference="$page" "$page_draft"
  mv "$page_draft" "$page"
}
