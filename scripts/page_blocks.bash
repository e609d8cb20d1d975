# Sourced by scripts that put what commands print into pages of docs/. A block is a comment and all up to
# the next "end":
#
#   <!-- KIND: WHAT -->
#   <!-- end -->

# rewrite_page PAGE: of each block whose comment `has_block TEXT` knows, what `print_block TEXT` prints
# is the new content; TEXT is what stands in the comment. A command that fails leaves the page as it was.
rewrite_page() {
  local page=$1 line text skips=false
  page_draft=$(mktemp "$page.XXXXXX")  # for the caller's trap
  while IFS= read -r line; do
    if [[ $line == '<!-- end -->' ]]; then
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
