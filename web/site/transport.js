// Connects the page to the engine in its browser, in place of cli/serve/web_ui/transport.js. Also
// makes the page available offline.
import { EngineGroup, EngineWorker } from "./gioul/engine_workers.js";
import { answers, bytes } from "./first_answers.js";

// Downloads in progress, by file. `onDownload` is called with the last one: { game, kind, share }
// (no game: the engine), or null when there is none.
const downloads = new Map();
let onDownload = () => {};
function loading({ file, bytes: count, total = bytes[`gioul/${file}`], over }) {
  const [, game, kind] = /^data\/([^.]+)\.(\w+)/.exec(file) ?? [];
  if (over) downloads.delete(file);
  else if (total) downloads.set(file, { game, kind, share: Math.min(1, count / total) });
  onDownload([...downloads.values()].at(-1) ?? null);
}
const quick = new EngineWorker({ loading }), long = new EngineGroup(undefined, { loading });
const toResult = ({ answer, again, missing }, game) => missing ? { missing: { game, why: answer.error } } : { json: answer, again };

// Downloads the engine and a variant's net before they are needed.
export const download = {
  listen(listener) { onDownload = listener; },
  begin: (game) => quick.ask({ request: "evaluate", variant: game }),
};

const worker = navigator.serviceWorker;
const netOf = (game) => `gioul/data/${game}.safetensors.gz`, setOf = (game) => `gioul/data/${game}.decisions.gz`;

// Asks the service worker to store a file.
async function askToStore(name) {
  const { active } = await worker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => port1.addEventListener("message", ({ data }) => resolve(data), { once: true }));
  port1.start();
  active.postMessage({ keep: name }, [port2]);
  if (!(await answer)) throw new Error(`${name} was not stored`);
}
const stored = new Map();  // promises by file name
function store(name) {
  if (!stored.has(name)) stored.set(name, askToStore(name).catch((error) => { stored.delete(name); throw error; }));
  return stored.get(name);
}
// Stores the files of a variant that is played or analyzed.
function storeFilesOf({ request, variant }) {
  if (worker && variant) store(request === "decisions" ? setOf(variant) : netOf(variant)).catch(() => {});
}

// Offline use.
// - isStored: the page comes from the service worker
// - bytes: the download size of all variants
// - storeAll(onProgress): stores all variants. Calls onProgress(fraction), and resolves to true if
//   everything was stored.
// - start(onNewVersion, loaded): begins to store the files of this version. If there is a newer
//   version, calls onNewVersion(reload), where reload() switches to it; if this is the only open
//   page, it switches by itself once `loaded` resolves.
export const offline = worker && {
  isStored: Boolean(worker.controller),
  bytes: Object.entries(bytes).reduce((sum, [name, count]) => name.endsWith(".gz") ? sum + count : sum, 0),
  async storeAll(onProgress) {
    const names = Object.keys(bytes).filter((name) => name.endsWith(".gz"));
    try {
      for (const [i, name] of names.entries()) {
        onProgress(i / names.length);
        await store(name);
      }
    } catch {
      return false;
    }
    return true;
  },
  async start(onNewVersion, loaded) {
    let isControlled = Boolean(worker.controller);
    worker.addEventListener("controllerchange", () => {
      if (isControlled) location.reload();
      isControlled = true;
    });
    const registration = await worker.register("service_worker.js");
    const checkForUpdate = () => {
      const { waiting } = registration;
      if (waiting && isControlled) onNewVersion(() => waiting.postMessage({ asked: true }));
    };
    registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", checkForUpdate));
    checkForUpdate();
    (await worker.ready).active.postMessage({ renew: true });
    await loaded;
    registration.waiting?.postMessage({ asked: false });
  },
};

export async function sendRequest(name, body) {
  if (!body && answers[name]) return { json: answers[name] };
  const request = { request: name, ...body };
  const result = toResult(await quick.ask(request), request.variant);
  if (result.json) storeFilesOf(request);
  return result;
}

export async function beginJob(body, onEvent) {
  const stop = new AbortController();
  long.ask(body, { progress: (json) => onEvent("progress", { json }), signal: stop.signal }).then((result) => {
    onEvent("result", toResult(result, body.variant));
    if (!result.missing) storeFilesOf(body);
  });
  return { stop: () => stop.abort() };
}
