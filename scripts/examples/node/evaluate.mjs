// What a net exported by `gioul export` thinks of positions, with onnxruntime.
//
// usage: node evaluate.mjs FOLDER                       checks the net against its golden vectors
//        node evaluate.mjs FOLDER POSITION...           probabilities and equity of each position
//        node evaluate.mjs --inputs GAME POSITION...    the inputs of each, as a JSON list
//
// FOLDER holds net.onnx and golden.json. The encoder follows the export's README.md.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// What a position of each game can have besides checkers on points and borne off, and whether both
// players move in the same direction.
const FEATURES = {
  "gioul": ["chains"],
  "gul-bara": ["chains", "turns", "parallel"],
  "gul-bara-lost": ["chains", "turns", "parallel"],
  "plakoto": ["pins"],
  "plakoto-no-mother": ["pins"],
  "fevga": ["parallel"],
  "moultezim": ["parallel"],
  "portes": ["bar"],
};

const BAR = 25; // the place before point 24
const POINTS = Array.from({ length: 24 }, (_, i) => i + 1);

// A position as the README's grammar has it, without the rules of the game.
const PLACE = "(?:bar|2[0-4]|1\\d|[1-9]|off):(?:1[0-5]|[1-9])";
const SIDE = `${PLACE}(?:,${PLACE})*`;
const LIST = "(?:-|\\d+(?:\\+\\d+)*)";
const FIELDS = {
  chains: "(?:owed|forfeit)=(?:2[0-4]|1\\d|[1-9])",
  turns: "turns=[0-3]/[0-3]",
  pins: `pinned=${LIST}/${LIST}`,
};

/** "24:14,21:1|24:15|owed=12" as two maps from places to checkers, and one of fields. */
function readPosition(text, features) {
  if (!new RegExp(`^${SIDE}\\|${SIDE}(\\|.+)?$`).test(text)) {
    throw new Error(`'${text}' is no position (such as '24:14,21:1|24:15')`);
  }
  const [own, opponent, fields = ""] = text.split("|");
  for (const field of fields ? fields.split(",") : []) {
    const known = features.filter((feature) => feature in FIELDS);
    if (!known.some((feature) => new RegExp(`^(?:${FIELDS[feature]})$`).test(field))) {
      throw new Error(`'${text}': '${field}' is no possible field of this game`);
    }
  }
  const side = (entries) =>
    new Map(entries.split(",").map((entry) => entry.split(":")).map(([p, n]) => [p, Number(n)]));
  const pairs = fields.split(",").filter(Boolean).map((field) => field.split("="));
  const sides = { own: side(own), opponent: side(opponent) };
  const [ours, theirs] = [sides.own, sides.opponent].map((of) =>
    [...of.values()].reduce((sum, n) => sum + n, 0));
  if (ours !== theirs) throw new Error(`'${text}': the sides have different numbers of checkers`);
  return { ...sides, fields: new Map(pairs) };
}

function sideInputs(side, withBar) {
  const points = POINTS.flatMap((point) => {
    const n = side.get(String(point)) ?? 0;
    return [n >= 1, n >= 2, n >= 3, Math.max(0, n - 3) / 4];
  });
  const reserve = (place) => {
    const n = side.get(place) ?? 0;
    return [n >= 1, n / 15];
  };
  return [...points, ...reserve("off"), ...(withBar ? reserve("bar") : [])];
}

/** `left` checker moves of a chain, which ends with four 6's. */
function pendingInputs(left) {
  const ofNumber = (d) => Math.min(4, Math.max(0, left - 4 * (6 - d))) / 4;
  return [left > 0, ...[1, 2, 3, 4, 5, 6].map(ofNumber)];
}

/** The number that comes next when `left` checker moves of a chain are left. */
function numberToPlay(left) {
  return 6 - Math.floor((left - 1) / 4);
}

/** Checkers on points 1 to 24 and on the bar, 25; place 0 is empty. */
function onPlaces(side) {
  return [0, ...POINTS.map((point) => side.get(String(point)) ?? 0), side.get("bar") ?? 0];
}

/** Whether a checker alone on a point can be hit or pinned. */
function hasBlots(features) {
  return features.includes("bar") || features.includes("pins");
}

/** The other player's checkers on a point of a player's numbering. */
function onPointOf(features, other, point) {
  return other[features.includes("parallel") ? (point + 11) % 24 + 1 : 25 - point];
}

/** The points closed to a player, in his numbering, by the other's places and his own pins. */
function closedPoints(features, other, pinned) {
  const wall = hasBlots(features) ? 2 : 1;
  const held = POINTS.filter((point) => onPointOf(features, other, point) >= wall);
  return new Set([...pinned, ...held]);
}

/** The points where a player can hit or pin a checker, in his numbering. */
function blots(features, other, pinned) {
  return new Set(POINTS.filter((point) =>
    onPointOf(features, other, point) === 1 && !pinned.includes(point)));
}

/**
 * Which of the six points ahead of a player's checkers are among `points`, by the number of the
 * pattern, from `first` on.
 */
