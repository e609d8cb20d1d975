// node offline.mjs CHROMIUM SITE SERVICE_WORKER_TOOL TEMPLATE: tests the page without a server on
// slow, wrong and changing web servers, and without one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { accessible, asked, begin, keepTexts, launch, open, reload, type, wasTold } from "./serve_page.mjs";
import { serve } from "./static_server.mjs";

const [chromium, site, tool, template] = process.argv.slice(2);
const browser = await launch(chromium);
const text = (page, id) => page.textContent(`#${id}`);
const says = (page, id, pattern) => page.waitForFunction(([where, what]) => new RegExp(what).test(document.getElementById(where).textContent),
                                                        [id, pattern.source]);
const inCache = async (name) => (await (await caches.open("gioul-data")).keys()).some(({ url }) => url.includes(`/${name}.safetensors.gz?`));
const isKept = (page, game) => page.evaluate(inCache, game);
// Asks the page until the answer is true (page.waitForFunction() does not wait for promises).
async function until(page, ask, value) {
  while (!(await page.evaluate(ask, value))) await page.waitForTimeout(50);
}
const keeps = (page, game) => until(page, inCache, game);
const nextIsReady = (page) => until(page, async () => Boolean((await navigator.serviceWorker.ready).waiting));
const analyze = async (page, game) => {
  await page.evaluate((name) => { location.hash = `#analyse?variant=${name}&dice=6-4`; dispatchEvent(new PopStateEvent("popstate")); }, game);
  await page.selectOption("#analyse-plies", "0");
  await page.click("#analyse-form button.main");
};
const isShown = (page) => page.waitForSelector("#analyse-result table");

// Board and form are there before the engine, and downloads are shown.
{
  let go;
  const gate = new Promise((resolve) => { go = resolve; });
  const server = await serve({ "": site }, { change: async (path, found) => {
    if (/\.(wasm|gz)$/.test(path)) await gate;
    return found;
  } });
  const page = await open(server.url);
  assert.ok(await page.locator("#play-board svg").isVisible());
  assert.ok(await page.locator("#play-start").isVisible());
  await keepTexts(page, "download-what");
  await begin(page, { opponent: "net" });
  go();
  await asked(page);
  const told = await page.evaluate(() => [...new Set(window.told)].filter(Boolean));
  assert.deepEqual(told, ["Loading the engine", "Loading the net of Gioul"]);
  await page.context().close();
  await server.stop();
  console.log("board and form come first, then the engine and the net");
}

// Files that the server has decompressed; a page of HTML, or half a file, where a net should be.
{
  let wrong = () => undefined;
  const server = await serve({ "": site }, { change: (path, found) => {
    if (!path.endsWith(".gz")) return found;
    return wrong(path, found) ?? { ...found, headers: { ...found.headers, "Content-Encoding": "gzip" } };
  } });
  const page = await open(server.url, { complaints: true });
  await analyze(page, "portes");
  await isShown(page);
  await keeps(page, "portes");
  for (const broken of [{ status: 200, headers: { "Content-Type": "text/html" }, bytes: "<!doctype html><title>not here</title>" }, "half"]) {
    const game = broken === "half" ? "fevga" : "plakoto";
    wrong = (path, found) => !path.includes(game) ? undefined : broken === "half" ? { ...found, bytes: found.bytes.subarray(0, 1000) } : broken;
    await analyze(page, game);
    await page.waitForSelector("#problem:not([hidden])");
    assert.match(await text(page, "problem-text"), /could not be loaded/);
    assert.equal(await text(page, "analyse-summary"), "Waiting for the network.");
    await accessible(page, "a file that is missing");
    assert.ok(!(await isKept(page, game)));
    wrong = () => undefined;
    await page.click("#problem-again");
    await isShown(page);
    await keeps(page, game);
  }
  await page.context().close();
  await server.stop();
  console.log("files are recognized by their content, and wrong ones refused");
}

