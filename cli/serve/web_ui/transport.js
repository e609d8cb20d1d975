// Sends requests to gioul serve. Returns { json, again }: "error" in the JSON describes an error,
// `again` means that the request may be repeated. Or { lost }, the reason why nothing came. (The
// page without a server may answer { missing: { game, why } } for a file.)
import { t } from "./language.js";

const root = "api/v1/";
const silence = { lost: t("server_silent") };

async function fetched(path, options) {
  try {
    const answer = await fetch(root + path, { signal: AbortSignal.timeout(60000), ...options });
    return { json: await answer.json(), again: answer.status === 502 || answer.status === 503 };
  } catch {
    return silence;
  }
}

// Reads what exists if there is no body, else sends a request.
export const ask = (name, body) =>
  fetched(name, body && { method: "POST", headers: { "Content-Type": "application/json" },
                          body: JSON.stringify(body) });

// Starts a job; `seen` receives "progress" events and one "result". Returns { stop } or { refused
// }.
export async function begin(body, seen) {
  const begun = await ask("jobs", body);
  const job = begun.json?.job;
  if (!job) return { refused: begun };
  const events = new EventSource(`${root}jobs/${job}/events`);
  events.addEventListener("progress", (event) => seen("progress", { json: JSON.parse(event.data) }));
  for (const name of ["result", "error"]) {
    events.addEventListener(name, (event) => {
      events.close();
      seen("result", event.data ? { json: JSON.parse(event.data), again: false } : silence);
    });
  }
  return { stop: () => fetched(`jobs/${job}`, { method: "DELETE" }) };
}

// This page cannot work without its server.
export const download = null, offline = null;
