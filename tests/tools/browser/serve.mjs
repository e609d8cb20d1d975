// node serve.mjs CHROMIUM URL RECORD GAME,... PICTURES: plays these games and analyzes at `gioul
// serve` like users (with the mouse, by touch, with the keyboard only, by typing). Fails if the
// page misbehaves, requests anything from elsewhere, or axe finds an accessibility problem. RECORD
// is a file with a game.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, asked, begin, byKeyboard, byMouse, byTouch, centre, confirm, enter, keepTexts, launch, openAlone,
         picture as pictureIn, type, wasTold } from "./serve_page.mjs";

const [program, url, recordFile, some, pictures] = process.argv.slice(2);
// All ways in all games take minutes; by default each game is played once, by all ways in turn.
const everyWay = process.env.GIOUL_EVERY_WAY === "1";
const browser = await launch(program);
const open = (options) => openAlone(url, options);
const picture = (page, name) => pictureIn(page, name, pictures);

async function setDice(page, first, second) {
  await page.selectOption("#play-die1", first);
  await page.selectOption("#play-die2", second);
  await page.click("#play-set");
}

// Plays a whole game; `ways` are functions that are used in turn.
async function wholeGame(page, ways) {
  for (let decisions = 0; decisions < 400; ++decisions) {
    const wanted = await asked(page);
    if (wanted === "over") return decisions;
    assert.equal(wanted, "choose");
    await ways[decisions % ways.length](page);
  }
  throw new Error("the game does not end");
}

const games = everyWay ? (await (await fetch(`${url}api/v1/games`)).json()).games.map(({ name }) => name)
                       : some.split(",");
const mouse = (page) => enter(page, byMouse), keyboard = (page) => enter(page, byKeyboard), touch = (page) => enter(page, byTouch);
for (const game of games) {
  const page = await open({ touch: true });
  for (const ways of everyWay ? [[mouse], [touch], [keyboard], [type]] : [[mouse, type, keyboard, touch, type]]) {
    await begin(page, { game });
    const decisions = await wholeGame(page, ways);
    assert.ok(decisions > 4, `${game}: ${decisions} decisions`);
    const status = await page.textContent("#play-status");
    assert.match(status, /(win|wins) [12] point|tie/, status);
    assert.equal(await page.textContent("#live"), status, "the end is said");
  }
  console.log(`${game}: played by mouse, touch, keyboard and typing${everyWay ? ", a whole game each" : ""}`);
}

// Swapping dice, dragging, undo, illegal plays, resigning.
{
  const page = await open();
  await begin(page, { auto: false, finish: false, opponent: "blocker" });
  assert.equal(await asked(page), "roll");
  await setDice(page, "1", "3");
  await asked(page);
  const made = async () => (await page.textContent("#live")).split(".")[0];
  await byMouse.press(page, 24);
  assert.equal(await made(), "24 to 21", "the larger die first");
  assert.equal(await page.locator("#play-board .dice .played").count(), 1, "a die is played");
  await page.click("#play-undo");
  await page.locator("#play-board .dice").click();
  await byMouse.press(page, 24);
  assert.equal(await made(), "24 to 23", "the dice are swapped");
  await page.keyboard.press("Backspace");
  const before = await page.locator("#play-board svg").innerHTML();
  await page.mouse.move(...await centre(page, 24));
  await page.mouse.down();
  await page.mouse.move(...await centre(page, 20), { steps: 5 });
  assert.equal(await page.locator("#play-board .light").count(), 3, "where it may go is lit");
  await page.mouse.up();
  assert.notEqual(await page.locator("#play-board svg").innerHTML(), before, "a checker was dragged");
  assert.ok(await page.locator("#play-done").isEnabled(), "by both dice");
  await page.click("#play-done");
  await asked(page);
  await page.click("#play-back");
  await asked(page);
  assert.ok(await page.locator("#play-done").isVisible(), "the roll is there again");
}

// A match of several games, the review of one, and playing on from there.
{
  const page = await open();
  await begin(page, { game: "tapa-gul-bara", length: "3" });
  for (let isOver = false; !isOver;) {
    await asked(page);
    await type(page);
    await asked(page);
    await confirm(page, "#play-give-up");
    await page.waitForSelector("#play-end:not([hidden])");
    const score = (await page.textContent("#play-score")).match(/You (\d+), .* (\d+) \(to 3\)/);
    isOver = Number(score[2]) >= 3;
    assert.equal(await page.textContent("#play-done"), isOver ? "Play again" : "Next game", score[0]);
    if (!isOver) await page.click("#play-done");
  }
  await page.click("#play-review");
  assert.ok(await page.locator("#review").isVisible());
}

// Each view on phones and screens, in light and dark.
for (const [scheme, width, height] of [["light", 1366, 650], ["dark", 390, 844], ["light", 844, 390], ["dark", 2560, 1440]]) {
  const page = await open({ scheme, width, height });
  const name = `${scheme}-${width}`;
  await picture(page, `play-begin-${name}`);
  await accessible(page, `a new game, ${name}`);
  await begin(page, { opponent: "net,beam=16", auto: false });
  await asked(page);
  await setDice(page, "2", "5");
  while ((await asked(page)) === "choose") await type(page);
  await page.goto(`${url}#analyse?variant=gioul&position=20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3&dice=3-3`);
  await page.waitForFunction(() => document.getElementById("analyse-position").value.startsWith("20:2"));
  await confirm(page, "#analyse-play");
  await page.click("#play-chains");
  await page.waitForSelector("#play-hints:not([hidden])");
  await picture(page, `play-${name}`);
  await accessible(page, `play, ${name}`);
  const board = await page.locator("#play-board svg").boundingBox();
  assert.ok(board.height > 0.85 * height || board.width > 0.95 * width, "the board takes what there is");
  if (width < 500) assert.ok(board.height > 0.45 * height, "and grows tall on a telephone");
  for (const id of ["done", "undo", "back"]) {
    const box = await page.locator(`#play-${id}`).boundingBox();
    assert.ok(box.y > 0 && box.y + box.height <= height, `${id} is in sight, ${name}`);
  }
  await page.click("#play-hints button");
  await asked(page);

  await page.click("#tab-analyse");
  await page.click("#analyse-start");
  await page.fill("#analyse-position", "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3");
  await page.selectOption("#analyse-die1", "6");
  await page.selectOption("#analyse-die2", "4");
  await page.click("#analyse-form button.main");
  await page.waitForSelector("#analyse-result table");
  assert.ok(await page.locator("#analyse-result tbody tr").count() >= 8);
  assert.match(await page.textContent("#analyse-result"), /not comparable with those above/);
  await picture(page, `analyse-${name}`);
  await accessible(page, `analyse, ${name}`);
  await keepTexts(page, "analyse-summary");
  await page.click("#analyse-rollout");
  await wasTold(page, /of up to/);
  await page.waitForSelector("#analyse-result table");
  await picture(page, `rollout-${name}`);
  // The job may have ended meanwhile and removed the button.
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
  await page.waitForFunction(() => /review is done/.test(document.querySelector("#live").textContent));
  assert.match(await page.textContent("#review-totals"), /error rate, millipoints/);
  await page.click("#review-worst");
  await picture(page, `review-${name}`);
  await accessible(page, `review, ${name}`);
  await confirm(page, "#review-play");
  assert.ok(["choose", "roll"].includes(await asked(page)));
}
await browser.close();
console.log("the page behaves");
