#!/usr/bin/env bash
# The Node example runs the ONNX export with onnxruntime and computes the same as gioul. Installs
# its package to the build directory once.
set -euo pipefail
programs=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=tests/cli/example_exports.bash
source "$(dirname "${BASH_SOURCE[0]}")/example_exports.bash"
needs python3 node npm

installed=$programs/node-example
install_npm_packages "$root/scripts/examples/node/package.json" "$installed"
cp "$root/scripts/examples/node/evaluate.mjs" "$installed/"

example=$installed/evaluate.mjs
export_games
for game in "${games[@]}"; do node "$example" "$folder/$game"; done

# evaluate FOLDER POSITION...: evaluates positions of the variant that the directory is named after.
evaluate() {
  local of=$1 position
  shift
  for position in "$@"; do
    "$programs/gioul" encode --variant "${of##*/}" --position "$position" --json
  done | node "$example" "$of" -
}
same_value evaluate
says_one_line "node $example" ' inputs of gioul (expected' "$folder/gioul" - <<<'{"inputs": [0]}'
says_one_line "node $example" "$folder/none/net." "$folder/none"

sed -i 's/"probabilities":\[0\./"probabilities":[0.9/' "$folder/gioul/golden.json"
if node "$example" "$folder/gioul" >/dev/null 2>&1; then
  fail 'other golden probabilities were not noticed'
fi
