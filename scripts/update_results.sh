#!/usr/bin/env bash
# Runs the commands behind docs/results.md again and fills its tables with their results. A block of
# the page is a comment that names a table below, and everything up to the next "end":
#
#   <!-- results: strength -->
#   <!-- end: all 0123456789ab -->
#
# Everything takes hours on two cores; NAMEs select tables. Speeds need an idle machine.
#
# The table "stages" has nets of earlier commits, so it needs the repository's history; strength.svg
# beside the page is a chart of it.
#
# usage: scripts/update_results.sh [NAME...]     strength, games, stages, decisions, decisions-games,
#                                                beginner, exact, speed, kernels, search, or chart
#                                                (only the chart of "stages"); default: all
# GIOUL is the program (default: build/release/gioul); PAGE the page (default: docs/results.md). To
# try the script, PAIRS overrides the pairs of every tournament, BENCH_SECONDS the seconds of every
# speed.
# shellcheck disable=SC2016  # backquotes in texts are Markdown
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/generated_blocks.bash
gioul=$(realpath "${GIOUL:-build/release/gioul}")
page=$(realpath "${PAGE:-docs/results.md}")
names=("$@")
folder=$(mktemp -d)
page_draft=$folder/none
trap 'rm -rf "$page_draft" "$folder"' EXIT

# run WORD...: prints the output of `gioul WORD...`. Each table sets `command` to the command it
# shows.
run() {
  echo "$ gioul $*" >&2
  "$gioul" "$@" </dev/null 2>"$folder/errors" || { cat "$folder/errors" >&2; return 1; }
}
# pick EXPRESSION: evaluates a Python expression, where j is the JSON on stdin.
pick() {
  python3 -c '
import json, sys
j = json.load(sys.stdin)
def points(p): return "%+.3f ± %.3f" % (p["points_per_game"], p["standard_error"])
def loss(p): return "%.1f ± %.1f" % (p["all"]["loss"], p["all"]["standard_error"])
def count(x):
    n = x / 1e6 if x >= 1e6 else x
    digits = 3 - len(str(int(n)))
    n = round(n, digits)
    return f"{n:,.{max(0, digits)}f}" + (" M" if x >= 1e6 else "")
print(eval(sys.argv[1]))' "$1"
}
row() { printf '| %s' "$1"; printf ' | %s' "${@:2}"; printf ' |\n'; }
header() { row "$@"; row "${@/*/---}"; }
# points OPTION...: prints the points of the first player against the second.
points() { run tournament "$@" --json | pick 'points(j["pairings"][0])'; }
pairs() { echo "${PAIRS:-$1}"; }
seconds() { [[ -z ${BENCH_SECONDS-} ]] || echo "--seconds $BENCH_SECONDS"; }

