// A play put together checker by checker, out of the ways that the interface lists: whatever is
// offered leads to one of them.
import { BAR, OFF, copyOf, moveChecker, readPosition } from "./position.js";

const key = ([from, to]) => `${from}/${to}`;

export class Entry {
  // `decision` is the answer to "moves".
  constructor(game, decision) {
    this.game = game;
    this.decision = decision;
    this.start = readPosition(decision.position);
    this.ways = decision.moves.flatMap((move) => move.ways.map((way) => ({ move, way })));
    this.made = [];
  }

  get position() {
    const position = copyOf(this.start);
    for (const step of this.made) moveChecker(this.game, position, step);
    return position;
  }

  // The steps of a way that are still to be made, or nothing if it is another one.
  rest(way, made) {
    if (!this.decision.any_order) {
      const fits = made.every((step, i) => way[i] && key(step) === key(way[i]));
      return fits ? way.slice(made.length) : null;
    }
    const rest = [...way];
    for (const step of made) {
      const at = rest.findIndex((other) => key(other) === key(step));
      if (at < 0) return null;
      rest.splice(at, 1);
    }
    return rest;
  }

  // What can be done next, after `made`.
  steps(made = this.made) {
    const position = copyOf(this.start);
    for (const step of made) moveChecker(this.game, position, step);
    const found = new Map();
    for (const { way } of this.ways) {
      const rest = this.rest(way, made);
      if (!rest || rest.length === 0) continue;
      for (const step of this.decision.any_order ? rest : [rest[0]]) {
        if (position.own[step[0]] > 0) found.set(key(step), step);
      }
    }
    const steps = [...found.values()];
    const entering = steps.filter(([from]) => from === BAR);
    return entering.length > 0 ? entering : steps;
  }

  sources() { return new Set(this.steps().map(([from]) => from)); }

  // Places that one checker can reach from there, each with its steps; the shortest come first.
  paths(from, made = this.made) {
    const found = [];
    let ends = [{ at: from, steps: [] }];
    while (ends.length > 0) {
      const next = [];
      for (const { at, steps } of ends) {
        for (const step of this.steps([...made, ...steps])) {
          if (step[0] !== at) continue;
          const path = { at: step[1], steps: [...steps, step] };
          found.push(path);
          if (step[1] !== OFF) next.push(path);
        }
      }
      ends = next;
    }
    return found;
  }
  targets(from) { return new Set(this.paths(from).map(({ at }) => at)); }

  // Moves a checker; false if it can't.
  move(from, to) {
    const path = this.paths(from).find(({ at }) => at === to);
    if (!path) return false;
    this.made.push(...path.steps);
    return true;
  }

  undo() { return this.made.pop() !== undefined; }

  // The move that is whole now, if one is.
  whole(made = this.made) {
    const done = this.ways.find(({ way }) => this.rest(way, made)?.length === 0);
    return done?.move ?? null;
  }

  // There is nothing to choose.
  get isForced() { return this.decision.moves.length === 1 && this.ways.length === 1 && this.ways[0].way.length === 0; }

  // Takes a typed play, such as "24/21 24/23", "24/18", "8/4(2)", "bar/20", "5/off". Returns what is
  // wrong with it, or nothing.
  type(text) {
    const wanted = [];
    for (const word of text.toLowerCase().replaceAll("*", "").split(/[\s,]+/).filter(Boolean)) {
      const match = /^((?:bar|off|\d{1,2})(?:\/(?:bar|off|\d{1,2}))+)(?:\((\d)\))?$/.exec(word);
      if (!match) return `“${word}” is no checker move: expected from/to, such as 24/21`;
      const places = match[1].split("/").map((name) => name === "bar" ? BAR : name === "off" ? OFF : Number(name));
      for (let n = Number(match[2] ?? 1); n > 0; --n) {
        for (let i = 0; i + 1 < places.length; ++i) wanted.push([places[i], places[i + 1]]);
      }
    }
    if (wanted.length === 0) return "expected a play, such as 24/21 24/23";
    const found = this.search(wanted, []);
    if (!found) return `“${text}” is not lawful here`;
    this.made = found;
    return null;
  }

  // The wanted moves in any order, each by any path, to a whole play.
  search(wanted, made) {
    if (wanted.length === 0) return this.whole(made) ? made : null;
    for (let i = 0; i < wanted.length; ++i) {
      const [from, to] = wanted[i];
      const rest = wanted.filter((_, j) => j !== i);
      for (const path of this.paths(from, made)) {
        if (path.at !== to) continue;
        const found = this.search(rest, [...made, ...path.steps]);
        if (found) return found;
      }
    }
    return null;
  }
}
