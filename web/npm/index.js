// gioul for JavaScript programs: legal plays, evaluation, analysis, rollouts and game records.
import { EngineGroup, EngineWorker } from "./engine_workers.js";

// An invalid request (`field`) or another failure; `again`: the request may succeed later.
export class GioulError extends Error {
  constructor(message, { field, again = false } = {}) {
    super(message);
    Object.assign(this, { name: "GioulError", field, again });
  }
}

// Writes a value as JSON. `what` names it in the message of a failure.
function toJson(value, what) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new GioulError(`${what} cannot be written as JSON: ${error.message}`);
  }
}

export class Gioul {
  #quick = new EngineWorker();
  #long;

  // `threads`: number of workers per rollout, if they can share memory.
  constructor({ threads } = {}) {
    if (threads !== undefined && !(Number.isInteger(threads) && threads > 0)) {
      throw new GioulError("threads: expected a whole number from 1 on", { field: "threads" });
    }
    this.#long = new EngineGroup(threads);
  }

  // Sends any request of docs/serve.md. With `long` it runs beside the others. `progress` receives
  // intermediate results; if `signal` is aborted, the request returns the result so far.
  async request(name, fields = {}, { long = false, progress, signal } = {}) {
    if (signal && !(signal instanceof AbortSignal)) {
      throw new GioulError("signal: expected an AbortSignal", { field: "signal" });
    }
    if ((fields?.request ?? name) !== name) {
      throw new GioulError(`request: expected ${name}`, { field: "request" });
    }
    const request = JSON.parse(toJson({ ...fields, request: name }, "the fields"));
    const thread = long ? this.#long : this.#quick;
    const { answer, again } = await thread.ask(request, { progress, signal });
    if (answer.error !== undefined) throw new GioulError(answer.error, { field: answer.field, again });
    return answer;
  }

  async games() {
    return (await this.request("games")).games;
  }
  async players(variant) {
    const games = await this.games(), game = games.find(({ name, alias }) => name === variant || alias === variant);
    if (!game) {
      throw new GioulError(`variant: expected ${games.map(({ name }) => name).join(", ")}`, { field: "variant" });
    }
    return (await this.request("players")).players[game.name];
  }
  position(position) {
    return this.request("position", position);
  }
  moves(decision) {
    return this.request("moves", decision);
  }
  evaluate(position) {
    return this.request("evaluate", position);
  }
  choose(decision) {
    return this.request("choose", decision);
  }
  analyze(decision, options) {
    return this.request("analyze", decision, { long: true, ...options });
  }
  rollout(decision, options) {
    return this.request("rollout", decision, { long: true, ...options });
  }
  judge(decision) {
    return this.request("judge", decision);
  }
  decisions(which) {
    return this.request("decisions", which);
  }
  // Without `game`, replays the first legal game.
  replay(text, game) {
    return this.request("replay", { text, game });
  }
  // Converts a game, several games or their text to "text" or "jsonl".
  async record(games, format = "text") {
    const text = typeof games === "string" ? games : [games].flat().map((game) => `${toJson(game, "the game")}\n`).join("");
    const { text: converted, rejected } = await this.request("record", { text, format });
    if (rejected?.length > 0) throw new GioulError(`text: line ${rejected[0].line}: ${rejected[0].error}`, { field: "text" });
    return converted;
  }

  // Replaces the net of a variant by the bytes of a safetensors file for the requests that follow.
  // If it is not a net of the variant, throws a GioulError and keeps the old one.
  async setNet(game, bytes) {
    if (typeof game !== "string") throw new GioulError("game: expected a name", { field: "game" });
    if (!(bytes instanceof Uint8Array)) throw new GioulError("bytes: expected a Uint8Array", { field: "bytes" });
    let copy;
    try {
      copy = bytes.slice();
    } catch {
      throw new GioulError("bytes: the array has been transferred", { field: "bytes" });
    }
    const results = await Promise.all([this.#quick.setNet(game, copy), this.#long.setNet(game, copy)]);
    const { answer, again } = results.find((result) => result.answer.error !== undefined) ?? results[0];
    if (answer.error !== undefined) throw new GioulError(answer.error, { field: answer.field === "variant" ? "game" : "bytes", again });
  }

  close() {
    this.#quick.close();
    this.#long.close();
  }
}
