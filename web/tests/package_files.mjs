// Access to the npm package for its tests, here in Node; web/tests/node_test_shim.mjs replaces it
// in a browser. GIOUL_PACKAGE: the package's directory.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.env.GIOUL_PACKAGE;
export const gioulPackage = () => import(pathToFileURL(join(folder, "index.js")));
export const bytesOf = (name) => readFile(join(folder, name));
