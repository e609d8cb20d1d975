// Requests to the JSON API, the only source of what the page shows. transport.js sends them: to a
// server, or to an engine in this browser (web/site/transport.js).
import { apiMessage } from "./api_errors.js";
import { gameTitle } from "./games.js";
import { t, UserError } from "./language.js";
import { ask, begin } from "./transport.js";

// `again`: the same request may succeed soon. `lost`: it may succeed when something can be reached
// again. `field`: the invalid field of the request.
export class ApiError extends UserError {
  constructor(text, { again = false, lost = false, field } = {}) {
    super(text);
    Object.assign(this, { again, lost, field });
  }
}

// Returns the result of transport.js, or throws its error as an ApiError.
async function told({ json, again, lost, missing }) {
  if (lost) throw new ApiError(lost, { again: true, lost: true });
  if (missing) throw new ApiError(t(missing.game ? "game_missing" : "engine_missing", { game: missing.game && gameTitle(missing.game), why: missing.why }), { lost: true });
  if (json.error !== undefined) throw new ApiError(await apiMessage(json.error), { again, field: json.field });
  return json;
}

export const get = async (name) => told(await ask(name));
export const post = async (name, body) => told(await ask(name, body));

// Starts a job and calls `seen(name, what)` for its events; `what` is JSON or an ApiError. Returns
// a function that stops the job.
export async function startJob(body, seen) {
  const { stop, refused } = await begin(body, async (name, what) => {
    if (name === "progress") return seen(name, what.json);
    let result;
    try {
      result = await told(what);
    } catch (error) {
      return seen("error", error);
    }
    seen("result", result);
  });
  if (refused) await told(refused);
  return stop;
}

// Runs an analysis as a job, since whole chains of small numbers may exceed the time limit of a
// request. Calls `begun(stop)` with a function that stops it, and `told({ done, total })`.
export function analyzeInJob(request, { begun, told: heard } = {}) {
  return new Promise((resolve, reject) => {
    const seen = (event, json) => {
      if (event === "progress") heard?.(json);
      if (event === "result") resolve(json);
      if (event === "error") reject(json);
    };
    startJob({ request: "analyze", ...request }, seen).then(begun, reject);
  });
}

// Returns a seed for dice and players.
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
export function throwDie() {
  for (;;) {  // 252 = 42 * 6: all numbers are equally likely
    const byte = crypto.getRandomValues(new Uint8Array(1))[0];
    if (byte < 252) return 1 + (byte % 6);
  }
}
export const throwDice = () => [throwDie(), throwDie()].sort((a, b) => b - a);
