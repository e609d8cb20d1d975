// A worker with its own engine, which loads the files of a variant when they are first needed.
// While it runs, messages do not reach it, so it polls a stop signal instead.
import { loadEngine } from "./engine.js";
import { groupMember } from "./worker_group.js";

const inNode = typeof process === "object" && Boolean(process.versions?.node);
const port = inNode ? (await import("node:worker_threads")).parentPort : self;

async function load(name) {
  const url = new URL(name, import.meta.url);
  if (inNode) return (await import("node:fs/promises")).readFile(url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const needNoNet = new Set(["version", "games", "players", "position", "moves", "replay", "record"]);
const players = /^(random|blocker)$/;  // players without a net

async function bring({ request, variant = "gioul", player = "" }) {
  const engine = await engineReady;
  const file = `${variant}.${request === "decisions" ? "decisions" : "safetensors"}`;
  if (needNoNet.has(request) || (request === "choose" && players.test(player)) || engine.has(file)) return;
  if (variant in await gamesReady) engine.add(file, await unpacked(await load(`data/${file}.gz`)));
}

// The stop signal is shared memory or, if a page may not share any, an object URL that is revoked.
function isTakenBack(stop) {
  if (typeof stop !== "string") return Atomics.load(stop, 0) !== 0;
  const look = new XMLHttpRequest();
  look.open("GET", stop, false);
  try {
    look.send();
    return false;
  } catch {
    return true;
  }
}

async function answer({ id, request, stop, net, group }) {
  try {
    const engine = await engineReady;
    if (net) return engine.add(`${net.game}.safetensors`, net.bytes);
    await bring(request);
    const onProgress = (progress) => {
      port.postMessage({ id, progress });
      return isTakenBack(stop);
    };
    const member = group && groupMember(group, () => isTakenBack(stop));
    port.postMessage({ id, answer: engine.answer(request, onProgress, member) });
  } catch (error) {
    port.postMessage({ id, answer: { error: `the engine can't go on: ${error.message}` }, again: true });
  }
}

const engineReady = load("gioul.wasm").then(loadEngine);
const gamesReady = load("data/games.json").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
for (const promise of [engineReady, gamesReady]) promise.catch(() => {});  // reported by requests
let last = Promise.resolve();  // one after the other
const take = (message) => { last = last.then(() => answer(message)); };
if (inNode) port.on("message", take);
else port.addEventListener("message", ({ data }) => take(data));
