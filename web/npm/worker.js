// A worker with its own engine, which loads the files of a variant when they are first needed.
// While it runs, messages do not reach it, so it polls a stop signal instead.
import { loadEngine } from "./engine.js";
import { groupMember } from "./worker_group.js";

const inNode = typeof process === "object" && Boolean(process.versions?.node);
const port = inNode ? (await import("node:worker_threads")).parentPort : self;

// A file that could not be downloaded, or is not the one expected.
class MissingFile extends Error {}

// Web servers may send a file that was compressed by gzip as it is or decompressed.
const isPacked = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

// Loads a file. `size`: its sizes { packed, unpacked }, if servers may send it decompressed.
async function load(file, size) {
  const url = new URL(file, import.meta.url);
  if (inNode) return (await import("node:fs/promises")).readFile(url);
  const tell = (more) => port.postMessage({ loading: { file, ...more } });
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const parts = [];
    let bytes = 0, total;
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      total ??= isPacked(value) ? size?.packed : size?.unpacked;
      tell({ bytes: bytes += value.length, total });
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  } catch (error) {
    throw new MissingFile(`${file}: ${error.message}`);
  } finally {
    tell({ over: true });
  }
}

// Loads a file once, or again after a failure. `use` converts its bytes.
const loaded = new Map();
function loadOnce(file, use) {
  if (!loaded.has(file)) loaded.set(file, load(file).then(use).catch((error) => { loaded.delete(file); throw error; }));
  return loaded.get(file);
}
const wasm = () => loadOnce("gioul.wasm", (bytes) => bytes);
// Sizes of the files of each variant, compressed and not.
const sizes = () => loadOnce("data/games.json", (bytes) => JSON.parse(new TextDecoder().decode(bytes)));

// Decompresses a file if necessary.
async function unpacked(file, bytes, size) {
  try {
    if (isPacked(bytes)) {
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    }
  } catch (error) {
    throw new MissingFile(`${file}: ${error.message}`);
  }
  if (bytes.length !== size) throw new MissingFile(`${file}: expected ${size} bytes, got ${bytes.length}`);
  return bytes;
}

let current;  // the engine
const engine = () => current ??= wasm().then(loadEngine).catch((error) => { current = undefined; throw error; });

const needNoNet = new Set(["version", "games", "players", "position", "moves", "replay", "record"]);
const players = /^(random|blocker)$/;  // players without a net

let names;  // names of the variants by alias
function variantName(here, variant) {
  names ??= new Map(here.answer({ request: "games" }).games.map(({ name, alias }) => [alias, name]));
  return names.get(variant) ?? variant;
}

// Returns the engine, with the files that a request needs.
async function engineFor({ request, variant = "gioul", player = "" }) {
  const here = await engine();
  if (needNoNet.has(request) || (request === "choose" && players.test(player))) return here;
  const kind = request === "decisions" ? "decisions" : "safetensors", game = variantName(here, variant);
  const name = `${game}.${kind}`;
  if (here.has(name)) return here;
  const size = (await sizes())[game]?.[kind];
  const file = `data/${name}.gz`;
  if (size) here.add(name, await unpacked(file, await load(file, size), size.unpacked));
  return here;
}

// Replaces a variant's net in a new engine, since an engine reads each net once, and returns the
// variant's name. If the net cannot be used, returns its error and keeps the old engine.
async function takeNet({ game, bytes }) {
  const old = await engine(), other = await loadEngine(await wasm());
  old.copyFiles(other);
  const { error: unknown } = other.answer({ request: "position", variant: game });
  if (unknown !== undefined) return { error: unknown, field: "variant" };
  const name = variantName(other, game);
  other.add(`${name}.safetensors`, bytes);
  const { error, field } = other.answer({ request: "evaluate", variant: game });
  if (error !== undefined) return { error: error.replaceAll("/data/", ""), field };
  current = Promise.resolve(other);
  return { game: name };
}

// The stop signal is shared memory or, if a page may not share any, an object URL that is revoked.
function isStopRequested(stop) {
  if (typeof stop !== "string") return Atomics.load(stop, 0) !== 0;
  const request = new XMLHttpRequest();
  request.open("GET", stop, false);
  try {
    request.send();
    return false;
  } catch {
    return true;
  }
}

async function answer({ id, request, stop, net, group }) {
  const post = (message) => port.postMessage({ id, ...message });
  try {
    if (net) return post({ answer: await takeNet(net) });
    const here = !isStopRequested(stop) && await engineFor(request);
    if (isStopRequested(stop)) return post({ answer: { error: "interrupted before there was a result" } });
    port.postMessage({ begun: id });
    const onProgress = (progress) => {
      post({ progress });
      return isStopRequested(stop);
    };
    const member = group && groupMember(group, () => isStopRequested(stop));
    return post({ answer: here.answer(request, onProgress, member) });
  } catch (error) {
    return post({ answer: { error: `the engine failed: ${error.message}` }, again: true, missing: error instanceof MissingFile });
  }
}

let last = Promise.resolve();  // the last request; requests run one after the other
const enqueue = (message) => { last = last.then(() => answer(message)); };
if (inNode) port.on("message", enqueue);
else port.addEventListener("message", ({ data }) => enqueue(data));