function aheadInputs(places, points, last, first) {
  const counts = new Array(64).fill(0);
  const ofPlaces = [];
  for (let place = 1; place <= last; place += 1) {
    let pattern = 0;
    for (let k = 1; k <= 6; k += 1) pattern += points.has(place - k) ? 2 ** (6 - k) : 0;
    const unit = 2 ** Math.max(0, 7 - place); // its patterns come in steps of this
    const inputs = new Array(64 / unit).fill(0);
    if (places[place] > 0) {
      counts[pattern] += 1 / 4;
      inputs[pattern / unit] = 1;
    }
    ofPlaces.push(...inputs.slice(first));
  }
  return [...counts.slice(first), ...ofPlaces];
}

/**
 * Points to which one checker can go by the first, the first two, ... of these numbers while those
 * on the bar enter first.
 */
function landings(places, closed, numbers) {
  const from = POINTS.filter((point) => places[point] > 0);
  const reached = [];
  let onBar = places[BAR];
  let going; // where the checker can be that goes on
  for (const number of numbers) {
    const origins = onBar > 0 ? [BAR] : going ?? from;
    const targets = origins.map((place) => place - number)
      .filter((point) => point >= 1 && !closed.has(point));
    reached.push(...targets);
    if (onBar > 0) {
      if (targets.length === 0) break;
      from.push(...targets);
      onBar -= 1;
    } else {
      going = targets;
    }
  }
  return reached;
}

/** Shots of the player to act, who has yet to pass whom, and pips. */
function outlookInputs(features, sides, closed, seen) {
  const [ours] = sides;
  const dice = [1, 2, 3, 4, 5, 6];
  const throws = dice.flatMap((a) => dice.map((b) => {
    const orders = a === b ? [[a, a, a, a]] : [[a, b], [b, a]];
    const reached = orders.flatMap((numbers) => landings(ours, closed, numbers));
    return new Set(reached.filter((point) => seen.has(point)));
  }));
  const atLeast = (count, thresholds) => thresholds.map((n) => (count >= n ? 1 / 2 : 0));
  const steps = (first, last, step) =>
    Array.from({ length: (last - first) / step + 1 }, (_, i) => first + i * step);
  const behind = (own, other) => {
    const last = other[BAR] > 0 ? 0 : POINTS.find((point) => onPointOf(features, other, point) > 0);
    return own.slice((last ?? BAR) + 1).reduce((sum, n) => sum + n, 0);
  };
  const pips = sides.map((side) => side.reduce((sum, n, place) => sum + n * place, 0));
  return [
    ...atLeast(throws.filter((blotsHit) => blotsHit.size > 0).length, steps(1, 36, 1)),
    ...POINTS.flatMap((point) =>
      atLeast(throws.filter((blotsHit) => blotsHit.has(25 - point)).length, steps(1, 24, 1))),
    ...atLeast(behind(sides[0], sides[1]), steps(1, 15, 1)),
    ...atLeast(behind(sides[1], sides[0]), steps(1, 15, 1)),
    ...pips.flatMap((count) => atLeast(count, steps(10, 200, 10))),
    ...atLeast(pips[0] - pips[1], steps(-96, 96, 8)),
  ];
}

/** How many moves of `number` a checker on `place` can make if nothing else moves. */
function movesAlone(place, number, closed, bearsOff) {
  let moves = 0;
  for (let at = place; at > 0; at -= number) {
    if (at > number ? closed.has(at - number) : !bearsOff) break;
    moves += 1;
  }
  return moves;
}

/** What own checkers can do with the numbers of a chain of `left` moves. */
function chainInputs(places, closed, left) {
  const bearsOff = places.slice(7).every((n) => n === 0);
  const toPlay = left > 0 ? numberToPlay(left) : 0;
  const [canMove, canGoOn, newPoint, movesToCome, movesToPlay] = [[], [], [], [], []];
  for (let number = 1; number <= 6; number += 1) {
    const isPlayed = number === toPlay;
    const alone = places.map((n, place) =>
      (n > 0 ? movesAlone(place, number, closed, bearsOff) : 0));
    const isNew = (point) =>
      alone[point] >= 1 && point > number && places[point - number] === 0;
    canMove.push(...POINTS.map((point) => isPlayed && alone[point] >= 1));
    canGoOn.push(...POINTS.map((point) => isPlayed && alone[point] >= 2));
    newPoint.push(...POINTS.map((point) => isPlayed && isNew(point)));
    const total = places.reduce((sum, n, place) => sum + n * alone[place], 0);
    const more = Math.min(4, total - Math.min(4, Math.max(0, left - 4 * (6 - number))));
    const counted = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((m) => m === more);
    movesToCome.push(...counted.map((is) => is && left > 0 && number > toPlay));
    movesToPlay.push(...counted.map((is) => is && isPlayed));
  }
  return [...canMove, ...canGoOn, ...newPoint, ...movesToCome, ...movesToPlay];
}

