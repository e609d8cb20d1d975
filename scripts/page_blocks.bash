# Sourced by scripts that put what commands print into pages of docs/. A block is a comment and all up to
# the next "end":
#
#   <!-- KIND: WHAT -->
#   <!-- end: NETS CHECKSUM -->
#
# NETS are those that it was made with, a game's or "all"; scripts/check_pages.sh says which have changed since.

# nets_checksum NETS
nets_checksum() {
  local files=(nn/nets/*.safetensors)
  [[ $1 == all ]] || files=("nn/nets/$1.safetensors")
  sha256sum "${files[@]}" | cut -c1-64 | sha256sum | cut -c1-12
}

# rewrite_page PAGE: of each block whose comment `has_block TEXT` knows, what `print_block TEXT` prints
# is the new content, made with the nets that `nets_of TEXT` names; TEXT is what stands in the comment. A command
# that fails leaves the page as it was.
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
