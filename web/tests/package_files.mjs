// What tests of the npm package need of where they run, Node here; web/tests/in_page.mjs stands for it
// in a browser. GIOUL_PACKAGE: the package's folder.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.env.GIOUL_PACKAGE;
export const gioulPackage = () => import(pathToFileURL(join(folder, "index.js")));
export const bytesOf = (name) => readFile(join(folder, name));
