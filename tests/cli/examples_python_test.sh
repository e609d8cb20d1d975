#!/usr/bin/env bash
# The Python example, which shares no code with gioul, computes the same.
source "$(dirname "$0")/common.bash"
source "$root/tests/cli/example_exports.bash"
needs python3

example=$root/scripts/examples/python/evaluate.py
export_games
for game in "${games[@]}"; do
  python3 "$example" "$folder/$game"
  positions_of "$game"
  for position in "${of_game[@]}"; do
    "$gioul" encode --variant "$game" --position "$position" --json
  done >"$folder/expected"
  python3 "$example" --inputs "$game" "${of_game[@]}" >"$folder/found"
  python3 - "$folder/expected" "$folder/found" <<'END' || fail "$game: other inputs"
import array, json, sys
expected, found = ([json.loads(line) for line in open(file)] for file in sys.argv[1:])
for one, other in zip(expected, found, strict=True):
    if array.array("f", one["inputs"]) != array.array("f", other):
        sys.exit(f"{one['position']}: {other} instead of {one['inputs']}")
END
done
same_value python3 "$example"

# Malformed positions and missing exports.
refuses() { refused 1 "$1" python3 "$example" "${@:2}"; }
refuses "'garbage': expected a position" "$folder/gioul" garbage
refuses "'24:15|x:15': expected a position" "$folder/gioul" '24:15|x:15'
refuses 'different numbers' "$folder/gioul" '24:15|24:14'
refuses "expected a field of this game, got 'owed=99'" "$folder/gioul" '24:15|24:15|owed=99'
refuses "expected a field of this game, got 'turns=0/0'" "$folder/gioul" '24:15|24:15|turns=0/0'
refuses "'chess': expected one of gioul" --inputs chess '24:15|24:15'
refuses "$folder/none/net." "$folder/none" '24:15|24:15'
notices_other_golden python3 "$example"
