// node service_worker.mjs TEMPLATE SITE: writes SITE/service_worker.js with the list of the site's
// files.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [template, site] = process.argv.slice(2);
const all = readdirSync(site, { recursive: true }).map(String).sort()
  .filter((name) => statSync(join(site, name)).isFile() && name !== "service_worker.js");
const hash = createHash("sha256");
for (const name of all) hash.update(name).update(readFileSync(join(site, name)));
const files = ["./", ...all.filter((name) => !name.endsWith(".gz") && name !== "index.html")];
writeFileSync(join(site, "service_worker.js"), readFileSync(template, "utf8")
  .replace("@version@", hash.digest("hex").slice(0, 12)).replace("@files@", () => JSON.stringify(files, null, 2)));
