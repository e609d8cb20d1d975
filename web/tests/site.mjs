// node site.mjs CHROMIUM SITE PROGRAM: tests the page without a server: cold load time,
// responsiveness, offline use, and the same answers as the native program.
import assert from "node:assert/strict";
import { join } from "node:path";
import { accessible, asked, begin, confirm, keepTexts, launch, open, reload, type, wasTold } from "./serve_page.mjs";
import { compareAnswers, programWithNets } from "./program.mjs";
import { allGames } from "./requests.mjs";
import { serve } from "./static_server.mjs";

const [chromium, site, program] = process.argv.slice(2);
const positions = Number(process.env.GIOUL_POSITIONS ?? 50);
const server = await serve({ "": site });
const { url } = server;
const browser = await launch(chromium);

// Measures the longest task that blocks the page.
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
await page.waitForSelector("#analyse-result table");
console.log(`longest task during an analysis: ${await page.evaluate(() => window.longest.toFixed(0))} ms (0: below 50)`);
await page.context().close();

// The same bits as the program, in a page that has nothing but the package.
{
  const native = programWithNets(program, join(site, "gioul/data"));
  const empty = await open(url);
  await empty.evaluate(async () => {
    const { EngineWorker } = await import("./gioul/engine_workers.js");
    window.engine = new EngineWorker();
  });
  const ask = (requests) => empty.evaluate((all) => Promise.all(all.map(async (one) => (await window.engine.ask(one)).answer)), requests);
  for (const game of allGames) {
    const compared = await compareAnswers(ask, native.program, game, positions);
    console.log(`${game}: ${compared} requests about ${positions} positions have the same answers`);
  }
  native.remove();
  await empty.context().close();
}

// Offline after the first visit: the variant that was played, or all that were requested.
{
  const page = await open(url), all = await open(url);
  await begin(page, { game: "plakoto", opponent: "net" });
  await asked(page);
  while (!(await page.evaluate(async () => (await (await caches.open("gioul-data")).keys()).some(({ url }) => url.includes("/plakoto.safetensors.gz"))))) await page.waitForTimeout(50);
  await all.waitForFunction(() => /^\d+ MB$/.test(document.getElementById("offline-told").textContent));
  await all.click("#offline-keep");
  await all.waitForFunction(() => /^All games are stored/.test(document.getElementById("offline-told").textContent));
  await accessible(all, "all games are kept");
  await server.stop();
  for (const again of [page, all]) {
    await reload(again);
    assert.ok(await again.evaluate(() => crossOriginIsolated), "its workers may share memory");
  }
  for (let decisions = 0; ; ++decisions) {
    if ((await asked(page)) === "over") break;
    assert.ok(decisions < 400);
    await type(page);
  }
  assert.match(await page.textContent("#play-status"), /(win|wins) [12] point|tie/);
  console.log("a game is played to its end without a network");

  for (const game of allGames) {
    await begin(all, { game, opponent: "net" });
    assert.equal(await asked(all), "choose");
    await type(all);
    await asked(all);
    await confirm(all, "#play-give-up");
    await all.waitForFunction(() => /^You resign/.test(document.getElementById("play-status").textContent));
  }
  await all.goto(`${url}#practice?set=plakoto`);
  await all.waitForFunction(() => /^Plakoto.*What do you play/.test(document.getElementById("practice-status").textContent));
  await all.goto(`${url}#analyse?variant=fevga&dice=6-4`);
  await all.waitForFunction(() => document.getElementById("analyse-game").value === "fevga");
  await keepTexts(all, "analyse-summary");
  await all.click("#analyse-rollout");
  await wasTold(all, /of up to/);
  await all.waitForSelector("#analyse-result table");  // wait for the first results
  const processors = await all.evaluate(() => navigator.hardwareConcurrency);
  assert.equal(all.workers().length, 1 + Math.min(processors, 4), "several play the rollout");
  await all.evaluate(() => document.querySelector("#analyse-stop").click());
  await all.waitForFunction(() => /standard error/.test(document.querySelector("#analyse-summary").textContent));
  console.log("all games that were kept are played without a network");
}
await browser.close();