strength() {
  local player n a b
  command='gioul tournament PLAYER OPPONENT --pairs 20000 --seed 11; --pairs 5000 with beam=1'
  header 'points per game against' '`random`' '`blocker`'
  for player in net net,beam=1; do
    n=$(pairs 5000)
    [[ $player != net ]] || n=$(pairs 20000)
    a=$(points "$player" random --pairs "$n" --seed 11)
    b=$(points "$player" blocker --pairs "$n" --seed 11)
    row "\`$player\`" "$a" "$b"
  done
}
games() {
  local game a b c
  command='gioul tournament net OPPONENT --variant GAME --pairs 5000 --seed 11; gnubg: --pairs 2000 --seed 30 --luck-adjusted'
  header '`net` against' '`random`' '`blocker`' '`gnubg`'
  for game in gul-bara plakoto fevga portes; do
    a=$(points net random --variant $game --pairs "$(pairs 5000)" --seed 11)
    b=$(points net blocker --variant $game --pairs "$(pairs 5000)" --seed 11)
    c=
    if [[ $game == portes ]]; then
      c=$(points net gnubg --variant portes --pairs "$(pairs 2000)" --seed 30 --luck-adjusted)
    fi
    row "\`$game\`" "$a" "$b" "$c"
  done
}
# Nets by the games that they have learned from. A player is a name, "new" for a first stage of so
# many games, or the commit whose bundled net it is. Rows without a number of pairs are of nets that
# were not kept: their values stay.
stages() {
  local game opponent player games pairs options net points seed start directory
  command='gioul tournament PLAYER OPPONENT --variant GAME --seed 11; gnubg: --seed 30, the last --luck-adjusted'
  header game against player games 'points per game'
  while read -r game opponent player games pairs options; do
    net=$player seed=11
    [[ $opponent != gnubg ]] || seed=30
    start="| \`$game\` | \`$opponent\` | $player | $(pick 'f"{j:,}" if j else ""' <<<"$games") |"
    if [[ -z $pairs ]]; then
      grep -F "$start" "$page"
      continue
    elif [[ $player == new ]]; then
      net=net:$folder/$game-$games/net.safetensors
      run train --config "configs/$game.toml" --stage 1 --out "$folder/$game-$games" \
        --set "training.games=$games" --set "training.schedule_games=$games" \
        --set training.games_per_generation=100 --set strength.every=0 >/dev/null
    elif ((games > 0)); then
      net=net:$folder/$player.safetensors
      for directory in nn/nets nn/weights; do  # the name until 10fc4fe0, and since
        git show "$player:$directory/$game.safetensors" >"$folder/$player.safetensors" && break
      done 2>/dev/null
    fi
    # shellcheck disable=SC2086  # options are words
    points=$(points "$net" "$opponent" --variant "$game" --pairs "$(pairs "$pairs")" --seed $seed $options)
    echo "$start $points |"
  done <<'ROWS'
gioul blocker random 0 5000
gioul blocker new 1000 1000
gioul blocker 6a20920 250000
gioul blocker 6a20920 1000000
gioul blocker 6a20920 4000000
gioul blocker 6a20920 8000000 20000
gioul blocker 481fe96 14000000 20000
gioul blocker a7dc656 19000000 20000
gioul blocker 1849f3b 21485000 20000
gioul blocker 171e496 23402000 20000
gioul blocker b75857d 25322000 20000
gioul blocker 444ac7a 29082000 20000
portes gnubg random 0 125
portes gnubg blocker 0 125
portes gnubg 256-units 200000
portes gnubg 6fd5613 860000 40000
portes gnubg f75522c 900000 40000
portes gnubg 43331ee 1032000 40000
portes gnubg 1849f3b 3436000 20000
portes gnubg ed8ced6 3468000 40000
portes gnubg 24e7486 12822000 2000 --luck-adjusted
ROWS
}
# draw_chart: draws the table "stages" with the charts of `gioul report`, whose runs are here the
# nets and, as lines, the other players.
draw_chart() {
  python3 - "$gioul" "$page" "$folder" <<'PYTHON'
import json, pathlib, re, subprocess, sys
program, page, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3], "chart")
table = page.read_text().partition("<!-- results: stages -->")[2].partition("<!-- end")[0]
rows = [(game, opponent, player, int("0" + games.replace(",", "")), float(points), float(error))
        for game, opponent, player, games, points, error in re.findall(
            r"^\| `(.+)` \| `(.+)` \| (.+) \| *([\d,]*) *\| ([-+][\d.]+) ± ([\d.]+) \|$", table, re.M)]
if not rows:
    sys.exit(f"update_results: {page}: no rows in the table 'stages'")
all_games = [games for *_, games, _, _ in rows if games]
panels = ""
for i, (game, opponent) in enumerate(dict.fromkeys(row[:2] for row in rows)):
    name = {"gnubg": "GNU Backgammon"}.get(opponent, opponent)
    curves = {"net": [], name: [(min(all_games), 0, 0), (max(all_games), 0, 0)]}
    for _, _, player, games, points, error in (row for row in rows if row[:2] == (game, opponent)):
        if games:
            # The report would average nets of about as many games: the last is drawn.
            curves["net"] = [p for p in curves["net"] if 1.26 * p[0] <= games] + [(games, points, error)]
        else:
            curves[player] = [(n, points, 0) for n in (min(all_games), max(all_games))]
    for run, points in curves.items():
        (folder / game / run).mkdir(parents=True)
        (folder / game / run / "config.toml").write_text(f'variant = "{game}"\n')
        # Axes are logarithmic if one run has ten times the games of another.
        events = [{"event": "generation", "games": (max if run == "net" else min)(all_games)}]
        events += [{"event": "strength", "opponent": name, "games": n, "points": y, "error": error}
                   for n, y, error in points]
        (folder / game / run / "metrics.jsonl").write_text("".join(json.dumps(e) + "\n" for e in events))
    report = folder / f"{game}.html"
    subprocess.run([program, "report", *(folder / game / run for run in curves), "--out", report], check=True,
                   stdout=subprocess.DEVNULL)
    text = report.read_text()
    chart = re.search(r'aria-label="Against .*? over games".*?>\n(.*?)</svg>', text, re.S)[1]
    chart = chart.replace(">games<", ">games of self-play<")
    panels += (f'<g transform="translate({150 + 4900 * i} 350)"><text class="label" y="-100">'
               f"{game.title()}: against {name}</text>\n{chart}</g>\n")
