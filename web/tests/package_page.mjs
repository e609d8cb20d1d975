// node package_page.mjs CHROMIUM PACKAGE: runs the npm package's tests in a page, once with memory
// shared between workers and once without.
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./serve_page.mjs";
import { serve } from "./static_server.mjs";

const [chromium, folder] = process.argv.slice(2);
const browser = await launch(chromium);
for (const isolated of [false, true]) {
  const server = await serve({ "": folder, tests: dirname(fileURLToPath(import.meta.url)) }, { isolated });
  const page = await browser.newPage();
  await page.goto(`${server.url}package.json`);
  assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
  const done = await page.evaluate(async () => {
    const names = ["node:test", "node:assert/strict", "/tests/package_files.mjs"];
    const map = document.createElement("script");
    map.type = "importmap";
    map.textContent = JSON.stringify({ imports: Object.fromEntries(names.map((name) => [name, "/tests/node_test_shim.mjs"])) });
    document.head.append(map);
    await import("/tests/package_test.mjs");
    return (await import("/tests/node_test_shim.mjs")).run();
  });
  for (const name of done) console.log(`ok in ${isolated ? "an isolated" : "a"} page: ${name}`);
  assert.ok(done.length > 5);
  await page.close();
  await server.stop();
}
await browser.close();
