// Requests to the interface that this page stands on. Everything it shows comes from here.
const root = "api/v1/";

// `again`: the same request may be answered later. `field`: what of the request is wrong.
export class ApiError extends Error {
  constructor(message, { again = false, field } = {}) {
    super(message);
    Object.assign(this, { again, field });
  }
}

const silence = () => new ApiError("gioul serve does not answer: is it still running?", { again: true });

async function ask(path, options) {
  let answer, json;
  try {
    answer = await fetch(root + path, { signal: AbortSignal.timeout(60000), ...options });
    json = await answer.json();
  } catch {
    throw silence();
  }
  if (!answer.ok) throw new ApiError(json.error ?? `status ${answer.status}`, { again: answer.status >= 500, field: json.field });
  return json;
}

export const get = (path) => ask(path, {});
export const post = (path, body) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" },
              body: JSON.stringify(body) });

// Begins a job and tells `seen(name, what)` what happens to it: JSON, or an ApiError. Returns how to
// stop it.
export async function startJob(body, seen) {
  const { job } = await post("jobs", body);
  const events = new EventSource(`${root}jobs/${job}/events`);
  for (const name of ["progress", "result"]) {
    events.addEventListener(name, (event) => {
      if (name === "result") events.close();
      seen(name, JSON.parse(event.data));
    });
  }
  events.addEventListener("error", (event) => {
    events.close();
    const told = event.data ? JSON.parse(event.data) : null;
    seen("error", told ? new ApiError(told.error, told) : silence());
  });
  return () => ask(`jobs/${job}`, { method: "DELETE" }).catch(() => {});
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