width = 200 + 4900 * (i + 1)
style = re.search("<style>.*?</style>", text, re.S)[0]
(page.parent / "strength.svg").write_text(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 3350" width="{width // 10}" height="335">\n'
    f'<title>Points per game by games of self-play</title>\n{style}\n'
    f'<rect width="100%" height="100%" fill="var(--card)" />\n{panels}</svg>\n')
PYTHON
}
# losses OPTION...: prints a table cell for each player, one per line.
losses() { run testset score "$@" --json | pick '"\n".join(loss(p) for p in j["players"])'; }
decisions() {
  local cells
  command='gioul testset score PLAYER...'
  cells=$(losses net 'net,beam=16' 'net,plies=1' 'net,plies=2' blocker random)
  mapfile -t cells <<<"$cells"
  header 'millipoints per decision' '`net`' '`net,beam=16`' '`net,plies=1`' '`net,plies=2`' '`blocker`' '`random`'
  row '`gioul`' "${cells[@]}"
}
decisions-games() {
  local game cells
  command='gioul testset score net net,plies=1 --variant GAME'
  header 'millipoints per decision' '`net`' '`net,plies=1`'
  for game in portes plakoto plakoto-no-mother fevga moultezim gul-bara gul-bara-lost; do
    cells=$(losses net net,plies=1 --variant $game)
    mapfile -t cells <<<"$cells"
    row "\`$game\`" "${cells[@]}"
  done
}
beginner() {
  local opponent
  command='gioul train --config configs/quickstart.toml; gioul tournament net:FILE OPPONENT --games 4000 --seed 1'
  run train --config configs/quickstart.toml --out "$folder/quickstart" >/dev/null
  header 'against' 'points per game' 'wins %'
  for opponent in random blocker; do
    run tournament "net:$folder/quickstart/net.safetensors" $opponent --pairs "$(pairs 2000)" --seed 1 --json |
      pick '(lambda p: "| `'$opponent'` | %s | %.1f |" % (points(p), 100 * p["wins"]))(j["pairings"][0])'
  done
}
exact() {
  local n game cell cells
  command='gioul solve --variant GAME --checkers K'
  header checkers gioul gul-bara plakoto fevga
  for n in 1 2 3; do
    cells=()
    for game in gioul gul-bara plakoto fevga; do
      cell=$(run solve --variant $game --checkers $n --json | pick '"%.6f" % j["equity"]')
      cells+=("$cell")
    done
    row $n "${cells[@]}"
  done
}
speed() {
  local game name key a b
  command='gioul bench --variant GAME'
  for game in gioul portes; do
    # shellcheck disable=SC2046
    run bench --variant $game $(seconds) --json >"$folder/$game.json"
  done
  header 'per second' gioul portes
  while IFS='|' read -r name key; do
    a=$(pick "count(j['$key'])" <"$folder/gioul.json")
    b=$(pick "count(j['$key'])" <"$folder/portes.json")
    row "$name" "$a" "$b"
  done <<'ROWS'
perft, leaves|perft_leaves_per_s
random games|random_games_per_s
self-play, 128 units|selfplay_games_per_s
ROWS
}
kernels() {
  command='gioul bench --kernels'
  # shellcheck disable=SC2046
  run bench --kernels $(seconds) --json >"$folder/kernels.json"
  python3 - "$folder/kernels.json" <<'PYTHON'
import json, re, sys
found = json.load(open(sys.argv[1]))
shown = [i for i, name in enumerate(found["kernels"]) if name in ("amx", "avx512vnni", "avx2", "neon")]
print("| per second |", *(found["kernels"][i] + " |" for i in shown))
print("| --- |" + " --- |" * len(shown))
for line in found["lines"]:
    if re.fullmatch(r".* 128|[es].* 512-512-256-128|.*trained", line["name"]):
        print("|", line["name"], "|", *("%s |" % (f"{x / 1e6:.2f} M" if x >= 1e6 else f"{x:,.0f}")
                                         for x in (line["per_s"][i] for i in shown)))
PYTHON
}
search() {
  command='gioul bench --net nn/weights/gioul.safetensors'
  # shellcheck disable=SC2046
  run bench --net nn/weights/gioul.safetensors $(seconds) --json |
    pick '"\n".join(["| decisions per second | ordinary | chain | forfeit |", "| --- | --- | --- | --- |"] +
      ["| `net" + p["player"].partition(".safetensors")[2] + "` | " +
       " | ".join(count(p[k]["per_s"]) for k in ("ordinary", "chain", "forfeit")) + " |" for p in j])'
}

has_block() {
  local name=${1#results: }
  [[ $1 == results:* ]] && { ((${#names[@]} == 0)) || [[ " ${names[*]} " == *" $name "* ]]; }
}
print_block() {
  "${1#results: }" >"$folder/rows"
  # The commit is that of the working tree, since the program does not know its own.
  printf '\n`%s`, %s, commit %s, %s:\n\n%s\n\n' "$command" "$(date -u +%F)" \
    "$(git rev-parse --short HEAD 2>/dev/null || echo unknown)" "$(sed -n '/^model name/{s/.*: //p;q}' /proc/cpuinfo)" \
    "$(cat "$folder/rows")"
}
for name in "${names[@]}"; do
  [[ $name != chart ]] || continue
  if ! grep -qxF "<!-- results: $name -->" "$page"; then
    echo "update_results: $page has no table '$name'" >&2
    exit 2
  fi
done
nets_of() { echo all; }
rewrite_page "$page"
if ((${#names[@]} == 0)) || [[ " ${names[*]} " =~ ' '(stages|chart)' ' ]]; then draw_chart; fi