// A new version replaces an old one that the browser's HTTP cache would still have. Nets that were
// kept stay. A tab of the old version goes on with it until the user wants the new one.
{
  const folder = mkdtempSync(join(tmpdir(), "gioul-site-")), next = join(folder, "next");
  cpSync(site, next, { recursive: true });
  for (const [name, from, to] of [["index.html", "<title>gioul", "<title>newer"], ["lang_en.js", 'tab_rules: "Rules"', 'tab_rules: "Newer rules"']]) {
    const whole = readFileSync(join(next, name), "utf8");
    assert.ok(whole.includes(from));
    writeFileSync(join(next, name), whole.replace(from, to));
  }
  rmSync(join(next, "service_worker.js"));
  execFileSync(process.execPath, [tool, template, next]);
  const folders = { "": site };
  const server = await serve(folders, { change: (_, found) => ({ ...found, headers: { ...found.headers, "Cache-Control": "max-age=86400" } }) });
  const page = await open(server.url);
  const rules = () => text(page, "tab-rules");
  await analyze(page, "portes");
  await isShown(page);
  await keeps(page, "portes");
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const other = await page.context().newPage();
  await other.goto(server.url);
  await other.waitForSelector("body[data-ready]");
  folders[""] = next;
  await reload(page);
  await says(page, "notes", /A new version of this page is here/);
  await accessible(page, "a new version");
  assert.equal(await rules(), "Rules", "the old version goes on");
  await analyze(other, "fevga");  // a file that it has not loaded yet
  await isShown(other);
  await Promise.all([other.waitForEvent("load"), page.waitForEvent("load"), page.click("#notes button:not(.close)")]);
  for (const each of [page, other]) {
    await each.waitForSelector("body[data-started]");  // before that, it would begin with any newer version
    assert.equal(await text(each, "tab-rules"), "Newer rules");
  }
  assert.equal((await page.evaluate(() => caches.keys())).filter((name) => name !== "gioul-data").length, 1, "the old cache is gone");
  assert.ok(await isKept(page, "portes"), "its net is not");
  await other.close();
  folders[""] = site;
  await page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
  await nextIsReady(page);
  await page.reload();
  await says(page, "tab-rules", /^Rules$/);  // the only page of a version is reloaded to the next
  await server.stop();

  // Offline: what was played or analyzed is there; what was not says so, and stops.
  await reload(page);
  await analyze(page, "portes");
  await isShown(page);
  await analyze(page, "moultezim");
  await says(page, "problem-text", /^Moultezim could not be loaded and is not stored in this browser/);
  assert.equal(await text(page, "analyse-summary"), "Waiting for the network.");
  const again = await serve(folders, { port: server.port });
  await page.click("#problem-again");
  await isShown(page);
  assert.ok(await page.locator("#problem").isHidden());
  await again.stop();
  await page.context().close();
  rmSync(folder, { recursive: true });
  console.log("new versions, and offline use of what was analyzed");
}

// By plain http in a local network, without service workers.
const address = Object.values(networkInterfaces()).flat().find(({ family, internal }) => family === "IPv4" && !internal)?.address;
if (address) {
  const server = await serve({ "": site }, { host: address });
  const page = await open(server.url);
  assert.ok(await page.evaluate(() => !isSecureContext && navigator.serviceWorker === undefined));
  assert.ok(await page.locator("#offline").isHidden());
  await begin(page, { game: "portes", opponent: "net" });
  for (let plays = 0; plays < 3 && (await asked(page)) === "choose"; ++plays) await type(page);
  await page.click("#play-review");
  await says(page, "live", /review is done/);
  await keepTexts(page, "review-link");
  await page.click("#review-link");
  await wasTold(page, /^It is in the address bar$/);
  await page.context().close();
  await server.stop();
  console.log("plain http in a local network");
}

// From a file there are no modules: the page says what to do.
{
  const page = await browser.newPage();
  await page.goto(pathToFileURL(join(site, "index.html")).href);
  await page.waitForSelector("#as-file:not([hidden])");
  assert.match(await text(page, "as-file"), /needs a web server.*http:\/\/localhost:8000/);
  await page.close();
  console.log("file:// says what to do");
}
await browser.close();
