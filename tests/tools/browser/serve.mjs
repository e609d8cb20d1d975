// node serve.mjs CHROMIUM URL RECORD PICTURES: plays and analyses at `gioul serve` as people do (with
// the mouse, with the keyboard alone, by typing), and fails where the page doesn't behave, asks for
// anything but its server, or axe finds something serious. RECORD is a file with a game.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [program, url, recordFile, pictures] = process.argv.slice(2);
// All three ways in all games take minutes: else each game is played once, by all of them in turn.
const everyWay = process.env.GIOUL_EVERY_WAY === "1";
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });

async function open({ scheme = "light", width = 1280, height = 900, motion = "reduce" } = {}) {
  const context = await browser.newContext({ colorScheme: scheme, reducedMotion: motion, viewport: { width, height } });
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  page.on("console", (message) => assert.notEqual(message.type(), "error", message.text()));
  page.on("request", (request) => assert.ok(request.url().startsWith(url) || request.url().startsWith("blob:"), request.url()));
  page.decision = null;
  page.on("response", async (response) => {
    if (response.url().endsWith("/moves") && response.ok()) page.decision = await response.json().catch(() => null);
  });
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  return page;
}

async function accessible(page, what) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`), [], what);
}

async function picture(page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name}: ${wide} pixels too wide`);
}

async function begin(page, { game = "gioul", opponent = "random", length = "1", auto = true } = {}) {
  await page.selectOption("#play-game", game);
  await page.selectOption("#play-opponent", opponent);
  await page.selectOption("#play-length", length);
  await page.setChecked("#play-auto", auto);
  await page.click("#play-setup button.main");
}

// Until the person is asked for something: "roll", "choose" or "over".
async function asked(page) {
  const handle = await page.waitForFunction(() => {
    const seen = (id) => !document.getElementById(id).hidden;
    if (!document.getElementById("problem").hidden) return `problem ${document.getElementById("problem").textContent}`;
    if (seen("play-roll")) return "roll";
    if (!seen("play-done")) return null;
    return document.getElementById("play-done").textContent === "Done" ? "choose" : "over";
  }, null, { timeout: 30000, polling: 5 });
  return handle.jsonValue();
}

const places = (page, role) => page.evaluate((wanted) =>
  [...document.querySelectorAll("#play-board .spot.can")].filter((spot) =>
    wanted === "target" ? spot.getAttribute("aria-label").includes("can go here") : spot.getAttribute("aria-label").includes("can move"))
    .map((spot) => Number(spot.dataset.place)), role);
const isWhole = (page) => page.locator("#play-done").isEnabled();

const byMouse = {
  async press(page, place) {
    const box = await page.locator(`#play-board .spot[data-place="${place}"]`).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  },
  done: (page) => page.click("#play-done"),
};

