// Sends requests to gioul serve. The result is { json, again }, where "error" in the JSON describes
// an error and `again` means that the same request may succeed soon; or { lost }, a message, if
// there was no answer. (The page without a server may return { missing: { game, why } } for a file
// that cannot be downloaded.)
import { t } from "./language.js";

const root = "api/v1/";
const noAnswer = { lost: t("server_silent") };

async function fetchJson(path, options) {
  try {
    const answer = await fetch(root + path, { signal: AbortSignal.timeout(60000), ...options });
    return { json: await answer.json(), again: answer.status === 502 || answer.status === 503 };
  } catch {
    return noAnswer;
  }
}

// Sends a POST request with `body`, or a GET request if there is none.
export const sendRequest = (name, body) =>
  fetchJson(name, body && { method: "POST", headers: { "Content-Type": "application/json" },
                            body: JSON.stringify(body) });

// Starts a job; `onEvent(name, result)` receives "progress" events and one "result". Returns
// { stop }, a function that stops the job, or { refused }, the result of the failed request.
export async function beginJob(body, onEvent) {
  const created = await sendRequest("jobs", body);
  const job = created.json?.job;
  if (!job) return { refused: created };
  const events = new EventSource(`${root}jobs/${job}/events`);
  events.addEventListener("progress", (event) => onEvent("progress", { json: JSON.parse(event.data) }));
  for (const name of ["result", "error"]) {
    events.addEventListener(name, (event) => {
      events.close();
      onEvent("result", event.data ? { json: JSON.parse(event.data), again: false } : noAnswer);
    });
  }
  return { stop: () => fetchJson(`jobs/${job}`, { method: "DELETE" }) };
}

// This page cannot work without its server.
export const download = null, offline = null;
