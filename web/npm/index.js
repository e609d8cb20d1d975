// Gioul and its family for programs in JavaScript: positions, plays, what they are worth, records.
import { EngineTeam, EngineThread } from "./threads.js";

// What a request got wrong (`field`), or what went wrong; `again`: it may be answered later.
export class GioulError extends Error {
  constructor(message, { field, again = false } = {}) {
    super(message);
    Object.assign(this, { name: "GioulError", field, again });
  }
}

export class Gioul {
  #quick = new EngineThread();
  #long;

  // `threads`: how many play a rollout, where they can share memory.
  constructor({ threads } = {}) {
    this.#long = new EngineTeam(threads);
  }

  // Any request of docs/serve.md. With `long` it is worked on beside the others; `progress` hears
  // what has been found so far, and an aborted `signal` makes it answer with that.
  async request(name, fields = {}, { long = false, progress, signal } = {}) {
    const thread = long ? this.#long : this.#quick;
    const { answer, again } = await thread.ask({ request: name, ...fields }, { progress, signal });
    if (answer.error !== undefined) throw new GioulError(answer.error, { field: answer.field, again });
    return answer;
  }

  async games() {
    return (await this.request("games")).games;
  }
  async players(variant) {
    return (await this.request("players")).players[variant];
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
  replay(text, game = 0) {
    return this.request("replay", { text, game });
  }
  // A game, several or their text, written as "text" or as "jsonl".
  async record(games, format = "text") {
    const text = typeof games === "string" ? games : [games].flat().map((game) => `${JSON.stringify(game)}\n`).join("");
    return (await this.request("record", { text, format })).text;
  }

  // Another net of a game, as the bytes of its file (safetensors).
  setNet(game, bytes) {
    this.#quick.setNet(game, bytes);
    this.#long.setNet(game, bytes);
  }

  close() {
    this.#quick.close();
    this.#long.close();
  }
}
