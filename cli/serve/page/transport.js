// How this page reaches gioul serve. What comes back is { json, again }, where "error" in the JSON says
// what is wrong and `again` that it may be asked again, or { lost } where nothing came, and why.
const root = "api/v1/";
const silence = { lost: "gioul serve does not answer: is it still running?" };

async function fetched(path, options) {
  try {
    const answer = await fetch(root + path, { signal: AbortSignal.timeout(60000), ...options });
    return { json: await answer.json(), again: answer.status >= 500 };
  } catch {
    return silence;
  }
}

// Without a body what there is, else an answer.
export const ask = (name, body) =>
  fetched(name, body && { method: "POST", headers: { "Content-Type": "application/json" },
                          body: JSON.stringify(body) });

// Begins a job, of which `seen` hears "progress" and once "result". Returns { stop } or { refused }.
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

// Without its server this page can't go on.
export const offline = null;
