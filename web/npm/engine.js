// The engine in this thread: requests as docs/serve.md has them, answered before it returns.
import create from "./gioul.js";
import { alone } from "./team.js";

export async function loadEngine(wasmBinary) {
  const wasm = await create({ wasmBinary });
  wasm.FS.mkdir("/data");
  const files = new Set();
  return {
    // Of a game: its net, as GAME.safetensors, and its set, as GAME.decisions.
    has: (file) => files.has(file),
    add(file, bytes) {
      wasm.FS.writeFile(`/data/${file}`, bytes);
      files.add(file);
    },
    // `heard(progress)` returns whether what has been found by then is enough; rollouts are played with
    // the `team`.
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
