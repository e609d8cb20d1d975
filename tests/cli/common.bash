# Sourced first by all shell tests, whose argument is the directory of the programs. Sets $programs
# to it, $gioul to the program, $root to the repository, $reduced to 1 where tests are reduced, and
# $folder to a directory that is empty but for tmp. At the end background jobs are killed and the directory is removed.
set -euo pipefail
programs=$(realpath "$1") root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
gioul=$programs/gioul reduced=${GIOUL_REDUCED_TESTS:-0} folder=$(mktemp -d)
# shellcheck disable=SC2046
trap 'at_end; kill -9 $(jobs -p) 2>/dev/null || true; rm -rf "$folder" || true' EXIT
export TMPDIR=$folder/tmp  # Node and Chromium leave files there
mkdir "$TMPDIR"
at_end() { :; }  # a test may define it otherwise

fail() {
  echo "$(basename "$0" .sh): $*" >&2
  exit 1
}
skip() {
  echo "skipped: $*"
  exit 77
}

# needs COMMAND...: skips the test if one of them is not installed.
needs() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null || skip "there is no $command"
  done
}
needs_sqlite() { python3 -c 'import sqlite3' 2>/dev/null || skip 'no python3 with sqlite3'; }
needs_full_tests() { ((reduced == 0)) || skip 'left out of reduced tests'; }
needs_trainer() { [[ -x $programs/gioul-train ]] || skip 'built without LibTorch'; }

# needs_browser: sets $browser, preferably to headless Chromium, which is twice as fast; skips the
# test if there is none.
needs_browser() {
  browser=$(command -v chromium-headless-shell || command -v chromium) || needs chromium
}

# needs_page_tests: installs the tests of pages in a browser, which in_browser runs.
needs_page_tests() {
  needs node npm flock
  needs_browser
  exec 9>"$programs/browser-test.lock"
  flock 9
  install_npm_packages "$root/tests/tools/browser/package.json" "$programs/browser-test"
  exec 9>&-
  mkdir "$folder/page-tests"
  ln -s "$programs/browser-test/node_modules" "$folder/page-tests/"
  cp "$root"/tests/tools/browser/*.mjs "$folder/page-tests/"
}
# in_browser TEST ARGUMENT...
in_browser() { HOME=$folder node "$folder/page-tests/$1" "$browser" "${@:2}"; }

# needs_server: skips the test if this build has no `gioul serve`.
needs_server() {
  [[ $("$gioul" serve --listen nowhere 2>&1) != *'without Boost'* ]] || skip 'built without Boost'
}

# start_server: starts `gioul serve` and sets $url.
start_server() {
  coproc server { exec "$gioul" serve --port 0 2>/dev/null; }
  read -r url <&"${server[0]}" || fail 'gioul serve ended'
}

# write_net VARIANT FILE [WIDTH...]: writes a small net with these hidden layers.
write_net() { "$programs/tests/write_test_net" "$@"; }

# refused CODE PART COMMAND...: COMMAND exits with CODE and one line of error (besides notes), which
# contains PART.
refused() {
  local wanted=$1 part=$2 code=0
  shift 2
  "$@" >"$folder/out" 2>"$folder/err" || code=$?
  ((code == wanted)) || fail "$*: ended with $code instead of $wanted: $(<"$folder/err")"
  [[ $(grep -cv '^note: ' "$folder/err") == 1 ]] && grep -qF -- "$part" "$folder/err" ||
    fail "$*: '$(<"$folder/err")' has no '$part', or more lines"
}

# install_npm_packages PACKAGE_JSON FOLDER: installs the packages once; skips the test if the npm
# registry cannot be reached.
install_npm_packages() {
  local wanted=$1 installed=$2
  if cmp -s "$wanted" "$installed/installed.json"; then return; fi
  rm -rf "$installed"
  mkdir -p "$installed"
  cp "$wanted" "$installed/"
  if ! (cd "$installed" && npm install --ignore-scripts --no-audit --no-fund --no-package-lock \
        --prefer-offline --fetch-retries=1 --loglevel=error) >"$folder/npm" 2>&1; then
    cat "$folder/npm"
    if grep -qE 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH' "$folder/npm"; then
      skip 'the registry of npm is out of reach'
    fi
    fail 'npm install failed'
  fi
  cp "$installed/package.json" "$installed/installed.json"
}
