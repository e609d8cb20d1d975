/** A game's name: "gioul", "gul-bara", "gul-bara-lost", "plakoto", "plakoto-no-mother", "fevga",
 * "moultezim" or "portes". */
export type Variant = string;

/** A position as text, seen by its player to act; the start if there is none. */
export interface PositionFields {
  variant?: Variant;
  position?: string;
  /** How many a side at the start, in place of a position. */
  checkers?: number;
}

/** With the dice, where the position is to roll. */
export interface Decision extends PositionFields {
  dice?: [number, number];
}

export interface Game {
  name: Variant;
  alias?: string;
  start: string;
  movement: "contrary" | "parallel";
  contact: "block" | "hit" | "pin";
  chains: boolean;
  ties: boolean;
  fewer_checkers: boolean;
  player: string;
  net: boolean;
}

export interface Move {
  play: string;
  /** A position, or "win=1", "win=2", "tie". */
  afterstate: string;
  /** Every order of its checker moves, as pairs of places. */
  ways?: [number, number][][];
}

export interface Moves {
  variant: Variant;
  position: string;
  dice?: string;
  /** Whether the same player acts next. */
  acts_again: boolean;
  any_order: boolean;
  moves: Move[];
}

/** Probabilities of losing 2, losing 1, a tie, winning 1, winning 2. */
export type Outcomes = [number, number, number, number, number];

export interface Value {
  equity: number;
  outcomes: Outcomes;
}

export interface RankedPlay extends Value {
  play: string;
  afterstate: string;
}

export interface Evaluation extends Value {
  plays?: RankedPlay[];
}

export interface Choice {
  variant: Variant;
  position: string;
  dice?: string;
  player: string;
  play: string;
  afterstate: string;
}

export interface Analysis {
  variant: Variant;
  position: string;
  dice?: string;
  plies: number;
  value: Value;
  plays: { play: string; afterstate: string; equity: number; outcomes?: Outcomes; [more: string]: unknown }[];
  [more: string]: unknown;
}

export interface RolledPlay {
  play?: string;
  equity: number;
  standard_error: number;
  trials: number;
  [more: string]: unknown;
}

export interface Rollout {
  variant: Variant;
  position: string;
  seed: number;
  plays?: RolledPlay[];
  [more: string]: unknown;
}

export interface RolloutProgress {
  done: number;
  most: number;
  rolled: RolledPlay[];
}

export interface JudgedPlay extends Value {
  play: string;
  afterstate: string;
  plies: number;
  exact: boolean;
}

export interface Verdict {
  variant: Variant;
  position: string;
  dice?: string;
  plies: number;
  /** Points that the best play is worth more. */
  cost: number;
  forced: boolean;
  /** Whether both were looked at to different depths. */
  mixed: boolean;
  made: JudgedPlay;
  best: JudgedPlay;
  /** Of the position before the roll, and points that the roll is worth more. */
  value?: number;
  luck?: number;
}

export interface Decisions {
  variant: Variant;
  /** How many the set has. */
  of: number;
  /** Of each play that was rolled out, at most. */
  trials: number;
  decisions: {
    number: number;
    position: string;
    dice?: [number, number];
    kind: "ordinary" | "chain" | "forfeit" | "bearing-off";
    /** The best first; `loss` in millipoints, an estimate where it has no standard error. */
    plays: { play: string; afterstate: string; loss: number; error?: number }[];
  }[];
}

/** A game as a line of JSON has it (docs/games.md of gioul). */
export interface RecordedGame {
  variant: Variant;
  checkers: number;
  /** Its number. */
  game: number;
  /** Who moves first, and the other. */
  players?: [string, string];
  /** Where it began, if that isn't the game's start. */
  start?: string;
  /** Points of the first player, from -2 to 2; or it goes on yet. */
  result?: number;
  running?: boolean;
  /** Who gave up. */
  gave_up?: 1 | 2;
  /** `dice` such as "3-1", or null where the position, which must be there then, has what is pending. */
  decisions: { player: 1 | 2; position?: string; dice: string | null; play: string }[];
}

export interface WorkOptions {
  progress?: (found: RolloutProgress) => void;
  signal?: AbortSignal;
}

/** What a request got wrong, and which field of it; `again`: it may be answered later. */
export class GioulError extends Error {
  constructor(message: string, more?: { field?: string; again?: boolean });
  field?: string;
  again: boolean;
}

/** Two workers that answer requests, as docs/serve.md of gioul describes them. */
export class Gioul {
  /** `threads`: how many workers play a rollout, where the page is isolated (or in Node, which has 1 otherwise);
   * as many as there are processors, up to 4. */
  constructor(options?: { threads?: number });
  request(name: string, fields?: object, options?: WorkOptions & { long?: boolean }): Promise<any>;
  games(): Promise<Game[]>;
  /** The players that may be named for a game. */
  players(variant: Variant): Promise<string[]>;
  moves(decision: Decision): Promise<Moves>;
  /** What a position is worth, and with dice its plays, by the net alone. */
  evaluate(position: Decision & { plays?: number }): Promise<Evaluation>;
  choose(decision: Decision & { player?: string; plies?: number; seed?: number }): Promise<Choice>;
  analyze(
    decision: Decision & {
      plies?: number; filter?: number; beam?: number; tables?: boolean; chain?: "full" | "decisions";
      rollout?: boolean; trials?: number; seed?: number;
    },
    options?: WorkOptions,
  ): Promise<Analysis>;
  rollout(
    decision: Decision & {
      plays?: number; trials?: number; truncate?: number; luck?: "best" | "all" | "doublets" | "none";
      error?: number; certainty?: number; tables?: boolean; player?: string; seed?: number;
    },
    options?: WorkOptions,
  ): Promise<Rollout>;
  /** What the play that leads to `afterstate` cost, and the luck of its roll. */
  judge(
    decision: Decision & {
      afterstate: string; player?: string; plies?: number; filter?: number; beam?: number; tables?: boolean; luck?: boolean;
    },
  ): Promise<Verdict>;
  /** Decisions to solve, drawn by lot from the set that comes with a game. */
  decisions(which?: { variant?: Variant; count?: number; seed?: number }): Promise<Decisions>;
  /** The games of a text or of JSON lines, and one of them move by move. */
  replay(text: string, game?: number): Promise<any>;
  /** Games, or a text of them, written as text or as JSON lines, each played again by the rules. */
  record(games: RecordedGame | RecordedGame[] | string, form?: "text" | "jsonl"): Promise<string>;
  /** Plays by another net, the bytes of a safetensors file. What is being worked on ends. */
  setNet(game: Variant, bytes: Uint8Array): void;
  close(): void;
}
