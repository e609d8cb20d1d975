// node pack_data.mjs SMALL_NET OUT FILE...: compresses nets and test sets for download, and rounds
// the weights only as far as necessary for 1.5 MB.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const [program, out, ...files] = process.argv.slice(2);
const most = 1_500_000;
const finest = 2, coarsest = 60;  // hundredths

mkdirSync(out, { recursive: true });
const sizes = {};  // by variant and kind of file
const write = (file, packed) => {
  writeFileSync(join(out, `${basename(file)}.gz`), packed);
  const [game, kind] = basename(file).split(".");
  sizes[game] = { ...sizes[game], [kind]: { packed: packed.length, unpacked: gunzipSync(packed).length } };
};
for (const file of files) {
  if (!file.endsWith(".safetensors")) {
    write(file, gzipSync(readFileSync(file), { level: 9 }));
    continue;
  }
  const small = join(out, "small.tmp");
  const packed = (step) => {
    execFileSync(process.execPath, [program, file, small, String(step / 100)], { stdio: "inherit" });
    return gzipSync(readFileSync(small), { level: 9 });
  };
  let low = finest - 1, high = finest, best = packed(high);  // low is too fine, high may be
  while (best.length > most && high < coarsest) {
    [low, high] = [high, Math.min(coarsest, high + 8)];
    best = packed(high);
  }
  while (high - low > 1 && high > finest) {
    const middle = (low + high) >> 1, tried = packed(middle);
    if (tried.length > most) low = middle;
    else [high, best] = [middle, tried];
  }
  write(file, best);
  console.log(`${basename(file)}: ${best.length} bytes, step ${high / 100}`);
  rmSync(small);
}
writeFileSync(join(out, "games.json"), JSON.stringify(sizes));
