// How this page reaches the engine in its browser, in place of cli/serve/page/transport.js. It also
// keeps the files that the page is made of, so that it needs no network when it is opened again.
import { EngineThread } from "./gioul/threads.js";

const quick = new EngineThread(), long = new EngineThread();
const shaped = ({ answer, again }) => ({ json: answer, again });

// The service worker keeps the nets of games that were played.
const kept = new Set();
async function keepNet(game) {
  if (!game || kept.has(game) || !navigator.serviceWorker) return;
  kept.add(game);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: `gioul/nets/${game}.safetensors.gz` });
}

export async function ask(name, body) {
  const result = await quick.ask({ request: name, ...body });
  keepNet(body?.variant);
  return shaped(result);
}

export async function begin(body, seen) {
  const stop = new AbortController();
  long.ask(body, { progress: (json) => seen("progress", { json }), signal: stop.signal })
    .then((result) => seen("result", shaped(result)));
  return { stop: () => stop.abort() };
}

navigator.serviceWorker?.register("service_worker.js").catch(() => {});
