// Parses and formats position text (docs/notation.md). The server decides which positions and plays
// are legal.
import { t, UserError } from "./language.js";

export const BAR = 25, OFF = 0;

const parsePlace = (name) => name === "bar" ? BAR : name === "off" ? OFF : Number(name);
export const placeName = (number) => number === BAR ? "bar" : number === OFF ? "off" : `${number}`;

function parseSide(text) {
  const counts = new Array(26).fill(0);
  for (const entry of text.split(",")) {
    const [, name, count] = /^(bar|off|[1-9]|1\d|2[0-4]):(\d{1,2})$/.exec(entry) ??
      refuse(t("not_a_place", { entry }));
    counts[parsePlace(name)] = Number(count);
  }
  return counts;
}

function refuse(why) { throw new UserError(t("invalid_position", { why })); }

const parsePins = (list) => new Set(list === "-" ? [] : list.split("+").map(Number));

// Returns { own, opp: counts by place in their owner's numbering, ownPinned, oppPinned, owed,
// forfeit }.
export function parsePosition(text) {
  const [own, opp, ...fields] = text.split("|");
  if (opp === undefined) refuse(t("no_bar_between"));
  const position = { own: parseSide(own), opp: parseSide(opp), ownPinned: new Set(),
                     oppPinned: new Set(), owed: 0, forfeit: 0 };
  for (const field of fields) {
    const [key, value] = field.split("=");
    if (key === "owed") position.owed = Number(value);
    if (key === "forfeit") position.forfeit = Number(value);
    if (key === "pinned") {
      const [mine, theirs] = value.split("/");
      position.ownPinned = parsePins(mine);
      position.oppPinned = parsePins(theirs);
    }
  }
  return position;
}

function formatSide(counts) {
  const entries = [];
  for (let at = BAR; at >= OFF; --at) {
    if (counts[at] > 0) entries.push(`${placeName(at)}:${counts[at]}`);
  }
  return entries.join(",");
}

// Formats a position that was set up: nothing is pending.
export function formatPosition(position) {
  let text = `${formatSide(position.own)}|${formatSide(position.opp)}`;
  const pins = [position.ownPinned, position.oppPinned].map(
    (set) => [...set].sort((a, b) => b - a).join("+") || "-");
  if (pins.some((pin) => pin !== "-")) text += `|pinned=${pins.join("/")}`;
  return text;
}

// Returns the position from the other player's view.
export function flipped(position) {
  return { ...position, own: position.opp, opp: position.own, ownPinned: position.oppPinned,
           oppPinned: position.ownPinned };
}

// Returns the opponent's number of a point.
export function mirror(game, point) {
  if (game.movement === "contrary") return 25 - point;
  return point > 12 ? point - 12 : point + 12;
}

// Converts the text of a play of the opponent to your numbers of the points.
export const inYourNumbers = (game, play) =>
  play.replace(/\d+(?=[/* (]|$)/g, (point) => mirror(game, Number(point)));

export const pipCount = (counts) =>
  counts.reduce((sum, count, at) => sum + (at === OFF ? 0 : at * count), 0);

export function copyPosition(position) {
  return { ...position, own: [...position.own], opp: [...position.opp],
           ownPinned: new Set(position.ownPinned), oppPinned: new Set(position.oppPinned) };
}

// Makes a checker move of `own` as the API lists it: [from, to, hits].
export function moveChecker(game, position, [from, to, hits]) {
  position.own[from] -= 1;
  position.own[to] += 1;
  if (from !== BAR && from !== OFF) {
    const left = mirror(game, from);
    if (position.oppPinned.has(left) && position.own[from] === 0) position.oppPinned.delete(left);
  }
  if (to === OFF || to === BAR) return;
  const there = mirror(game, to);
  if (hits) {
    position.opp[there] -= 1;
    position.opp[BAR] += 1;
  } else if (position.opp[there] > 0) {
    position.oppPinned.add(there);
  }
}

// Parses the text of a play to checker moves: [[from, to], ...].
export function parsePlay(text) {
  const steps = [];
  if (text === "-") return steps;
  for (const word of text.split(" ")) {
    const [, moves, times] = /^([^(]+)(?:\((\d+)\))?$/.exec(word) ?? [, word];
    const places = moves.replaceAll("*", "").split("/").map(parsePlace);
    for (let n = Number(times ?? 1); n > 0; --n) {
      for (let i = 0; i + 1 < places.length; ++i) steps.push([places[i], places[i + 1]]);
    }
  }
  return steps;
}

// Parses typed dice, such as 31, 3-1 or "3 1"; nothing if invalid.
export function parseDice(text) {
  const dice = /^\s*([1-6])\s*[-–,/ ]?\s*([1-6])\s*$/.exec(text);
  return dice ? [Number(dice[1]), Number(dice[2])] : null;
}
