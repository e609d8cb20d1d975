// node serve_play.mjs CHROMIUM URL GIOUL [PICTURES]: the board of `gioul serve`: levels,
// animation, playback of the opponent's chain, forfeits that wait, lessons, rules and tooltips,
// clicks, chains step by step, the user's side in a review, progress; and records that GIOUL reads:
// from any position, resigned, running.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { accessible, asked, begin, byMouse, byTouch, confirm, enterText, keepTexts, launch, openAlone, picture, places, reload, type, wasTold } from "./serve_page.mjs";

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
  assert.deepEqual([levels[0], levels[1], levels[5]], ["level 0, newcomer", "level 1, beginner", "level 5, full strength"]);
  assert.equal(await page.locator("#play-opponent option:checked").textContent(), levels[1], "a first game is against level 1");
  for (const level of levels) {
    await page.selectOption("#play-opponent", { label: level });
    assert.match(await page.textContent("#play-strength"), /^Wins \d+ of 10 games against (random|level \d, .*)\.$/);
  }
  await page.selectOption("#play-game", "portes");
  assert.equal(await page.locator("#play-opponent option:checked").textContent(), levels[5], "the level stays");
  assert.ok((await options("Others")).length >= 4);
  await page.click("#play-setup summary");
  assert.equal(await page.locator("#play-levels tbody tr").count(), 6, "how often each level wins");
  await accessible(page, "how strong the levels are");
  await begin(page, { game: "portes", opponent: "net,temperature=120" });
  for (let moves = 0; moves < 4 && (await asked(page)) === "choose"; ++moves) await type(page);
  assert.match(await page.textContent("#play-score"), /level 1, beginner/);
}

// Checkers are animated, unless the user prefers reduced motion.
for (const motion of ["no-preference", "reduce"]) {
  const page = await open({ motion });
  await begin(page, { opponent: "blocker", finish: false });
  await asked(page);
  await page.waitForFunction(() => document.querySelector("#play-board .spot.can") && !document.querySelector("#play-board .sliding"));
  await page.evaluate(() => {
    const sliding = window.sliding = new Set(), { animate } = Element.prototype;
    Element.prototype.animate = function (frames, how) {
      if (this.matches(".sliding")) for (const key of Object.keys(frames[0])) sliding.add(key);
      return animate.call(this, frames, how);
    };
  });
  await byMouse.press(page, (await places(page))[0]);
  await page.waitForFunction(() => !document.querySelector("#play-board .sliding, #play-board [visibility=hidden]"));
  assert.deepEqual(await page.evaluate(() => [...window.sliding]), motion === "reduce" ? [] : ["transform"], motion);
}

// The opponent's chain: paused, continued, replayed; its forfeit waits to be confirmed.
{
  const page = await open({ motion: "no-preference" });
  await page.clock.install();
  // Stops the page's clock; advances it until the page shows something.
  const hold = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 3600000));
  const advanceUntil = async (isThere) => { while (!(await page.evaluate(isThere))) await page.clock.runFor(100); };
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
  await hold();
  await enterText(page, "24/22 24/23");
  await advanceUntil(() => !document.getElementById("play-pause").hidden);
  await page.click("#play-pause");
  assert.equal(await page.textContent("#play-pause"), "Go on");
  await page.clock.resume();
  await page.clock.runFor(5000);  // whatever was on its way is shown
  await accessible(page, "halted");
  const halted = await page.locator("#play-moves li").count();
  await page.clock.runFor(60000);
  await accessible(page, "halted");
  assert.equal(await page.locator("#play-moves li").count(), halted, "halted");
  await page.evaluate(() => { document.getElementById("play-pace").value = "fast"; });
  await page.click("#play-pause");
  await page.waitForSelector("#play-go-on:not([hidden])");
  assert.match(await page.textContent("#play-status"), /\d+ moves pass to you/);
  assert.equal((await places(page)).length, 0, "nothing is played before it was seen");
  await page.clock.runFor(60000);
  assert.ok(await page.locator("#play-go-on").isVisible(), "it waits");
  const status = await page.textContent("#play-status");
  await hold();
  await page.click("#play-again");
  await advanceUntil(() => /^Again: 5-5, /.test(document.getElementById("play-status").textContent));
  await page.clock.resume();
  await page.waitForFunction((text) => document.getElementById("play-status").textContent === text, status);
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
  assert.equal(await page.textContent("#rules-title"), "Gul Bara, lost chains");
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

