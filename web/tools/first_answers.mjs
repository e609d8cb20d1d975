// node first_answers.mjs SITE: writes SITE/first_answers.js: the answers that the page needs at
// once, so that it appears before its engine, and the download size of the engine's files.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [site] = process.argv.slice(2);
const folder = join(site, "gioul");
const { loadEngine } = await import(pathToFileURL(resolve(folder, "engine.js")));
const engine = await loadEngine(readFileSync(join(folder, "gioul.wasm")));
const answers = Object.fromEntries(["games", "players"].map((request) => [request, engine.answer({ request })]));
const names = ["gioul.wasm", ...readdirSync(join(folder, "data")).filter((name) => name.endsWith(".gz")).map((name) => `data/${name}`)];
const bytes = Object.fromEntries(names.map((name) => [`gioul/${name}`, statSync(join(folder, name)).size]));
writeFileSync(join(site, "first_answers.js"),
              `export const answers = ${JSON.stringify(answers)};\nexport const bytes = ${JSON.stringify(bytes)};\n`);
