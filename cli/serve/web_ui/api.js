// Requests to the JSON API, the only source of what the page shows. transport.js sends them: to a
// server, or to an engine in this browser (web/site/transport.js).
import { apiMessage } from "./api_errors.js";
import { gameTitle } from "./games.js";
import { t, UserError } from "./language.js";
import { beginJob, sendRequest } from "./transport.js";

// `again`: the same request may succeed soon. `lost`: the server or a file could not be reached;
// the request may succeed later. `field`: the invalid field of the request.
export class ApiError extends UserError {
  constructor(text, { again = false, lost = false, field } = {}) {
    super(text);
    Object.assign(this, { again, lost, field });
  }
}

// Returns the result of transport.js, or throws its error as an ApiError.
async function unwrapResult({ json, again, lost, missing }) {
  if (lost) throw new ApiError(lost, { again: true, lost: true });
  if (missing) throw new ApiError(t(missing.game ? "game_missing" : "engine_missing", { game: missing.game && gameTitle(missing.game), why: missing.why }), { lost: true });
  if (json.error !== undefined) throw new ApiError(await apiMessage(json.error), { again, field: json.field });
  return json;
}

export const get = async (name) => unwrapResult(await sendRequest(name));
export const post = async (name, body) => unwrapResult(await sendRequest(name, body));

// Starts a job and calls `onEvent(name, data)` for its events "progress", "result" and "error";
// `data` is JSON or, for "error", an ApiError. Returns a function that stops the job.
export async function startJob(body, onEvent) {
  const { stop, refused } = await beginJob(body, async (name, data) => {
    if (name === "progress") return onEvent(name, data.json);
    let result;
    try {
      result = await unwrapResult(data);
    } catch (error) {
      return onEvent("error", error);
    }
    onEvent("result", result);
  });
  if (refused) await unwrapResult(refused);
  return stop;
}

// Runs an analysis as a job, since whole chains of small numbers may exceed the time limit of a
// request. Calls `onStart(stop)` with a function that stops it, and `onProgress({ done, total })`.
export function analyzeInJob(request, { onStart, onProgress } = {}) {
  return new Promise((resolve, reject) => {
    const onEvent = (name, data) => {
      if (name === "progress") onProgress?.(data);
      if (name === "result") resolve(data);
      if (name === "error") reject(data);
    };
    startJob({ request: "analyze", ...request }, onEvent).then(onStart, reject);
  });
}

// Returns a seed for dice and players.
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
export function rollDie() {
  for (;;) {  // 252 = 42 * 6: all numbers are equally likely
    const byte = crypto.getRandomValues(new Uint8Array(1))[0];
    if (byte < 252) return 1 + (byte % 6);
  }
}
export const rollDice = () => [rollDie(), rollDie()].sort((a, b) => b - a);
