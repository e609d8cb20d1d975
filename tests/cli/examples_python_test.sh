#!/usr/bin/env bash
# The Python example, which shares no code with gioul, computes the same.
set -euo pipefail
programs=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=tests/cli/example_exports.bash
source "$(dirname "${BASH_SOURCE[0]}")/example_exports.bash"
needs python3

example=$root/scripts/examples/python/evaluate.py
export_games
for game in "${games[@]}"; do python3 "$example" "$folder/$game"; done
same_inputs python3 "$example" --inputs
same_value python3 "$example"
refuses_bad_input "python3 $example"

sed -i 's/"probabilities":\[0\./"probabilities":[0.9/' "$folder/gioul/golden.json"
if python3 "$example" "$folder/gioul" >/dev/null 2>&1; then
  fail 'other golden probabilities were not noticed'
fi
