#!/usr/bin/env bash
# The Node example runs the ONNX export with onnxruntime and computes the same as gioul. Installs
# its package to the build directory once.
source "$(dirname "$0")/common.bash"
source "$root/tests/cli/example_exports.bash"
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
    "$gioul" encode --variant "${of##*/}" --position "$position" --json
  done | node "$example" "$of" -
}
same_value evaluate
refused 1 ' inputs of gioul (expected' node "$example" "$folder/gioul" - <<<'{"inputs": [0]}'
refused 1 "$folder/none/net." node "$example" "$folder/none"
notices_other_golden node "$example"
