// Requests to the interface that this page stands on. Everything it shows comes from here. Who answers
// is behind transport.js: a server, or an engine in this browser (web/site/transport.js).
import { ask, begin } from "./transport.js";

// `again`: the same request may be answered later. `field`: what of the request is wrong.
export class ApiError extends Error {
  constructor(message, { again = false, field } = {}) {
    super(message);
    Object.assign(this, { again, field });
  }
}

// What transport.js brings: without "error", or as an ApiError.
function told({ json, again, lost }) {
  if (lost) throw new ApiError(lost, { again: true });
  if (json.error !== undefined) throw new ApiError(json.error, { again, field: json.field });
  return json;
}

export const get = async (name) => told(await ask(name));
export const post = async (name, body) => told(await ask(name, body));

// Begins a job and tells `seen(name, what)` what happens to it: JSON, or an ApiError. Returns how to
// stop it.
export async function startJob(body, seen) {
  const { stop, refused } = await begin(body, (name, what) => {
    if (name === "progress") return seen(name, what.json);
    let result;
    try {
      result = told(what);
    } catch (error) {
      return seen("error", error);
    }
    seen("result", result);
  });
  if (refused) told(refused);
  return stop;
}

// An analysis that may take longer than a request may: whole chains of small numbers.
export function analyseInTime(request) {
  return new Promise((resolve, reject) => {
    const seen = (event, json) => {
      if (event === "result") resolve(json);
      if (event === "error") reject(json);
    };
    startJob({ request: "analyze", ...request }, seen).catch(reject);
  });
}

// A number that the dice and the players' lots are drawn from.
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
export function throwDie() {
  for (;;) {  // 252 = 42 * 6: no number is more likely than another
    const byte = crypto.getRandomValues(new Uint8Array(1))[0];
    if (byte < 252) return 1 + (byte % 6);
  }
}
export const throwDice = () => [throwDie(), throwDie()].sort((a, b) => b - a);
