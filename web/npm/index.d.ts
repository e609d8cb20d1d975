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
  /** The games of a text or of JSON lines, and one of them move by move. */
  replay(text: string, game?: number): Promise<any>;
  /** Plays by another net, the bytes of a safetensors file. What is being worked on ends. */
  setNet(game: Variant, bytes: Uint8Array): void;
  close(): void;
}
