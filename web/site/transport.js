// Connects the page to the engine in its browser, in place of cli/serve/web_ui/transport.js. Also
// makes the page available offline.
import { EngineGroup, EngineWorker } from "./gioul/engine_workers.js";

const quick = new EngineWorker(), long = new EngineGroup();
const shaped = ({ answer, again }) => ({ json: answer, again });

// Asks the service worker to store a file. The files of a variant are stored when it is played.
const kept = new Map();
async function sendToKeep(name) {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => port1.addEventListener("message", ({ data }) => resolve(data), { once: true }));
  port1.start();
  active.postMessage({ keep: name }, [port2]);
  if (await answer) return;
  kept.delete(name);
  throw new Error(`${name} could not be kept`);
}
function keep(name) {
  if (!kept.has(name)) kept.set(name, sendToKeep(name));
  return kept.get(name);
}
const netOf = (game) => `gioul/data/${game}.safetensors.gz`, setOf = (game) => `gioul/data/${game}.decisions.gz`;

// Offline use of all variants. `bytes()` returns the download size; keepAll() calls told(fraction)
// and returns true if everything was stored.
export const offline = navigator.serviceWorker && {
  async bytes() {
    const games = await (await fetch("gioul/data/games.json")).json();
    return Object.values(games).reduce((sum, bytes) => sum + bytes, 0);
  },
  async keepAll(told) {
    const games = Object.keys(await (await fetch("gioul/data/games.json")).json());
    const files = games.flatMap((game) => [netOf(game), setOf(game)]);
    try {
      for (const [i, file] of files.entries()) {
        told(i / files.length);
        await keep(file);
      }
    } catch {
      return false;
    }
    return true;
  },
};

export async function ask(name, body) {
  const result = await quick.ask({ request: name, ...body });
  const game = body?.variant;
  if (game && offline) keep(name === "decisions" ? setOf(game) : netOf(game)).catch(() => {});
  return shaped(result);
}

export async function begin(body, seen) {
  const stop = new AbortController();
  long.ask(body, { progress: (json) => seen("progress", { json }), signal: stop.signal })
    .then((result) => seen("result", shaped(result)));
  return { stop: () => stop.abort() };
}

navigator.serviceWorker?.register("service_worker.js").catch(() => {});
