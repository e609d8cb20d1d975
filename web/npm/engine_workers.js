// Two workers with an engine each: one for quick requests, one for long work beside them. Each
// starts when it is first needed.
import { canShare, leave, createWorkerGroup } from "./worker_group.js";

const inNode = typeof process === "object" && Boolean(process.versions?.node);
const kStopTimeout = 1000;  // ms until a worker that was told to stop is ended

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

// Makes a stop signal: `stop`, which a worker polls, set(), which requests the stop, and release().
function newStopSignal() {
  if (typeof SharedArrayBuffer !== "undefined") {
    const memory = new Int32Array(new SharedArrayBuffer(4));
    return { stop: memory, set: () => Atomics.store(memory, 0, 1), release() {} };
  }
  const stop = URL.createObjectURL(new Blob(["go on"]));
  const set = () => URL.revokeObjectURL(stop);
  return { stop, set, release: set };
}

const failure = (message, again) => ({ answer: { error: message }, again });
const interrupted = failure("interrupted before there was a result", false);

export class EngineWorker {
  #thread; #running; #open = new Map(); #number = 0; #nets = new Map(); #loading;

  // `loading({ file, bytes, total, over })` is called while the engine and its files are downloaded.
  constructor({ loading } = {}) {
    this.#loading = loading;
  }

  // Resolves to { answer, again, missing }: an answer may have "error"; `again` means that the same
  // request may succeed later; `missing`, that a file could not be downloaded.
  async ask(request, { progress, signal, group } = {}) {
    if (signal?.aborted) return interrupted;
    return this.#send({ request, group }, { progress, signal });
  }

  // Replaces a variant's net for the requests that follow; if its answer has an error, the old net
  // stays. The bytes must not change any more, as each new worker gets them.
  async setNet(game, bytes) {
    const result = await this.#send({ net: { game, bytes } });
    if (result.answer.error === undefined) this.#nets.set(result.answer.game, bytes);
    return result;
  }

  close() {
    this.#end();
    this.#failAll(failure("closed", false));
  }

  async #send(message, { progress, signal } = {}) {
    const id = ++this.#number, stopSignal = newStopSignal();
    let stopTimer, progressError;
    const stop = () => {
      stopSignal.set();
      stopTimer ??= setTimeout(() => this.#giveUp(id), kStopTimeout);
    };
    // If `progress` throws, the request stops and fails with its error.
    const report = (found) => {
      try {
        progress?.(found);
      } catch (error) {
        progressError ??= { error };
        stop();
      }
    };
    const done = new Promise((resolve) => {
      this.#open.set(id, { resolve, report, message: { id, stop: stopSignal.stop, ...message } });
    });
    this.#post(id);
    signal?.addEventListener("abort", stop, { once: true });
    const result = await done;
    signal?.removeEventListener("abort", stop);
    clearTimeout(stopTimer);
    stopSignal.release();
    if (progressError) throw progressError.error;
    return result;
  }

  // Posts an open request to the worker, which answers one after the other.
  async #post(id) {
    const begun = this.#thread ??= this.#begin();
    const thread = await begun.catch((error) => {
      if (this.#end(begun)) this.#failAll(failure(error.message, false));
    });
    if (!thread || begun !== this.#thread || !this.#open.has(id)) return;
    thread.busy();
    thread.post(this.#open.get(id).message);
  }

  #begin() {
    const start = async () => {
      const thread = await newThread((message) => this.#onMessage(message), () => {
        if (this.#end(begun)) this.#failAll(failure("the engine's thread ended", true));
      });
      for (const [game, bytes] of this.#nets) thread.post({ net: { game, bytes } });
      return thread;
    };
    const begun = start();
    return begun;
  }

  #onMessage({ id, begun, loading, progress, answer, again = false, missing }) {
    if (loading) this.#loading?.(loading);
    else if (begun) this.#running = begun;
    else if (progress) this.#open.get(id)?.report(progress);
    else this.#settle(id, { answer, again, missing });
  }

  #settle(id, result) {
    this.#open.get(id)?.resolve(result);
    this.#open.delete(id);
    if (this.#open.size === 0) this.#thread?.then(({ idle }) => idle(), () => {});
  }
  #failAll(result) {
    for (const id of [...this.#open.keys()]) this.#settle(id, result);
  }

  // Answers a request that did not stop in time. If it is running, the worker ends, and a new one
  // gets the other requests.
  #giveUp(id) {
    if (!this.#open.has(id)) return;
    this.#settle(id, interrupted);
    if (this.#running !== id) return;
    this.#end();
    for (const other of this.#open.keys()) this.#post(other);
  }

  // Ends the worker; returns false if it was not the current one. The next request starts another.
  #end(begun = this.#thread) {
    if (!begun || begun !== this.#thread) return false;
    this.#thread = this.#running = undefined;
    begun.then(({ end }) => end(), () => {});
    return true;
  }
}

// Workers for long requests. If they can share memory, `workerCount` of them play a rollout
// together; by default one in Node, and in a browser one per processor, at most four. The result
// does not depend on the number.
export class EngineGroup {
  #threads;

  constructor(workerCount = inNode ? 1 : Math.min(navigator.hardwareConcurrency, 4), options) {
    this.#threads = Array.from({ length: canShare ? workerCount : 1 }, () => new EngineWorker(options));
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
    try {
      return await first.ask(request, { progress, signal, group: { ...group, number: 1 } });
    } finally {
      signal?.removeEventListener("abort", stop);
      leave(group);
      stop();
    }
  }

  async setNet(game, bytes) {
    const results = await Promise.all(this.#threads.map((thread) => thread.setNet(game, bytes)));
    return results.find(({ answer }) => answer.error !== undefined) ?? results[0];
  }
  close() {
    for (const thread of this.#threads) thread.close();
  }
}