/** The input vector of a position. */
function encode(game, text) {
  const features = FEATURES[game];
  if (!features) {
    throw new Error(`'${game}' is no game (known: ${Object.keys(FEATURES).join(", ")})`);
  }
  const { own, opponent, fields } = readPosition(text, features);
  const places = [own, opponent].flatMap((side) => sideInputs(side, features.includes("bar")));
  const inputs = [...places];
  if (features.includes("chains")) {
    inputs.push(...pendingInputs(Number(fields.get("owed") ?? 0)));
    inputs.push(...pendingInputs(Number(fields.get("forfeit") ?? 0)));
  }
  if (features.includes("turns")) {
    for (const turns of (fields.get("turns") ?? "3/3").split("/")) {
      inputs.push(...[0, 1, 2].map((n) => Number(turns) === n));
    }
  }
  if (features.includes("pins")) {
    for (const points of (fields.get("pinned") ?? "-/-").split("/")) {
      const pinned = points.split("+").map(Number);
      inputs.push(...POINTS.map((point) => pinned.includes(point)));
    }
  }
  const left = Number(fields.get("owed") ?? fields.get("forfeit") ?? 0);
  if (features.includes("chains")) {
    for (let number = 1; number <= 6; number += 1) {
      const isPlayed = left > 0 && number === numberToPlay(left);
      inputs.push(...places.map((input) => (isPlayed ? input : 0)));
    }
  }
  const [ours, theirs] = [onPlaces(own), onPlaces(opponent)];
  const [ourPins, theirPins] = (fields.get("pinned") ?? "-/-").split("/").map((points) =>
    points.split("+").filter((point) => point !== "-").map(Number));
  const closed = closedPoints(features, theirs, ourPins);
  const last = features.includes("bar") ? BAR : 24;
  inputs.push(...aheadInputs(ours, closed, last, 0));
  inputs.push(...aheadInputs(theirs, closedPoints(features, ours, theirPins), last, 0));
  if (features.includes("chains")) inputs.push(...chainInputs(ours, closed, left));
  if (hasBlots(features)) {
    inputs.push(...aheadInputs(ours, blots(features, theirs, ourPins), last, 1));
    inputs.push(...aheadInputs(theirs, blots(features, ours, theirPins), last, 1));
  }
  if (features.includes("bar")) {
    const seen = blots(features, theirs, ourPins);
    inputs.push(...outlookInputs(features, [ours, theirs], closed, seen));
  }
  return Float32Array.from(inputs, Number);
}

/** The probabilities of all positions in one run, one list for each. */
async function evaluate(session, ort, vectors) {
  const width = vectors[0].length;
  const batch = new Float32Array(vectors.length * width);
  vectors.forEach((vector, row) => batch.set(vector, row * width));
  const inputs = new ort.Tensor("float32", batch, [vectors.length, width]);
  const { probabilities } = await session.run({ inputs });
  return vectors.map((_, row) => Array.from(probabilities.data.slice(5 * row, 5 * row + 5)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

async function check(session, ort, golden) {
  const vectors = golden.positions.map((entry) => encode(golden.game, entry.position));
  golden.positions.forEach((entry, row) => {
    const expected = Float32Array.from(entry.inputs);
    if (vectors[row].length !== expected.length || vectors[row].some((x, i) => x !== expected[i])) {
      fail(`${entry.position}: other inputs than the golden ones`);
    }
  });
  const found = await evaluate(session, ort, vectors);
  const worst = Math.max(...golden.positions.flatMap((entry, row) =>
    entry.probabilities.map((p, i) => Math.abs(p - found[row][i]))));
  console.log(`${golden.game}: ${vectors.length} golden positions in one batch, inputs equal, ` +
              `largest difference of a probability ${worst.toExponential(1)}`);
  if (!(worst <= 1e-5)) fail("more than 1e-5");
}

async function main(args) {
  if (args[0] === "--inputs" && args.length > 2) {
    for (const text of args.slice(2)) console.log(JSON.stringify([...encode(args[1], text)]));
    return;
  }
  if (args.length === 0 || args[0].startsWith("-")) {
    fail("usage: node evaluate.mjs FOLDER [POSITION...]");
  }
  const [folder, ...positions] = args;
  for (const file of ["net.onnx", "golden.json"]) {
    const path = join(folder, file);
    if (!existsSync(path)) throw new Error(`${path} is not there (expected a folder of an export)`);
  }
  const ort = (await import("onnxruntime-node")).default;
  const session = await ort.InferenceSession.create(join(folder, "net.onnx"));
  const golden = JSON.parse(readFileSync(join(folder, "golden.json"), "utf8"));
  if (positions.length === 0) return check(session, ort, golden);
  const vectors = positions.map((position) => encode(golden.game, position));
  (await evaluate(session, ort, vectors)).forEach((p, row) => {
    const equity = 2 * (p[4] - p[0]) + p[3] - p[1];
    console.log(positions[row], p.map((x) => x.toFixed(6)).join(" "), "equity", equity.toFixed(6));
  });
}

main(process.argv.slice(2)).catch((error) => fail(`evaluate.mjs: ${error.message}`));
