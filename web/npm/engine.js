// The engine on this thread: answers the requests of docs/serve.md synchronously.
import create from "./gioul.js";
import { soloGroup } from "./worker_group.js";

export async function loadEngine(wasmBinary) {
  const wasm = await create({ wasmBinary });
  wasm.FS.mkdir("/data");
  const files = new Set();
  return {
    // Files of a variant: its net, GAME.safetensors, and its test set, GAME.decisions.
    has: (file) => files.has(file),
    add(file, bytes) {
      wasm.FS.writeFile(`/data/${file}`, bytes);
      files.add(file);
    },
    copyFiles(other) {
      for (const file of files) other.add(file, wasm.FS.readFile(`/data/${file}`));
    },
    // `onProgress(progress)` returns true to stop the request with the result so far; rollouts are
    // played together with the `group`.
    answer(request, onProgress = () => false, group = soloGroup) {
      wasm.onProgress = (text) => onProgress(JSON.parse(text));
      wasm.group = group;
      const text = new TextEncoder().encode(JSON.stringify(request));
      const at = wasm._malloc(text.length + 1);
      wasm.HEAPU8.set(text, at);
      wasm.HEAPU8[at + text.length] = 0;
      try {
        return JSON.parse(wasm.UTF8ToString(wasm._gioul_answer(at)));
      } finally {
        wasm._free(at);
      }
    },
  };
}
