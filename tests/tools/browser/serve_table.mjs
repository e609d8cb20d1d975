// node serve_table.mjs CHROMIUM URL: the table at `gioul serve`: levels, checkers that slide, the
// opponent's chain halted and seen again, a forfeit that waits.
import assert from "node:assert/strict";
import { accessible, asked, begin, byMouse, launch, open as openAt, places, type } from "./serve_page.mjs";

const [program, url] = process.argv.slice(2);
const browser = await launch(program);
const open = (options) => openAt(url, options);
const seen = (page, id) => page.locator(`#${id}`).isVisible();

// Goes on from a position with a roll of one's own.
async function playFrom(page, position, dice = "") {
  await page.goto(`${url}#analyse?variant=gioul&position=${position}${dice ? `&dice=${dice}` : ""}`);
  await page.waitForFunction((text) => document.getElementById("analyse-position").value.startsWith(text), position.slice(0, 8));
  await page.click("#analyse-play");
  if (await page.locator("dialog button.main").count() > 0) await page.click("dialog button.main");
}

// Levels.
{
  const page = await open();
  const options = (group) => page.locator(`#play-opponent optgroup[label="${group}"] option`).allTextContents();
  const levels = await options("Levels");
  assert.equal(levels.length, 5);
  await page.selectOption("#play-game", "portes");
  assert.match((await options("Levels"))[0], /^level 1, beginner \(−1\.\d\d\)$/);
  assert.equal(levels[4], "level 5, full strength");
  assert.ok((await options("Others")).length >= 4);
  await page.click("#play-setup summary");
  assert.equal(await page.locator("#play-levels tbody tr").count(), 4, "what each level is worth");
  await accessible(page, "how strong the levels are");
  await begin(page, { game: "portes", opponent: "net,noise=120" });
  for (let moves = 0; moves < 4 && (await asked(page)) === "choose"; ++moves) await type(page);
  assert.match(await page.textContent("#play-score"), /level 1, beginner/);
  await page.context().close();
}

// Checkers slide, unless the person wants no motion.
for (const motion of ["no-preference", "reduce"]) {
  const page = await open({ motion });
  await begin(page, { opponent: "blocker", finish: false });
  while ((await asked(page)) !== "choose" || (await places(page)).length === 0) await page.waitForTimeout(20);
  await page.waitForFunction(() => !document.querySelector("#play-board .sliding"));
  await byMouse.press(page, (await places(page))[0]);
  const sliding = await page.evaluate(() => document.getAnimations().filter(({ effect }) => effect.target.matches(".sliding"))
    .map(({ effect }) => Object.keys(effect.getKeyframes()[0]).filter((key) => !["offset", "easing", "composite", "computedOffset"].includes(key))));
  assert.deepEqual(sliding, motion === "reduce" ? [] : [["transform"]], motion);
  await page.waitForFunction(() => !document.querySelector("#play-board .sliding, #play-board [visibility=hidden]"));
  await page.context().close();
}

// The opponent's chain: halted, gone on with, seen again; what it forfeits waits to be seen.
{
  const page = await open({ motion: "no-preference" });
  await page.evaluate(() => { document.getElementById("play-new").open = true; });
  await page.selectOption("#play-pace", "slow");
  // All dice are fives: the opponent's chain, which can't go on with all of its sixes.
  await page.addInitScript(() => {
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) => array instanceof Uint8Array ? array.fill(4) : draw(array);
  });
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.evaluate(() => { document.getElementById("play-new").open = true; });
  await page.selectOption("#play-opponent", "net");
  await playFrom(page, "24:11,12:2,7:2|24:15", "2-1");
  await asked(page);
  await page.fill("#play-typed", "24/22 24/23");
  await page.press("#play-typed", "Enter");
  await page.waitForSelector("#play-pause:not([hidden])");
  await page.click("#play-pause");
  assert.equal(await page.textContent("#play-pause"), "Go on");
  await page.waitForTimeout(1500);
  const halted = await page.locator("#play-moves li").count();
  await page.waitForTimeout(1500);
  assert.equal(await page.locator("#play-moves li").count(), halted, "halted");
  await accessible(page, "halted");
  await page.evaluate(() => { document.getElementById("play-pace").value = "fast"; });
  await page.click("#play-pause");
  await page.waitForSelector("#play-go-on:not([hidden])", { timeout: 60000 });
  assert.match(await page.textContent("#play-status"), /\d+ moves pass to you/);
  assert.equal((await places(page)).length, 0, "nothing is played before it was seen");
  await page.waitForTimeout(600);
  assert.ok(await seen(page, "play-go-on"), "it waits");
  const status = await page.textContent("#play-status");
  await page.click("#play-again");
  await page.waitForFunction(() => /^Again: 5-5, /.test(document.getElementById("play-status").textContent));
  await page.waitForFunction((text) => document.getElementById("play-status").textContent === text, status, { timeout: 60000 });
  await page.click("#play-go-on");
  assert.equal(await asked(page), "choose");
  await page.context().close();
}
await browser.close();
console.log("the table behaves");
