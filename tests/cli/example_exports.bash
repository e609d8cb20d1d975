# Sourced by the tests of scripts/examples after common.bash: exports nets of several variants, and
# has positions with every feature.
games=(gioul gul-bara gul-bara-lost plakoto plakoto-no-mother fevga moultezim portes)

# "variant position" for each.
positions=(
  'gioul 24:15|24:15'
  'gioul 24:11,21:4|24:15|owed=12'
  'gioul 24:13,2:2|20:1,19:6,18:8|owed=24'
  'gioul 24:11,21:4|24:15|forfeit=10'
  'gioul 6:1,3:1,off:13|24:1,off:14|forfeit=1'
  'gioul 24:3|24:2,20:1'
  'gioul 6:4,4:3,2:4,off:4|24:2,22:1,20:5,off:7|owed=14'
  'gul-bara 24:15|24:15|turns=0/0'
  'gul-bara 24:15|24:14,20:1|turns=0/1'
  'gul-bara 24:13,20:2|24:12,20:3|turns=2/3'
  'gul-bara 24:13,20:2|24:12,20:3|owed=7'
  'gul-bara 24:8,18:3,13:1,9:3|24:9,20:3,16:1,11:1,7:1|forfeit=18'
  'plakoto 24:15|24:12,15:3'
  'plakoto 24:14,10:1|24:12,15:3|pinned=10/-'
  'plakoto 22:1,12:1,11:1,8:1,3:5,2:4,1:2|22:1,6:1,3:3,2:7,1:3|pinned=22/22'
  'fevga 24:14,18:1|24:14,11:1'
  'fevga 5:2,1:4,off:9|6:10,4:1,off:4'
  'gul-bara-lost 24:13,20:2|24:12,20:3|owed=7'
  'plakoto-no-mother 24:14,10:1|24:12,15:3|pinned=10/-'
  'moultezim 24:14,11:1|24:15'
  'portes 24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5'
  'portes bar:2,5:8,off:5|bar:1,24:14'
)

# export_games: exports a net of each variant to $folder/GAME.
export_games() {
  local game
  for game in "${games[@]}"; do
    write_net "$game" "$folder/$game.safetensors" 12 7
    "$gioul" export --net "$folder/$game.safetensors" --out "$folder/$game" >/dev/null
  done
}

# positions_of GAME: sets $of_game to its positions.
positions_of() {
  local entry
  of_game=()
  for entry in "${positions[@]}"; do
    if [[ ${entry%% *} == "$1" ]]; then of_game+=("${entry#* }"); fi
  done
}

# notices_other_golden COMMAND...: COMMAND FOLDER fails if a golden probability is another.
notices_other_golden() {
  sed -i 's/"probabilities":\[0\./"probabilities":[0.9/' "$folder/gioul/golden.json"
  if "$@" "$folder/gioul" >/dev/null 2>&1; then fail 'other golden probabilities were not noticed'; fi
}

# same_value COMMAND...: COMMAND FOLDER POSITION... prints the same values as `gioul eval`.
same_value() {
  local game position
  for game in "${games[@]}"; do
    positions_of "$game"
    for position in "${of_game[@]}"; do
      "$gioul" eval --variant "$game" --net "$folder/$game.safetensors" \
        --position "$position" --json
    done >"$folder/expected"
    "$@" "$folder/$game" "${of_game[@]}" >"$folder/found"
    python3 - "$folder/expected" "$folder/found" <<'END' || fail "$game: other values"
import json, sys
expected = [json.loads(line) for line in open(sys.argv[1])]
found = [line.split() for line in open(sys.argv[2])]
for value, words in zip(expected, found, strict=True):
    position, *probabilities, _, equity = words
    numbers = [float(word) for word in probabilities + [equity]]
    wanted = value["outcomes"] + [value["equity"]]
    if not all(abs(a - b) <= 1e-5 for a, b in zip(numbers, wanted, strict=True)):
        sys.exit(f"{position}: {numbers} instead of {wanted}")
END
  done
}
