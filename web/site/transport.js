// Connects the page to the engine in its browser, in place of cli/serve/web_ui/transport.js. Also
// makes the page available offline.
import { EngineGroup, EngineWorker } from "./gioul/engine_workers.js";
import { answers, bytes } from "./first_answers.js";

// Downloads in progress, by file; `toldDownload` gets the last one: { game, kind, share } (no game:
// the engine), or null when there is none.
const arriving = new Map();
let toldDownload = () => {};
function loading({ file, bytes: count, total = bytes[`gioul/${file}`], over }) {
  const [, game, kind] = /^data\/([^.]+)\.(\w+)/.exec(file) ?? [];
  if (over) arriving.delete(file);
  else if (total) arriving.set(file, { game, kind, share: Math.min(1, count / total) });
  toldDownload([...arriving.values()].at(-1) ?? null);
}
const quick = new EngineWorker({ loading }), long = new EngineGroup(undefined, { loading });
const shaped = ({ answer, again, missing }, game) => missing ? { missing: { game, why: answer.error } } : { json: answer, again };

// Downloads the engine and a variant's net before they are needed.
export const download = {
  listen(told) { toldDownload = told; },
  begin: (game) => quick.ask({ request: "evaluate", variant: game }),
};

const worker = navigator.serviceWorker;
const netOf = (game) => `gioul/data/${game}.safetensors.gz`, setOf = (game) => `gioul/data/${game}.decisions.gz`;

// Asks the service worker to store a file.
async function send(name) {
  const { active } = await worker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => port1.addEventListener("message", ({ data }) => resolve(data), { once: true }));
  port1.start();
  active.postMessage({ keep: name }, [port2]);
  if (!(await answer)) throw new Error(`${name} was not stored`);
}
const kept = new Map();  // by name
function keep(name) {
  if (!kept.has(name)) kept.set(name, send(name).catch((error) => { kept.delete(name); throw error; }));
  return kept.get(name);
}
// Stores the files of a variant that is played or analyzed.
function keepFilesOf({ request, variant }) {
  if (worker && variant) keep(request === "decisions" ? setOf(variant) : netOf(variant)).catch(() => {});
}

// Offline use. `isStored`: the page comes from the service worker; `bytes`: the download size of
// all variants; keepAll(told) calls told(fraction) and
// resolves to true if everything was stored; start(renewed, loaded) begins to store this version's
// files, and calls renewed(reload) if there is a newer version, which reload() begins; if this is the
// only page, it begins once `loaded` resolves.
export const offline = worker && {
  isStored: Boolean(worker.controller),
  bytes: Object.entries(bytes).reduce((sum, [name, count]) => name.endsWith(".gz") ? sum + count : sum, 0),
  async keepAll(told) {
    const names = Object.keys(bytes).filter((name) => name.endsWith(".gz"));
    try {
      for (const [i, name] of names.entries()) {
        told(i / names.length);
        await keep(name);
      }
    } catch {
      return false;
    }
    return true;
  },
  async start(renewed, loaded) {
    let isControlled = Boolean(worker.controller);
    worker.addEventListener("controllerchange", () => {
      if (isControlled) location.reload();
      isControlled = true;
    });
    const registration = await worker.register("service_worker.js");
    const look = () => {
      const { waiting } = registration;
      if (waiting && isControlled) renewed(() => waiting.postMessage({ asked: true }));
    };
    registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", look));
    look();
    (await worker.ready).active.postMessage({ renew: true });
    await loaded;
    registration.waiting?.postMessage({ asked: false });
  },
};

export async function ask(name, body) {
  if (!body && answers[name]) return { json: answers[name] };
  const request = { request: name, ...body };
  const result = shaped(await quick.ask(request), request.variant);
  if (result.json) keepFilesOf(request);
  return result;
}

export async function begin(body, seen) {
  const stop = new AbortController();
  long.ask(body, { progress: (json) => seen("progress", { json }), signal: stop.signal }).then((result) => {
    seen("result", shaped(result, body.variant));
    if (!result.missing) keepFilesOf(body);
  });
  return { stop: () => stop.abort() };
}
