// A play entered move by move. Offers only moves that lead to one of the legal plays that the API
// lists.
import { join, t } from "./language.js";
import { BAR, OFF, copyPosition, mirror, moveChecker, placeName, parsePlay, parsePosition } from "./position.js";

const key = ([from, to]) => `${from}/${to}`;

export class MoveEntry {
  // `decision` is the answer to "moves"; `made` are checker moves that were already made.
  constructor(game, decision, made = []) {
    this.game = game;
    this.decision = decision;
    this.start = parsePosition(decision.position);
    this.ways = decision.moves.flatMap((move) => move.ways.map((way) => ({ move, way })));
    this.made = this.ways.some(({ way }) => this.remainingMoves(way, made)) ? made : [];
  }

  get position() {
    const position = copyPosition(this.start);
    for (const step of this.made) moveChecker(this.game, position, step);
    return position;
  }

  // Returns the remaining moves of a way after `made`, or null if it does not fit.
  remainingMoves(way, made) {
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

  // Returns the legal next moves after `made`.
  steps(made = this.made) {
    const position = copyPosition(this.start);
    for (const step of made) moveChecker(this.game, position, step);
    const found = new Map();
    for (const { way } of this.ways) {
      const rest = this.remainingMoves(way, made);
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

  // Returns the places that one checker can reach from there, each with its moves, shortest first.
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

  // Moves a checker; returns false if it cannot.
  move(from, to) {
    const path = this.paths(from).find(({ at }) => at === to);
    if (!path) return false;
    this.made.push(...path.steps);
    return true;
  }

  // Returns the remaining dice in their order, 0 for a played one. A doublet has four.
  remainingDice(dice) {
    const left = dice[0] === dice[1] ? [...dice, ...dice] : [...dice];
    for (const [from, to] of this.made) {
      const exact = left.indexOf(from - to);
      left[exact < 0 ? left.findIndex((number) => number > from - to) : exact] = 0;
    }
    return left;
  }

  // Moves a checker by the first die that it can use; returns false if there is none. Chains have
  // one number instead of dice.
  tap(from, dice) {
    const steps = this.steps().filter(([at]) => at === from);
    const by = (number) => steps.find(([, to]) => from - to === number) ?? steps.find(([, to]) => to === OFF && from < number);
    const numbers = dice ? this.remainingDice(dice).filter((number) => number > 0) : [];
    const step = numbers.map(by).find(Boolean) ?? steps[0];
    if (step) this.made.push(step);
    return Boolean(step);
  }

  undo() { return this.made.pop() !== undefined; }

  // Returns the play if it is complete, or null.
  completePlay(made = this.made) {
    const done = this.ways.find(({ way }) => this.remainingMoves(way, made)?.length === 0);
    return done?.move ?? null;
  }

  // True if the play is complete and no move can be added.
  get isFull() { return this.completePlay() !== null && this.steps().length === 0; }

  // True if there is no choice.
  get isForced() { return this.decision.moves.length === 1 && this.ways.length === 1 && this.ways[0].way.length === 0; }

  // Enters a typed play, such as "24/21 24/23", "24/18", "8/4(2)", "bar/20", "5/off", or the rest
  // of one that was begun. Makes the legal part of it. Returns what is wrong, or nothing.
  enterText(text) {
    const wanted = [];
    for (const word of text.toLowerCase().replaceAll("*", "").split(/[\s,]+/).filter(Boolean)) {
      if (!/^(bar|off|\d{1,2})(\/(bar|off|\d{1,2}))+(\(\d\))?$/.test(word)) return t("no_checker_move", { word });
      wanted.push(...parsePlay(word));
    }
    if (wanted.length === 0) return t("expected_play");
    for (const isEnough of [(made) => this.completePlay(made), () => true]) {
      for (const begun of [this.made, []]) {
        const found = this.search(wanted, begun, isEnough);
        if (!found) continue;
        this.made = found;
        return this.completePlay() ? null : t("legal_so_far", { text, example: this.example() });
      }
    }
    return this.explainIllegal(wanted);
  }

  // Tries the wanted moves in any order, each by any path.
  search(wanted, made, isEnough) {
    if (wanted.length === 0) return isEnough(made) ? made : null;
    for (let i = 0; i < wanted.length; ++i) {
      const [from, to] = wanted[i];
      const rest = wanted.filter((_, j) => j !== i);
      for (const path of this.paths(from, made)) {
        if (path.at !== to) continue;
        const found = this.search(rest, [...made, ...path.steps], isEnough);
        if (found) return found;
      }
    }
    return null;
  }

  // Returns a legal play that starts with the moves made.
  example() { return this.ways.find(({ way }) => this.remainingMoves(way, this.made)).move.play; }

  // Explains why typed moves cannot be made: the first one that fails, and the visible reason.
  explainIllegal(wanted) {
    const made = [], position = copyPosition(this.start);
    for (const [from, to] of wanted) {
      const path = this.paths(from, made).find(({ at }) => at === to);
      if (!path) return t("illegal_move", { move: `${placeName(from)}/${to === BAR ? to : placeName(to)}`, why: this.obstacle(position, from, to) });
      made.push(...path.steps);
      for (const step of path.steps) moveChecker(this.game, position, step);
    }
    return t("illegal_play", { why: this.limit() });
  }

  // Explains why a checker on a place cannot move by any die, or to another place.
  whyNot(from, to) {
    const { position } = this;
    if (this.isFull) return t("press_done");
    if (from === OFF) return t("why_tray");
    if (to !== undefined || position.own[from] === 0) return t("sentence", { text: this.obstacle(position, from, to ?? from - 1) });
    const numbers = [...new Set(this.numbers(true))];
    const whys = new Set(numbers.map((number) => `${this.obstacle(position, from, Math.max(OFF, from - number))}`));
    return t("why_not", { place: placeName(from), why: join([...whys], t("semicolon")) });
  }

  // Returns the numbers of the dice or of a chain; only those `left` after the moves made.
  numbers(left = false) {
    const { chain, dice } = this.decision;
    if (chain) return [chain.numbers[0][0]];
    const both = dice.split("-").map(Number);
    return left ? this.remainingDice(both).filter((number) => number > 0) : both;
  }

  obstacle(position, from, to) {
    const numbers = this.numbers();
    const [one, two = one] = numbers;
    const reach = one === two ? [1, 2, 3, 4].map((times) => times * one) : [one, two, one + two];
    if (from > BAR || position.own[from] === 0) return t("why_none_there", { place: placeName(from) });
    if (to >= from) return t("why_direction");
    if (position.own[BAR] > 0 && from !== BAR) return t("why_bar_first");
    if (position.ownPinned.has(from) && position.own[from] === 1) return t("why_pinned");
    if (to === OFF) return this.obstacleOff(position);
    if (!reach.includes(from - to)) return t("why_distance", { n: from - to, numbers: join(numbers, t("and")) });
    const held = position.opp[mirror(this.game, to)];
    if (held >= (this.game.contact === "block" || position.ownPinned.has(to) ? 1 : 2)) return t("why_held", { point: to });
    return this.rule(position, from, to) ?? this.limit();
  }
  obstacleOff(position) {
    if (position.ownPinned.size > 0) return t("why_pinned_off");
    if (position.own.some((count, at) => at > 6 && count > 0)) return t("why_not_home");
    return t("why_not_off");
  }

  // Returns the rule of Fevga or Moultezim that forbids a move, if it is one that can be seen.
  rule(position, from, to) {
    if (!["fevga", "moultezim"].includes(this.game.name)) return undefined;
    const first = position.own.findIndex((count, at) => at > OFF && count > 0);
    if (position.own[OFF] === 0 && first > 11 && from !== first) return t("why_runner");
    const after = copyPosition(position);
    moveChecker(this.game, after, [from, to]);
    const [low, high, most] = this.game.name === "fevga" ? [19, 24, 5] : [7, 12, 4];
    if (after.own.slice(low, high + 1).filter((count) => count > 0).length > most) return t(`why_${this.game.name}_limit`);
    return t("why_as_much_or_trap", { example: this.example() });
  }
  limit() { return t("why_as_much", { example: this.example() }); }
}