// Lessons: every play that is shown is legal.
{
  const page = await open({ at: "#play" });
  const lessons = await page.evaluate(async () => (await import("./lessons.js")).lessons);
  const boards = Object.entries(lessons).flatMap(([variant, all]) => all.flatMap(({ steps, ...one }) => (steps ?? [one]).map((board) => ({ variant, ...board }))));
  const requests = boards.filter(({ play }) => play).map(({ variant, position, dice, play }, id) => ({ play, request: { id, request: "moves", variant, position, dice } }));
  const answers = execFileSync(gioul, ["api", "--threads", "1"], { input: requests.map(({ request }) => `${JSON.stringify(request)}\n`).join("") })
    .toString().trimEnd().split("\n").map((line) => JSON.parse(line));
  for (const { id, error, moves } of answers) {
    const { play, request } = requests[id];
    assert.equal(error, undefined);
    assert.ok(moves.some((move) => move.play === play), `${request.variant} ${request.position} ${play}`);
  }
  await page.click("#play-learn");
  assert.match(page.url(), /#rules\?game=gioul$/);
  for (let board = 1; board < lessons.gioul.length; ++board) {
    await page.click("#rules-next");
    assert.match(await page.textContent("#rules-step"), new RegExp(`^${board + 1} of ${lessons.gioul.length}$`));
    assert.ok((await page.textContent("#rules-lesson")).length > 80);
    if (lessons.gioul[board].steps) {
      const before = await page.locator("#rules-pictures svg").innerHTML();
      await page.click("#rules-steps button:last-of-type");
      assert.notEqual(await page.locator("#rules-pictures svg").innerHTML(), before, "the next number of the chain");
    }
  }
  assert.ok(await page.locator("#rules-next").isDisabled());
}

// Clicks: where a checker may go, and why one may not move; no ring but for keys.
for (const touch of [false, true]) {
  const page = await open({ touch, width: touch ? 390 : 1280, height: 844 });
  await begin(page, { auto: false, finish: false, opponent: "blocker" });
  await asked(page);
  const press = touch ? byTouch.press : byMouse.press;
  await press(page, 13);
  assert.equal(await page.textContent("#play-status"), "Roll the dice first.");
  await enterText(page, "31");
  await asked(page);
  const lights = () => page.locator("#play-board .light").count();
  if (!touch) {
    await page.hover("#play-board .spot[data-place='24']");
    assert.equal(await lights(), 3, "21, 23, 20");
    await page.hover("#play-board .spot[data-place='12']");
    assert.equal(await lights(), 0);
  }
  await press(page, 13);
  assert.equal(await page.textContent("#play-status"), "None of your checkers is on 13.");
  await press(page, 24);
  const ring = () => page.evaluate(() => [...document.querySelectorAll("#play-board .ring")].map((one) => getComputedStyle(one).stroke).filter((stroke) => stroke !== "none").length);
  assert.equal(await ring(), 0, "no ring after a click");
  await press(page, 24);
  assert.match(await page.textContent("#live"), /24 to 23/);
  await press(page, 21);
  assert.equal(await page.textContent("#play-status"), "Nothing more can be played: press Done.");
  if (touch) continue;
  await page.focus("#play-board .spot[tabindex='0']");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await ring(), 1, "a ring for the keyboard");
}
{
  const page = await open({ at: "#analyse?variant=fevga&position=24:15|24:15&dice=6-5" });
  await page.click("#analyse-play");
  await page.waitForSelector("#play-board .spot.can");
  await byMouse.press(page, 24);
  await byMouse.press(page, 24);
  assert.equal(await page.textContent("#play-status"), "24 can't move: until your first checker is on 11 or lower, no other may move.");
}

// Start is in sight, and nothing is wider than the page.
{
  const page = await open();
  for (const [width, height] of [[390, 844], [844, 390], [1366, 650], [320, 844]]) {
    await page.setViewportSize({ width, height });
    await page.goto(`${url}#play`);
    await reload(page);
    const isInSight = async () => {
      const box = await page.locator("#play-start").boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height, `Start at ${box.y} of ${height}`);
    };
    await isInSight();
    await page.click("#tab-rules");
    await page.selectOption("#rules-game", "plakoto");
    await page.click("#rules-play");
    await isInSight();
    for (const view of ["play", "analyse", "review", "practice", "rules"]) {
      await page.click(`#tab-${view}`);
      await picture(page, `${view}-${width}`, pictures);
    }
  }
}

