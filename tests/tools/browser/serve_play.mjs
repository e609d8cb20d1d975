// node serve_play.mjs CHROMIUM URL GIOUL [PICTURES]: the board of `gioul serve`: levels,
// animation, playback of the opponent's chain, forfeits that wait, rules and tooltips; and records
// that GIOUL reads: from any position, resigned, running.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { accessible, asked, begin, byMouse, confirm, enterText, launch, openAlone, picture, places, reload, type } from "./serve_page.mjs";

const [program, url, gioul, pictures] = process.argv.slice(2);
const browser = await launch(program);
const open = (options) => openAlone(url, options);
const openSetup = (page) => page.evaluate(() => { document.getElementById("play-new").open = true; });

// Continues from a position with the user's own roll.
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
  await begin(page, { game: "portes", opponent: "net,temperature=120" });
  for (let moves = 0; moves < 4 && (await asked(page)) === "choose"; ++moves) await type(page);
  assert.match(await page.textContent("#play-score"), /level 1, beginner/);
}

// Checkers are animated, unless the user prefers reduced motion.
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
}

// The opponent's chain: paused, continued, replayed; its forfeit waits to be confirmed.
{
  const page = await open({ motion: "no-preference" });
  await openSetup(page);
  await page.selectOption("#play-pace", "slow");
  // All dice are fives: the opponent's chain cannot play all of its sixes.
  await page.addInitScript(() => {
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) => array instanceof Uint8Array ? array.fill(4) : draw(array);
  });
  await reload(page);
  await openSetup(page);
  await page.selectOption("#play-opponent", "net");
  await playFrom(page, "24:11,12:2,7:2|24:15", "2-1");
  await asked(page);
  await enterText(page, "24/22 24/23");
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
  assert.ok(await page.locator("#play-go-on").isVisible(), "it waits");
  const status = await page.textContent("#play-status");
  await page.click("#play-again");
  await page.waitForFunction(() => /^Again: 5-5, /.test(document.getElementById("play-status").textContent));
  await page.waitForFunction((text) => document.getElementById("play-status").textContent === text, status, { timeout: 60000 });
  await page.click("#play-go-on");
  assert.equal(await asked(page), "choose");
}
// Rules, and what words mean.
for (const [scheme, width, height] of [["light", 1366, 650], ["dark", 390, 844]]) {
  const page = await open({ scheme, width, height, at: "#rules?game=plakoto" });
  assert.equal(await page.inputValue("#rules-game"), "plakoto");
  for (const game of await page.locator("#rules-game option").evaluateAll((all) => all.map(({ value }) => value))) {
    await page.selectOption("#rules-game", game);
    assert.ok(await page.locator("#rules-text li").count() >= 5, game);
    assert.ok(await page.locator("#rules-pictures svg[role=img]").count() >= 1, game);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game}, ${width}`);
  }
  await page.selectOption("#rules-game", "gul-bara-lost");
  assert.equal(await page.textContent("#rules-title"), "Gul Bara, chains that are lost");
  assert.match(page.url(), /#rules\?game=gul-bara-lost$/);
  await accessible(page, `rules, ${scheme}`);
  await page.click("#rules-play");
  assert.equal(await page.inputValue("#play-game"), "gul-bara-lost");
  assert.match(await page.textContent("#play-board svg"), /your home.*|opponent's home/);
  await page.click("#tab-analyse");
  const word = page.locator("#analyse .term", { hasText: "ply" });
  assert.match(await word.getAttribute("title"), /roll/);
  await word.click();
  assert.match(await page.textContent("#analyse .told"), /One roll and the play/);
  await accessible(page, `a word, ${scheme}`);
  await word.click();
  assert.equal(await page.textContent("#analyse .told"), "");
}

// Games from any position, resigned and running: saved, verified, shown and reviewed.
{
  const page = await open();
  const save = async (which) => {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click(`#review-${which}`)]);
    const file = await saved.path();
    assert.match(execFileSync(gioul, ["verify", file], { encoding: "utf8" }), /^verified: /);
    execFileSync(gioul, ["show", file, "--list"]);
    return readFileSync(file, "utf8");
  };
  await playFrom(page, "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3", "6-4");
  await asked(page);
  await type(page);
  await asked(page);
  await page.click("#play-review");
  const running = await save("save");
  assert.match(running, /^start 20:2,13:3,/m);
  assert.match(running, /^running$/m);
  await page.click("#tab-play");
  await confirm(page, "#play-give-up");
  await page.click("#play-review");
  const given = await save("save");
  assert.match(given, /^second wins [12], as first resigned$/m);
  assert.match(await save("save-all"), /resigned/);
  await page.fill("#review-text", running + given.replace("game 0", "game 1"));
  await page.click("#review-form button.main");
  await page.waitForFunction(() => document.querySelectorAll("#review-which option").length === 2);
  assert.deepEqual(await page.locator("#review-which option").allTextContents(), ["0: running", `1: ${given.trim().split("\n").at(-1)}`]);
}
// Board themes, bearing off to the left, and sound.
{
  const page = await open();
  await begin(page, { game: "portes", opponent: "blocker", auto: false });
  await asked(page);
  const choose = async (id, value) => {
    await openSetup(page);
    await page.selectOption(`#play-${id}`, value);
  };
  for (const look of ["wood", "felt", "slate"]) {
    await choose("look", look);
    const contrasts = await page.evaluate(() => {
      const light = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0.05);
      const field = light(document.querySelector("#play-board .field").getAttribute("fill"));
      return [...document.querySelectorAll("#play-board .point")].map((point) => field / light(point.getAttribute("fill")));
    });
    assert.equal(contrasts.length, 24);
    assert.ok(Math.min(...contrasts) >= 3, `${look}: ${Math.min(...contrasts)}`);
    await accessible(page, look);
  }
  const middle = async (place) => (await page.locator(`#play-board .spot[data-place="${place}"]`).boundingBox()).x;
  assert.ok(await middle(1) > await middle(6) && await middle(0) > await middle(1), "off to the right");
  await choose("off", "left");
  assert.ok(await middle(1) < await middle(6) && await middle(0) < await middle(1), "off to the left");
  await page.locator("#play-board .spot[tabindex='0']").focus();
  const at = () => page.evaluate(() => Number(document.activeElement.dataset.place));
  const begun = await at();
  await page.keyboard.press("ArrowRight");
  assert.ok(await middle(await at()) > await middle(begun), "arrows lead where they point");
  const high = async (place) => (await page.locator(`#play-board .spot[data-place="${place}"]`).boundingBox()).y;
  assert.ok(await high(1) > await high(24) && await high(0) > await high(24) - 1, "home at the bottom");
  await choose("home", "top");
  assert.ok(await high(1) < await high(24) && await high(0) < await high(24), "home at the top");
  await accessible(page, "home at the top");
  await picture(page, "home-top", pictures);
  await reload(page);
  assert.ok(await middle(1) < await middle(6) && await high(1) < await high(24), "it is kept");
  const sounds = () => page.evaluate(() => Number(document.body.dataset.sounds ?? 0));
  await page.click("#play-roll");
  await asked(page);
  const heard = await sounds();
  assert.ok(heard > 0, "dice are heard");
  await openSetup(page);
  await page.uncheck("#play-sound");
  const source = (await places(page))[0];
  await byMouse.press(page, source);
  assert.equal(await sounds(), heard, "no sound where it is off");
}
// Moves checkers until a practice play is complete.
async function whole(page) {
  for (let moves = 0; moves < 5 && !(await page.locator("#practice-check").isEnabled()); ++moves) {
    await page.locator("#practice-board .spot.can").first().click({ force: true });
  }
}
const told = (page, pattern) => page.waitForFunction((text) =>
  new RegExp(text).test(document.getElementById("practice-status").textContent), pattern.source, { timeout: 60000 });

