// node speed.mjs PACKAGE PROGRAM: measures the compressed size of the engine and its speed in Node,
// relative to the native program with the same instructions (GIOUL_KERNEL=sse2), in CPU time of one
// core. For manual use.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";
import { programWithNets } from "./program.mjs";
import { batchesOf } from "./requests.mjs";

const [folder, program] = process.argv.slice(2);
const files = ["gioul.js", "gioul.wasm", "engine.js", "worker.js", "engine_workers.js", "worker_group.js"].map((name) => readFileSync(join(folder, name)));
const packed = (pack) => files.reduce((sum, bytes) => sum + pack(bytes).length, 0);
console.log(`engine without nets: ${packed((bytes) => gzipSync(bytes, { level: 9 }))} bytes by gzip, ${packed(brotliCompressSync)} by brotli`);

const { loadEngine } = await import(pathToFileURL(join(folder, "engine.js")));
const engine = await loadEngine(readFileSync(join(folder, "gioul.wasm")));
const native = programWithNets(program, join(folder, "data"));

// Returns the CPU seconds that the program needs for these requests.
function nativeSeconds(requests) {
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join("");
  const { stderr } = spawnSync("bash", ["-c", `TIMEFORMAT='%U %S'; time "${native.program}" api --threads 1 >/dev/null`],
                               { input, env: { ...process.env, GIOUL_KERNEL: "sse2" }, encoding: "utf8" });
  return stderr.trim().split("\n").at(-1).split(" ").reduce((sum, part) => sum + Number(part), 0);
}
function engineSeconds(requests) {
  const before = process.cpuUsage();
  for (const request of requests) engine.answer(request);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
const middle = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
for (const game of ["gioul", "fevga", "portes"]) {
  engine.add(`${game}.safetensors`, gunzipSync(readFileSync(join(folder, "data", `${game}.safetensors.gz`))));
  const work = [];
  for await (const requests of batchesOf(game, 300, (request) => engine.answer(request))) {
    for (const { request, player, ...decision } of requests) {
      if (request === "choose" && player === "net" && decision.dice?.[0] !== decision.dice?.[1]) work.push({ request: "analyze", ...decision, plies: 1, tables: false });
    }
  }
  engineSeconds(work.slice(0, 10));
  const few = work.slice(0, 2), rates = [];
  for (let n = 0; n < 5; ++n) {
    const own = engineSeconds(work) - engineSeconds(few);
    rates.push((nativeSeconds(work) - nativeSeconds(few)) / own);
  }
  console.log(`${game}: ${middle(rates).toFixed(2)} of the program's speed (${rates.map((rate) => rate.toFixed(2)).sort().join(", ")})`);
}
native.remove();