// Whole chains, number by number, and stopped.
{
  const page = await open();
  await playFrom(page, "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3", "3-3");
  await asked(page);
  await page.click("#play-chains");
  await page.waitForSelector("#play-hints:not([hidden])");
  const board = () => page.locator("#play-board svg").innerHTML();
  const before = await board();
  await page.click("#play-steps button:last-of-type");
  assert.match(await page.textContent("#play-steps output"), /^4’s /);
  assert.notEqual(await board(), before);
  assert.equal((await places(page)).length, 0, "what is shown cannot be played");
  await accessible(page, "a step of a chain");
  await byMouse.press(page, 13);
  assert.ok((await places(page)).length > 0, "a click returns to the game");
  await page.goto(`${url}#analyse?variant=gioul&dice=2-2`);
  await page.waitForFunction(() => document.getElementById("analyse-die2").value === "2");
  await page.selectOption("#analyse-plies", "1");
  await keepTexts(page, "analyse-summary");
  await page.click("#analyse-chain");
  await wasTold(page, /\d %$/);
  await page.click("#analyse-stop");
  assert.equal(await page.textContent("#analyse-summary"), "Stopped.");
  await page.selectOption("#analyse-die1", "5");
  await page.selectOption("#analyse-die2", "5");
  await page.click("#analyse-chain");
  await page.waitForSelector("#analyse-result table");
  await page.click("#analyse-steps button:last-of-type");
  assert.match(await page.textContent("#analyse-steps output"), /^6’s /);
}

// A review is from the user's side, also if the opponent began.
for (const starter of ["you", "opponent"]) {
  const page = await open();
  await page.addInitScript((first) => {  // the opening throws are 5-4 or 4-5, all others 6-5
    const draw = crypto.getRandomValues.bind(crypto);
    const bytes = first === "you" ? [4, 3] : [3, 4];
    crypto.getRandomValues = (array) => array instanceof Uint8Array ? array.fill(bytes.shift() ?? 4 + (array.turn = (globalThis.turn = 1 - (globalThis.turn ?? 0)))) : draw(array);
  }, starter);
  await reload(page);
  await openSetup(page);
  await page.selectOption("#play-colour", "dark");
  await begin(page, { opponent: "blocker" });
  for (let plays = 0; plays < 3 && (await asked(page)) === "choose"; ++plays) await type(page);
  await asked(page);
  await page.click("#play-review");
  await page.waitForFunction(() => /review is done/.test(document.getElementById("live").textContent));
  assert.match(await page.textContent("#review-status"), starter === "you" ? /^1\. you, / : /^1\. blocker, .*: \S.* \(on the board .*\)/);
  const names = await page.locator("#review-board svg > text").allTextContents();
  assert.ok(names.indexOf("blocker") < names.indexOf("you"), "you are below");
  assert.equal(await page.locator("#review-board svg > circle").nth(1).getAttribute("fill"), "#2b2f36", "with your checkers");
  assert.match(await page.getAttribute("#review-graph svg", "aria-label"), /^Equity for you/);
  assert.match(await page.textContent("#review-sums"), /^Luck .*, skill .* points for you\. Grade for you: too few decisions to tell\.$/);
  assert.equal(await page.locator("#review-whose option:checked").textContent(), "you");
}

// The user's own page: games, error rates, a goal and a level.
{
  const page = await open();
  for (let games = 0; games < 3; ++games) {
    await begin(page, { game: "portes", opponent: "blocker" });
    await asked(page);
    await type(page);
    await asked(page);
    await confirm(page, "#play-give-up");
    await page.waitForFunction((n) => document.querySelectorAll("#play-kept li").length === n, games + 1);
    await page.waitForFunction((n) => JSON.parse(localStorage.getItem("gioul.losses") ?? "[]").length === n, games + 1);
  }
  assert.match(await page.textContent("#progress-level"), /^In your last three games you played like level \d/);
  assert.ok(await page.locator("#progress-chart svg").isVisible());
  assert.ok((await page.textContent("#progress-goal")).length > 10);
  await accessible(page, "your games");
  await reload(page);
  assert.ok(await page.locator("#progress-chart svg").isVisible());
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
      const light = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
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
  new RegExp(text).test(document.getElementById("practice-status").textContent), pattern.source);

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