// Decisions of the user's own games are solved again.
{
  const page = await open();
  await page.click("#tab-practice");
  assert.match(await page.textContent("#practice-status"), /Play a game first/);
  await page.click("#tab-play");
  await begin(page, { game: "portes", opponent: "blocker" });
  for (let plays = 0; plays < 8 && (await asked(page)) === "choose"; ++plays) await type(page);
  await page.click("#tab-practice");
  await told(page, /What do you play/);
  await accessible(page, "practice");
  await whole(page);
  await page.click("#practice-undo");
  await whole(page);
  await page.click("#practice-check");
  await told(page, /Best: .* In the game you played/);
  assert.match(await page.textContent("#practice-score"), /^[01] of 1 solved/);
  await accessible(page, "a solution");
  await page.click("#practice-next");
  await told(page, /What do you play|That was all/);
}

// Decisions of each variant's test set.
for (const [scheme, width, height] of [["light", 1366, 650], ["dark", 390, 844]]) {
  const page = await open({ scheme, width, height, at: "#practice?set=fevga" });
  await told(page, /^Fevga\. .*What do you play/);
  assert.equal(await page.inputValue("#practice-from"), "fevga");
  await accessible(page, `practice of a set, ${scheme}`);
  await whole(page);
  await page.click("#practice-check");
  await told(page, /(Yes|costs).* Best: .* Each play was rolled out in up to 1,296 games/);
  assert.match(await page.textContent("#practice-score"), /^[01] of 1 solved\.$/);
  await picture(page, `solution-${scheme}`, pictures);
  await page.click("#practice-next");
  await told(page, /What do you play/);
  await page.click("#practice-solution");
  await told(page, /^Best: .* Each play/);
  for (const game of await page.locator("#practice-from option").evaluateAll((all) => all.map(({ value }) => value).filter(Boolean))) {
    await page.selectOption("#practice-from", game);
    await page.waitForFunction((title) => document.getElementById("practice-status").textContent.startsWith(`${title}. You `),
                               await page.locator("#practice-from option:checked").textContent());
    assert.match(page.url(), new RegExp(`#practice\\?set=${game}$`));
  }
  await page.selectOption("#practice-from", "");
  await told(page, /Play a game first/);
}
await browser.close();
console.log("the table behaves");