const byKeyboard = {
  async press(page, place) {
    const at = () => page.evaluate(() => Number(document.activeElement.dataset?.place ?? -1));
    for (let tries = 0; (await at()) < 0; ++tries) {
      assert.ok(tries < 60, "Tab leads to the board");
      await page.keyboard.press("Tab");
    }
    if (place === 25) await page.keyboard.press("b");
    else if (place === 0) await page.keyboard.press("o");
    else {
      const row = (point) => point > 12;
      if ((await at()) === 25 || (await at()) === 0) await page.keyboard.press("ArrowLeft");
      if (row(await at()) !== row(place)) await page.keyboard.press("ArrowUp");
      for (let tries = 0; (await at()) !== place; ++tries) {
        assert.ok(tries < 14, `the arrows lead to ${place}`);
        const right = row(place) ? place > (await at()) : place < (await at());
        await page.keyboard.press(right ? "ArrowRight" : "ArrowLeft");
      }
    }
    await page.keyboard.press("Enter");
  },
  async done(page) {
    for (let tries = 0; (await page.evaluate(() => document.activeElement.id)) !== "play-done"; ++tries) {
      assert.ok(tries < 60, "Tab leads to Done");
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
  },
};

// A play by checkers: any source, any target, until it is whole.
async function enter(page, hand) {
  for (let moves = 0; !(await isWhole(page)) ; ++moves) {
    assert.ok(moves < 5, "a play has four checker moves at most");
    const sources = await places(page, "source");
    assert.ok(sources.length > 0, "something can move");
    await hand.press(page, sources[moves % sources.length]);
    const targets = await places(page, "target");
    assert.ok(targets.length > 0, "what is selected can go somewhere");
    await hand.press(page, targets[0]);
  }
  await hand.done(page);
}

async function type(page) {
  await page.waitForFunction(() => true);
  const play = page.decision.moves[page.decision.moves.length >> 1].play;
  await page.fill("#play-typed", play);
  await page.press("#play-typed", "Enter");
}

// A whole game; what it was played by in turn is a list of functions.
async function wholeGame(page, ways) {
  for (let decisions = 0; decisions < 400; ++decisions) {
    const wanted = await asked(page);
    if (wanted === "over") return decisions;
    assert.equal(wanted, "choose");
    await ways[decisions % ways.length](page);
  }
  throw new Error("the game does not end");
}

const onlyGames = process.env.GIOUL_GAMES?.split(",");
const games = onlyGames ?? (await (await fetch(`${url}api/v1/games`)).json()).games.map(({ name }) => name);
const mouse = (page) => enter(page, byMouse), keyboard = (page) => enter(page, byKeyboard);
for (const game of games) {
  const page = await open();
  for (const ways of everyWay ? [[mouse], [keyboard], [type]] : [[mouse, type, keyboard, type, type]]) {
    await begin(page, { game });
    const decisions = await wholeGame(page, ways);
    assert.ok(decisions > 10, `${game}: ${decisions} decisions`);
    const status = await page.textContent("#play-status");
    assert.match(status, /(win|wins) [12] point|tie/, status);
    assert.equal(await page.textContent("#live"), status, "the end is said");
  }
  console.log(`${game}: played by mouse, keyboard and typing${everyWay ? ", a whole game each" : ""}`);
  await page.context().close();
}

// Take back, dragging, refused plays, giving up.
{
  const page = await open();
  await begin(page, { auto: false, opponent: "blocker" });
  assert.equal(await asked(page), "roll");
  await page.selectOption("#play-die1", "3");
  await page.selectOption("#play-die2", "1");
  await page.click("#play-set");
  await asked(page);
  await page.fill("#play-typed", "24/20 24/18");
  await page.press("#play-typed", "Enter");
  assert.match(await page.textContent("#play-status"), /not lawful/);
  const [from] = await places(page, "source");
  const before = await page.locator("#play-board svg").innerHTML();
  await byMouse.press(page, from);
  const [to] = await places(page, "target");
  await page.keyboard.press("Escape");
  const centre = async (place) => {
    const box = await page.locator(`#play-board .spot[data-place="${place}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...await centre(from));
  await page.mouse.down();
  await page.mouse.move(...await centre(to), { steps: 5 });
  await page.mouse.up();
  assert.notEqual(await page.locator("#play-board svg").innerHTML(), before, "a checker was dragged");
  await page.click("#play-undo");
  await enter(page, byMouse);
  await asked(page);
  await page.click("#play-back");
  await asked(page);
  assert.ok(await page.locator("#play-done").isVisible(), "the roll is there again");
  await page.click("#play-give-up");
  assert.match(await page.textContent("#play-status"), /opponent wins 2 points/);
  await page.context().close();
}

// A match of several games, the review of one, and play on from there.
{
  const page = await open();
  await begin(page, { game: "tapa-gul-bara", length: "3" });
  let played = 0;
  do {
    await wholeGame(page, [type]);
    ++played;
    const score = (await page.textContent("#play-score")).match(/You (\d+), .* (\d+) \(to 3\)/);
    const isOver = Number(score[1]) >= 3 || Number(score[2]) >= 3;
    assert.equal(await page.textContent("#play-done"), isOver ? "Play again" : "Next game", score[0]);
    if (isOver) break;
    await page.click("#play-done");
  } while (played < 10);
  await page.click("#play-review");
  assert.ok(await page.locator("#review").isVisible());
  await page.context().close();
}

// Each view, looked at: on a telephone and on a screen, in light and dark.
for (const [scheme, width] of [["light", 1280], ["dark", 390], ["light", 390], ["dark", 1280]]) {
  const page = await open({ scheme, width, height: 844 });
  const name = `${scheme}-${width}`;
  await picture(page, `play-begin-${name}`);
  await begin(page, { opponent: "net,beam=16", auto: false });
  await asked(page);
  for (let i = 0; i < 3; ++i) {
    await page.selectOption("#play-die1", ["2", "5", "3"][i]);
    await page.selectOption("#play-die2", ["2", "3", "3"][i]);
    await page.click("#play-set");
    while ((await asked(page)) === "choose" && i < 2) await type(page);
  }
  await page.click("#play-chains");
  await page.waitForSelector("#play-hints:not([hidden])", { timeout: 120000 });
  await picture(page, `play-${name}`);
  await accessible(page, `play, ${name}`);
  await page.click("#play-hints button");
  await asked(page);

  await page.click("#tab-analyse");
  await page.fill("#analyse-position", "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3");
  await page.selectOption("#analyse-die1", "6");
  await page.selectOption("#analyse-die2", "4");
  await page.click("#analyse-form button.main");
  await page.waitForSelector("#analyse-result table", { timeout: 120000 });
  assert.ok(await page.locator("#analyse-result tbody tr").count() >= 8);
  assert.match(await page.textContent("#analyse-result"), /not to be compared/);
  await picture(page, `analyse-${name}`);
  await accessible(page, `analyse, ${name}`);
  await page.click("#analyse-rollout");
  await page.waitForFunction(() => /of at most/.test(document.querySelector("#analyse-summary").textContent));
  await page.waitForSelector("#analyse-result table");
  await picture(page, `rollout-${name}`);
  // It may have ended by itself meanwhile, and the button be gone.
  await page.evaluate(() => document.querySelector("#analyse-stop").click());
  await page.waitForFunction(() => /standard error/.test(document.querySelector("#analyse-summary").textContent));
  await page.click("#analyse-clear");
  for (const place of [6, 5, 4]) {
    await page.locator(`#analyse-board .spot[data-place="${place}"]`).click({ force: true });
  }
  assert.match(await page.inputValue("#analyse-position"), /^6:1,5:1,4:1,off:12\|off:15/);

  await page.click("#tab-review");
  await page.fill("#review-text", readFileSync(recordFile, "utf8"));
  await page.selectOption("#review-plies", "0");
  await page.click("#review-form button.main");
  await page.waitForFunction(() => /review is done/.test(document.querySelector("#live").textContent), null, { timeout: 60000 });
  assert.match(await page.textContent("#review-totals"), /millipoints a decision/);
  await page.click("#review-worst");
  await picture(page, `review-${name}`);
  await accessible(page, `review, ${name}`);
  await page.click("#review-play");
  assert.ok(["choose", "roll"].includes(await asked(page)));
  await page.context().close();
}
await browser.close();
console.log("the page behaves");
