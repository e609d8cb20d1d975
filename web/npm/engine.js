// The engine in this thread: requests as docs/serve.md has them, answered before it returns.
import create from "./gioul.js";

export async function loadEngine(wasmBinary) {
  const wasm = await create({ wasmBinary });
  wasm.FS.mkdir("/nets");
  const nets = new Set();
  return {
    hasNet: (game) => nets.has(game),
    addNet(game, bytes) {
      wasm.FS.writeFile(`/nets/${game}.safetensors`, bytes);
      nets.add(game);
    },
    // `heard(progress)` returns whether what has been found by then is enough.
    answer(request, heard = () => false) {
      wasm.heard = (text) => heard(JSON.parse(text));
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
