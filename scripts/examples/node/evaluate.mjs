// Evaluates positions by a net that `gioul export` wrote, with onnxruntime.
//
// usage: node evaluate.mjs FOLDER         checks the net against its golden vectors
//        gioul encode --variant GAME --position P --json | node evaluate.mjs FOLDER -
//                                         probabilities and equity of each line's position
//
// FOLDER holds net.onnx and golden.json. ../python/evaluate.py computes the inputs itself.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the probabilities of all positions, evaluated in one run. */
async function evaluate(ort, session, vectors) {
  const width = vectors[0].length;
  const inputs = new ort.Tensor("float32", Float32Array.from(vectors.flat()), [vectors.length, width]);
  const { probabilities } = await session.run({ inputs });
  return vectors.map((_, row) => Array.from(probabilities.data.slice(5 * row, 5 * row + 5)));
}

async function check(ort, session, golden) {
  const found = await evaluate(ort, session, golden.positions.map(({ inputs }) => inputs));
  const worst = Math.max(...golden.positions.flatMap((entry, row) =>
    entry.probabilities.map((p, i) => Math.abs(p - found[row][i]))));
  console.log(`${golden.game}: ${found.length} golden positions in one batch, ` +
              `largest difference of a probability ${worst.toExponential(1)}`);
  if (!(worst <= 1e-5)) throw new Error("more than 1e-5");
}

/** Reads the lines of `gioul encode --json` on stdin. */
function readLines(golden) {
  const width = golden.positions[0].inputs.length;
  return readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => {
    const { position, inputs } = JSON.parse(line);
    if (inputs?.length === width) return { position, inputs };
    throw new Error(`stdin: no ${width} inputs of ${golden.game} (expected what gioul encode --json prints)`);
  });
}

async function main([folder, from]) {
  if (!folder || (from ?? "-") !== "-") throw new Error("usage: node evaluate.mjs FOLDER [-]");
  for (const path of [join(folder, "net.onnx"), join(folder, "golden.json")]) {
    if (!existsSync(path)) throw new Error(`${path} is not there (expected a folder of an export)`);
  }
  const ort = (await import("onnxruntime-node")).default;
  const session = await ort.InferenceSession.create(join(folder, "net.onnx"));
  const golden = JSON.parse(readFileSync(join(folder, "golden.json"), "utf8"));
  if (!from) return check(ort, session, golden);
  const lines = readLines(golden);
  if (lines.length === 0) return;
  (await evaluate(ort, session, lines.map(({ inputs }) => inputs))).forEach((p, row) => {
    const equity = 2 * (p[4] - p[0]) + p[3] - p[1];
    console.log(lines[row].position, p.map((x) => x.toFixed(6)).join(" "), "equity", equity.toFixed(6));
  });
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`evaluate.mjs: ${error.message}`);
  process.exit(1);
});
