// The engine on this thread: answers the requests of docs/serve.md synchronously.
import create from "./gioul.js";
import { alone } from "./team.js";

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
    // `heard(progress)` returns true to stop the request with the result so far; rollouts are
    // played together with the `team`.
    answer(request, heard = () => false, team = alone) {
      wasm.heard = (text) => heard(JSON.parse(text));
      wasm.team = team;
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
