#!/usr/bin/env bash
# All texts of the web UI are in its catalogues, and these are complete; a text or key that is not is
# reported.
source "$(dirname "$0")/common.bash"
needs node
page=$root/cli/serve/web_ui check=$root/tests/tools/browser/catalogues.mjs
node "$check" "$page"

# reported FILE EXPRESSION MESSAGE: after this change of a file, the check fails with the message.
reported() {
  rm -rf "$folder/page"
  cp -r "$page" "$folder/page"
  sed -i "$2" "$folder/page/$1"
  if node "$check" "$folder/page" >"$folder/out" 2>&1; then fail "$1: $2: nothing is reported"; fi
  grep -qF -- "$3" "$folder/out" || fail "$1: $2: '$(<"$folder/out")' has no '$3'"
}
reported rules.js '$ a announce("A new text");' 'rules.js: "A new text" is in no catalogue'
reported rules.js '$ a announce(t("no_such_key"));' 'rules.js: lang_en.js has no no_such_key'
reported index.html 's|</nav>|A new text</nav>|' 'index.html: "A new text" is in no catalogue'
reported index.html 's|<nav |<nav title="A new text" |' 'index.html: "A new text" is in no catalogue'
reported lang_en.js 's|^  try_again:|  never_used: "?",&|' 'lang_en.js: never_used is not used'
reported lang_el.js '/^  try_again:/d' 'lang_el.js: try_again is missing'
reported lang_ru.js 's|{play}||' 'must have the values'
reported lang_ar.js 's|few: |fewer: |' 'must have the forms'
