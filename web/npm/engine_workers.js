// Two workers with an engine each: one for quick requests, one for long work beside them. Each
// starts when it is first needed.
import { canShare, leave, createWorkerGroup } from "./worker_group.js";

const inNode = typeof process === "object" && Boolean(process.versions?.node);
const patience = 1000;  // ms until a worker that should stop is ended

async function newThread(onMessage, onError) {
  if (!inNode) {
    const thread = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    thread.addEventListener("message", ({ data }) => onMessage(data));
    thread.addEventListener("error", () => onError());
    return { post: (message) => thread.postMessage(message), end: () => thread.terminate(), idle() {}, busy() {} };
  }
  const { Worker: NodeWorker } = await import("node:worker_threads");
  const thread = new NodeWorker(new URL("./worker.js", import.meta.url));
  thread.on("message", onMessage);
  thread.on("error", () => onError());
  thread.unref();  // lets the program end while it is idle
  return { post: (message) => thread.postMessage(message), end: () => thread.terminate(),
           idle: () => thread.unref(), busy: () => thread.ref() };
}

// Makes the stop signal that a worker polls, and a function to set it.
function newSign() {
  if (typeof SharedArrayBuffer !== "undefined") {
    const memory = new Int32Array(new SharedArrayBuffer(4));
    return { stop: memory, give: () => Atomics.store(memory, 0, 1), forget() {} };
  }
  const stop = URL.createObjectURL(new Blob(["go on"]));
  const give = () => URL.revokeObjectURL(stop);
  return { stop, give, forget: give };
}

const lost = (message, again) => ({ answer: { error: message }, again });

export class EngineWorker {
  #thread; #open = new Map(); #number = 0; #nets = new Map();

  // Resolves to { answer, again }: an answer may have "error"; `again` means that the same request
  // may succeed later.
  async ask(request, { progress, signal, group } = {}) {
    if (signal?.aborted) return lost("interrupted before there was a result", false);
    this.#thread ??= this.#begin();
    const thread = await this.#thread;
    const id = ++this.#number, sign = newSign();
    const done = new Promise((resolve) => this.#open.set(id, { resolve, progress }));
    thread.busy();
    thread.post({ id, stop: sign.stop, request, group });
    let late;
    const stop = () => {
      sign.give();
      late = setTimeout(() => this.#drop(lost("interrupted before there was a result", false)), patience);
    };
    signal?.addEventListener("abort", stop, { once: true });
    const result = await done;
    signal?.removeEventListener("abort", stop);
    clearTimeout(late);
    sign.forget();
    if (this.#open.size === 0) thread.idle();
    return result;
  }

  // Replaces the package's net.
  setNet(game, bytes) {
    this.#nets.set(game, bytes);
    this.#drop(lost("the net was changed", true));
  }

  close() {
    this.#drop(lost("closed", false));
  }

  async #begin() {
    const thread = await newThread((message) => this.#hear(message), () => this.#drop(lost("the engine's thread ended", true)));
    for (const [game, bytes] of this.#nets) thread.post({ net: { game, bytes } });
    return thread;
  }

  #hear({ id, progress, answer, again = false }) {
    const asked = this.#open.get(id);
    if (progress) return asked?.progress?.(progress);
    this.#open.delete(id);
    asked?.resolve({ answer, again });
  }

  // Ends the worker and fails its requests; the next request starts a new one.
  #drop(result) {
    const thread = this.#thread;
    this.#thread = undefined;
    thread?.then(({ end }) => end());
    for (const { resolve } of this.#open.values()) resolve(result);
    this.#open.clear();
  }
}

// Workers for long requests. If they can share memory, several play a rollout together: `most`, in
// a browser by default one per processor, at most four. The result does not depend on the number.
export class EngineGroup {
  #threads;

  constructor(most = inNode ? 1 : Math.min(navigator.hardwareConcurrency, 4)) {
    this.#threads = Array.from({ length: canShare ? most : 1 }, () => new EngineWorker());
  }

  async ask(request, { progress, signal } = {}) {
    const [first, ...others] = this.#threads;
    const isRollout = request.request === "rollout" || request.rollout === true;
    if (others.length === 0 || !isRollout) return first.ask(request, { progress, signal });
    const group = createWorkerGroup(this.#threads.length), over = new AbortController();
    const stop = () => over.abort();
    for (const [i, other] of others.entries()) {
      other.ask(request, { signal: over.signal, group: { ...group, number: i + 2 } })
        .then(({ answer }) => { if (answer.error !== undefined) leave(group); });
    }
    signal?.addEventListener("abort", stop, { once: true });
    const result = await first.ask(request, { progress, signal, group: { ...group, number: 1 } });
    signal?.removeEventListener("abort", stop);
    leave(group);
    stop();
    return result;
  }

  setNet(game, bytes) {
    for (const thread of this.#threads) thread.setNet(game, bytes);
  }
  close() {
    for (const thread of this.#threads) thread.close();
  }
}
