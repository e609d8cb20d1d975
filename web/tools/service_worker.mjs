// node service_worker.mjs TEMPLATE SITE: writes SITE/service_worker.js with the list of the site's
// files.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const [template, site] = process.argv.slice(2);
const all = readdirSync(site, { recursive: true }).map(String).sort()
  .filter((name) => statSync(join(site, name)).isFile() && name !== "service_worker.js");
const bytesOf = (name) => readFileSync(join(site, name));
const isData = (name) => name.endsWith(".gz");
const hashOf = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex").slice(0, 12);
const values = {
  version: hashOf(...all.flatMap((name) => [name, bytesOf(name)])),
  files: JSON.stringify(["./", ...all.filter((name) => !isData(name) && name !== "index.html")], null, 2),
  data: JSON.stringify(Object.fromEntries(all.filter(isData).map((name) => [name, [bytesOf(name), gunzipSync(bytesOf(name))].map((bytes) => hashOf(bytes))])), null, 2),
};
writeFileSync(join(site, "service_worker.js"), readFileSync(template, "utf8").replace(/@(\w+)@/g, (_, name) => values[name]));
