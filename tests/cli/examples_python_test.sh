#!/usr/bin/env bash
# The Python example, which shares no code with gioul, computes the same.
source "$(dirname "$0")/common.bash"
source "$root/tests/cli/example_exports.bash"
needs python3

example=$root/scripts/examples/python/evaluate.py
export_games
for game in "${games[@]}"; do python3 "$example" "$folder/$game"; done
same_inputs python3 "$example" --inputs
same_value python3 "$example"
refuses_bad_input python3 "$example"
notices_other_golden python3 "$example"
