// node site.mjs CHROMIUM SITE PROGRAM: the page without a server: how long a cold load takes,
// whether it stays responsive, goes on without a network, and its engine says what the program says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { asked, begin, launch, open, type } from "./serve_page.mjs";
import { answersOf, programWithNets } from "./program.mjs";
import { allGames, requestsOf } from "./requests.mjs";

const [chromium, site, program] = process.argv.slice(2);
const positions = Number(process.env.GIOUL_POSITIONS ?? 50);
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
                ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

// As any web server: no headers but types.
const server = createServer((request, answer) => {
  const name = new URL(request.url, "http://x").pathname;
  try {
    const bytes = readFileSync(join(site, name === "/" ? "index.html" : name));
    answer.writeHead(200, { "Content-Type": types[extname(name)] ?? (name === "/" ? "text/html" : "application/octet-stream") });
    answer.end(bytes);
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}/`;
const browser = await launch(chromium);

// The page looks for tasks that keep it from answering people.
const watchTasks = () => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: "longtask" });
};

const page = await open(url);
const ready = await page.evaluate(() => performance.now());
console.log(`ready after ${ready.toFixed(0)} ms of a cold load`);
await page.evaluate(watchTasks);
await page.goto(`${url}#analyse?variant=gioul&dice=3-1`);
await page.selectOption("#analyse-plies", "1");
await page.click("#analyse-form button.main");
await page.waitForSelector("#analyse-result table", { timeout: 60000 });
console.log(`longest task during an analysis: ${await page.evaluate(() => window.longest.toFixed(0))} ms (0: below 50)`);
await page.context().close();

// The same bits as the program, in a page that has nothing but the package.
{
  const native = programWithNets(program, join(site, "gioul/nets"));
  const empty = await open(url);
  await empty.evaluate(async () => {
    const { EngineThread } = await import("./gioul/threads.js");
    window.engine = new EngineThread();
  });
  const ask = (requests) => empty.evaluate((all) => Promise.all(all.map(async (one) => (await window.engine.ask(one)).answer)), requests);
  for (const game of allGames) {
    const requests = await requestsOf(game, positions, async (request) => (await ask([request]))[0]);
    const [mine, theirs] = [await ask(requests), await answersOf(native.program, requests)];
    requests.forEach((request, i) => assert.deepEqual(mine[i], theirs[i], JSON.stringify(request)));
    console.log(`${game}: ${requests.length} requests about ${positions} positions have the same answers`);
  }
  native.remove();
  await empty.context().close();
}

// Without a network after the first visit.
{
  const page = await open(url);
  await begin(page, { game: "plakoto", opponent: "net" });
  await asked(page);
  await page.waitForFunction(async () => (await caches.keys()).length === 1 &&
    (await (await caches.open((await caches.keys())[0])).match("gioul/nets/plakoto.safetensors.gz")) !== undefined);
  await new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); });
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  for (let decisions = 0; ; ++decisions) {
    if ((await asked(page)) === "over") break;
    assert.ok(decisions < 400);
    await type(page);
  }
  assert.match(await page.textContent("#play-status"), /(win|wins) [12] point|tie/);
  console.log("a game is played to its end without a network");
}
await browser.close();
