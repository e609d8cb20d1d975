// node serve_errors.mjs CHROMIUM GIOUL [SITE]: failures at the web UI of `gioul serve`: its server
// is stopped and restarted, the page is reloaded and left, invalid text is typed. SITE is the
// directory of the page without a server (web/), which is tested instead.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { accessible, asked, begin, byKeyboard, byMouse, byTouch, centre, confirm, enter, enterText, launch, open as openAt, places,
         reload, type } from "./serve_page.mjs";

const [program, gioul, site] = process.argv.slice(2);
const browser = await launch(program);

// A free port that the system gives to no other program while the server is stopped.
const isFree = (one) => new Promise((resolve) => {
  const probe = createServer().once("error", () => resolve(false)).listen(one, "127.0.0.1", () => probe.close(() => resolve(true)));
});
let port = 10000 + process.pid % 20000;
while (!(await isFree(port))) ++port;
const url = `http://127.0.0.1:${port}/`;
let server;
async function start() {
  const pipes = { stdio: ["ignore", "pipe", "ignore"] };
  server = site ? spawn("python3", ["-u", "-m", "http.server", `${port}`, "--bind", "127.0.0.1", "-d", site], pipes)
                : spawn(gioul, ["serve", "--port", `${port}`], pipes);
  await new Promise((resolve) => { server.stdout.once("data", resolve); });
}
async function stop() {
  const ended = new Promise((resolve) => { server.once("exit", resolve); });
  server.kill();
  await ended;
}
process.on("exit", () => server?.kill());
await start();

const open = (options) => openAt(url, options);
const status = (page) => page.textContent("#play-status");
const board = (page) => page.locator("#play-board svg").innerHTML();
const moves = (page) => page.locator("#play-moves li").count();
// Opens a page on which a game begins; without further options one against blocker, whose dice are
// entered.
async function begun(options, game = { auto: false, opponent: "blocker" }) {
  const page = await open(options);
  await begin(page, game);
  return page;
}
// Enters dice; returns what the user is asked next.
async function roll(page, dice) {
  assert.equal(await asked(page), "roll");
  await enterText(page, dice);
  return asked(page);
}

const tests = {
  async "a game goes on after a reload, in the middle of a play and of a chain"() {
    const page = await begun();
    await roll(page, "31");
    await byMouse.press(page, 24);
    const before = await board(page);
    await reload(page);
    assert.equal(await asked(page), "choose");
    assert.equal(await board(page), before, "the checker that was moved stays moved");
    await byMouse.press(page, 24);
    await roll(page, "22");
    await type(page);
    await page.waitForFunction(() => /18 checker moves|16 checker moves/.test(document.getElementById("play-strip").textContent));
    const [chain, count] = [await page.textContent("#play-strip"), await moves(page)];
    await reload(page);
    await asked(page);
    assert.equal(await page.textContent("#play-strip"), chain);
    assert.equal(await moves(page), count);
  },

  async "a match goes on after a reload, also between its games"() {
    const page = await begun({}, { length: "5", game: "portes" });
    while ((await asked(page)) !== "over") await type(page);
    const score = await page.textContent("#play-score");
    await reload(page);
    assert.equal(await asked(page), "over");
    assert.equal(await page.textContent("#play-score"), score);
    assert.match(await page.textContent("#play-result"), /win/);
    await page.click("#play-done");
    await asked(page);
    await reload(page);
    await asked(page);
    assert.equal(await page.textContent("#play-score"), score, "the score is that of the match");
  },

  async "a whole game by touch outlives reloads and servers that stop"() {
    const page = await begun({ touch: true, width: 390, height: 844, complaints: true }, { game: "plakoto" });
    for (let decisions = 0; ; ++decisions) {
      await page.waitForSelector("#problem", { state: "hidden" });
      const count = await moves(page);
      if ((await asked(page)) === "over") break;
      assert.ok(decisions < 200, "the game goes on");
      if (decisions % 4 === 0) {
        await reload(page);
        await asked(page);
        assert.ok(await moves(page) >= count, "nothing is lost");
      }
      const stops = decisions % 10 === 5;
      if (stops) await stop();
      await enter(page, byTouch);
      if (stops) await start();
    }
    const result = await page.textContent("#play-result");
    await reload(page);
    assert.equal(await page.textContent("#play-result"), result);
  },

  async "Back goes through the views, and to the game"() {
    const page = await begun({}, {});
    await asked(page);
    const before = await moves(page);
    await page.click("#tab-analyse");
    await page.click("#tab-review");
    await page.goBack();
    await page.waitForSelector("#analyse:not([hidden])");
    await page.goBack();
    await page.waitForSelector("#play:not([hidden])");
    assert.equal(await moves(page), before);
    await page.goForward();
    await page.waitForSelector("#analyse:not([hidden])");
  },

  async "ending a running game asks once, and the game can be gone on with"() {
    const page = await begun({}, {});
    await asked(page);
    await type(page);
    await asked(page);
    await page.click("#play-give-up");
    await accessible(page, "a question");
    await page.click("dialog button:not(.main)");
    assert.equal(await asked(page), "choose");
    const count = await moves(page);
    await page.click("#play-new summary");
    await page.click("#play-setup button.main");
    await page.click("dialog button:not(.main)");
    assert.equal(await moves(page), count, "it is still the same game");
    const game = () => page.evaluate(() => sessionStorage.getItem("gioul.game."));
    const first = await game();
    await confirm(page, "#play-setup button.main");
    await page.waitForFunction((former) => sessionStorage.getItem("gioul.game.") !== former, first);
    await asked(page);
    await type(page);
    await asked(page);
    await confirm(page, "#play-give-up");
    await page.waitForSelector("#play-end:not([hidden])");
    assert.match(await status(page), /opponent wins 2 points/);
    await page.click("#tab-review");
    assert.equal(await page.locator("#review-kept li").count(), 2);
    await accessible(page, "kept games");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#review-save-all")]);
    const text = await (await import("node:fs/promises")).readFile(await saved.path(), "utf8");
    assert.match(text, /^(first|second) wins 2, as (first|second) resigned$/m);
    await page.click("#review-kept button.on");
    assert.equal(await asked(page), "choose");
    assert.equal(await moves(page), count, "the first game goes on");
  },

  async "a game and a position are links"() {
    const page = await begun({}, { game: "portes" });
    for (let plays = 0; plays < 3; ++plays) {
      await asked(page);
      await type(page);
    }
    await asked(page);
    await confirm(page, "#play-give-up");
    const count = await moves(page);
    await page.click("#play-review");
    const list = await page.inputValue("#review-text");
    await page.fill("#review-text", list);
    await page.click("#review-form button.main");
    await page.waitForFunction(() => location.hash.includes("game="));
    await page.click("#review-next");
    const shown = page.url().slice(url.length);
    const other = await open({ at: shown });
    await other.waitForFunction((wanted) => document.querySelectorAll("#review-moves button").length === wanted, count);
    assert.equal(await other.getAttribute("#review-moves li:nth-child(2) button", "aria-current"), "step");
    const analyse = await open({ at: "#analyse?variant=plakoto&position=24:15|24:14,20:1&dice=6-4" });
    assert.equal(await analyse.inputValue("#analyse-position"), "24:15|24:14,20:1");
    assert.equal(await analyse.inputValue("#analyse-die2"), "4");
    assert.equal(await analyse.inputValue("#analyse-game"), "plakoto");
  },

  async "a server that is stopped and started again is asked again, by itself and by hand"() {
    const page = await begun({ complaints: true });
    await roll(page, "22");
    await stop();
    await type(page);
    await page.waitForSelector("#problem:not([hidden])");
    await accessible(page, "a server that is silent");
    await start();
    await page.evaluate(() => document.getElementById("problem-again").click());  // it may be retried already
    await page.waitForSelector("#problem", { state: "hidden" });
    assert.equal(await asked(page), "choose", "the chain goes on");
    await stop();
    await page.click("#play-hint");
    await page.waitForSelector("#problem:not([hidden])");
    await type(page);
    await start();
    await page.waitForSelector("#problem", { state: "hidden" });
    await asked(page);
    await page.click("#tab-analyse");
    await stop();
    await page.click("#analyse-form button.main");
    await page.waitForSelector("#problem:not([hidden])");
    await start();
    await page.waitForSelector("#analyse-result table");
    assert.ok(await page.locator("#problem").isHidden());
  },

  async "a checker is dragged by a finger"() {
    const page = await begun({ touch: true, width: 390, height: 844 });
    await roll(page, "31");
    const before = await board(page);
    const hand = await page.context().newCDPSession(page);
    const [[x1, y1], [x2, y2]] = [await centre(page, 24), await centre(page, 21)];
    const touch = (kind, points) => hand.send("Input.dispatchTouchEvent", { type: kind, touchPoints: points });
    await touch("touchStart", [{ x: x1, y: y1 }]);
    for (let i = 1; i <= 8; ++i) await touch("touchMove", [{ x: x1 + (x2 - x1) * i / 8, y: y1 + (y2 - y1) * i / 8 + i }]);
    await touch("touchEnd", []);
    assert.notEqual(await board(page), before);
    assert.match(await page.textContent("#live"), /^24 to 21/);
  },

  async "what is no position, and half a roll, are not analysed"() {
    const page = await open({ complaints: true });
    await page.click("#tab-analyse");
    await page.selectOption("#analyse-plies", "0");
    for (const text of ["nonsense", "foo|bar", "24:15", "24:15|24:14"]) {
      await page.click("#analyse-start");
      await page.click("#analyse-form button.main");
      await page.waitForSelector("#analyse-result table");
      await page.fill("#analyse-position", text);
      await page.press("#analyse-position", "Enter");
      await page.waitForSelector("#analyse-position[aria-invalid]");
      assert.equal(await page.locator("#analyse-result table").count(), 0, "no figures of the old board");
      assert.ok((await page.textContent("#analyse-summary")).length > 10, "what is wrong is said");
    }
    await accessible(page, "no position");
    await page.click("#analyse-start");
    await page.selectOption("#analyse-die1", "6");
    await page.click("#analyse-form button.main");
    assert.match(await page.textContent("#analyse-summary"), /One die is open/);
    await page.selectOption("#analyse-die2", "4");
    await page.click("#analyse-form button.main");
    await page.waitForSelector("#analyse-result table");
  },

  async "an XGID becomes a position, with a note on its cube"() {
    const page = await open({ at: "#analyse" });
    await page.selectOption("#analyse-game", "portes");
    await page.fill("#analyse-position", "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:0:0:0:0:10");
    await page.press("#analyse-position", "Enter");
    await page.waitForFunction(() => document.getElementById("analyse-position").value.startsWith("24:2,13:5,8:3,6:5|"));
    assert.equal(await page.inputValue("#analyse-die1"), "3");
    await page.waitForFunction(() => document.getElementById("analyse-summary").textContent === "Note: its doubling cube is ignored.");
  },

  async "typed dice are those, or none"() {
    const page = await begun();
    for (const text of ["71", "3", "hello", "3 1 2", "0-1"]) {
      assert.equal(await roll(page, text), "roll", `${text} is no roll`);
      assert.match(await status(page), /no roll/);
    }
    assert.equal(await roll(page, "3 - 1"), "choose");
    assert.match(await status(page), /3-1/);
  },

  async "Enter on the board rolls, moves and is done"() {
    const page = await begun({}, { auto: false, finish: false, opponent: "blocker" });
    await asked(page);
    await page.focus("#play-board .spot[tabindex='0']");
    await page.keyboard.press("Enter");
    assert.equal(await asked(page), "choose");
    const count = await moves(page);
    for (let i = 0; i < 5 && (await moves(page)) === count; ++i) await byKeyboard.press(page, (await places(page))[0] ?? 24);
    assert.ok((await moves(page)) > count, "the play is done");
  },

  async "an illegal play is explained"() {
    const page = await begun({}, { auto: false, finish: false, opponent: "blocker" });
    await roll(page, "31");
    for (const [text, why] of [["24/22 24/23", /2 points, and you play 3 and 1/], ["13/10", /none of your checkers is on 13/],
                               ["20/24", /none of your/], ["24/21", /legal so far, but more/]]) {
      await enterText(page, text);
      assert.match(await status(page), why, text);
    }
    await enterText(page, "24/23");
    await page.waitForFunction(() => document.querySelectorAll("#play-moves li").length > 0);
    assert.match(await page.textContent("#play-moves"), /24\/21 24\/23|24\/23 24\/21/);
  },

  async "the marks of a review are on its line, and mistakes are one's own"() {
    const page = await begun({}, { opponent: "random" });
    while ((await asked(page)) !== "over") await type(page);
    await page.waitForFunction(() => /error rate|never/.test(document.getElementById("play-rate").textContent));
    await page.waitForFunction(() => /The opponent's: \d+ \(/.test(document.getElementById("play-rate").textContent));
    assert.match(await page.textContent("#play-rate"), /per decision: (newcomer|beginner|learner|club player|strong|full strength|too few decisions to tell) /);
    assert.equal(await page.locator("#play-costly button").count(), 3);
    await accessible(page, "the end of a game");
    const worst = await page.textContent("#play-costly button");
    await page.click("#play-costly button");
    assert.match(await page.textContent("#review-moves [aria-current]"), new RegExp(`^${Number.parseInt(worst, 10)} `));
    await page.waitForFunction(() => /review is done/.test(document.querySelector("#live").textContent));
    const off = await page.evaluate(() => {
      const line = document.querySelector("#review-graph path[stroke='#0b63c5']");
      const marks = [...document.querySelectorAll("#review-graph circle")];
      const length = line.getTotalLength();
      const points = [...Array(4000).keys()].map((i) => line.getPointAtLength(length * i / 3999));
      return Math.max(...marks.map((mark) => Math.min(...points.map(({ x, y }) =>
        Math.hypot(x - mark.getAttribute("cx"), y - mark.getAttribute("cy"))))));
    });
    assert.ok(off < 1, `a mark is ${off} off the line`);
    await page.click("#review-first");
    for (let at = ""; ;) {
      await page.click("#review-worst");
      const now = await page.textContent("#review-status");
      if (now === at) break;
      assert.match(now, /^\d+\. you/);
      at = now;
    }
  },

  async "what Portes has not of a match file is told"() {
    const page = await open({ at: "#review" });
    const match = " Game 1\n a : 0                            b : 0\n  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n";
    await page.fill("#review-text", match);
    await page.click("#review-form button.main");
    await page.waitForFunction(() => /has a doubling cube/.test(document.getElementById("review-note").textContent));
    await page.waitForFunction(() => /review is done/.test(document.querySelector("#live").textContent));
    assert.match(await page.textContent("#review-totals"), /grade.*(newcomer|beginner|learner|club player|strong|full strength|too few)/s);
  },

  async "a refused record stands beside its field, and goes with the next"() {
    const page = await open({ at: "#review", complaints: true });
    const record = (play) => `game 0\nvariant gioul\ncheckers 15\nfirst player a\nsecond player b\n   1  first   6-5  ${play}\nrunning\n`;
    for (const [play, isGood] of [["24/18 24/20", false], ["24/18 24/19", true], ["6/5", false], ["24/18 18/13", true]]) {
      await page.fill("#review-text", record(play));
      await page.click("#review-form button.main");
      await page.waitForSelector(isGood ? "#review-moves button" : "#review-text[aria-invalid]");
      await page.waitForSelector(`#review-wrong${isGood ? "[hidden]" : ":not([hidden])"}`, { state: "attached" });
      assert.ok(await page.locator("#problem, .note-bar").evaluateAll((all) => all.every((one) => one.offsetParent === null)));
      if (!isGood) await accessible(page, "a refused record");
    }
  },

  async "the note of a stopped server covers no tab, and can be closed"() {
    const page = await begun({ complaints: true });
    await asked(page);
    await stop();
    await enterText(page, "31");
    await page.waitForSelector("#problem:not([hidden])");
    for (const [width, height] of [[1280, 800], [1366, 650], [390, 844], [844, 390]]) {
      await page.setViewportSize({ width, height });
      const covered = await page.evaluate(() => [...document.querySelectorAll("nav a")].filter((tab) => {
        const { x, y, width: wide, height: high } = tab.getBoundingClientRect();
        return document.elementFromPoint(x + wide / 2, y + high / 2) !== tab;
      }).length);
      assert.equal(covered, 0, `${width}x${height}`);
    }
    await page.click("#problem-close");
    for (let i = 0; i < 2; ++i) await page.waitForEvent("requestfailed");
    assert.ok(await page.locator("#problem").isHidden(), "it stays closed while the page tries again");
    await start();
    await page.waitForSelector("#play-done:not([hidden])");  // it is asked again
  },

  async "a broken link says what is wrong"() {
    const page = await open({ complaints: true });
    for (const [at, where, what] of [["#review?game=AAAA", "#review-wrong", /no valid game/], ["#review?kept=none", "#review-wrong", /no longer has/],
                                     ["#analyse?variant=nope&position=24:15|24:15", "#analyse-summary", /no game “nope”/],
                                     ["#analyse?variant=portes&dice=7-7", "#analyse-summary", /“7-7” is no roll/],
                                     ["#analyse?position=24:99", "#analyse-summary", /Invalid position/],
                                     ["#rules?game=chess", "#notes", /no game “chess”/], ["#practice?set=chess", "#notes", /no game “chess”/],
                                     ["#somewhere", "#notes", /no view “somewhere”/]]) {
      await page.goto(url + at);
      const isSaid = () => page.waitForFunction(([selector, pattern]) => new RegExp(pattern).test(document.querySelector(selector).textContent), [where, what.source]);
      await isSaid();
      await reload(page);
      await isSaid();
    }
  },

  async "that a browser stores nothing is said, and the game goes on"() {
    const page = await open({ complaints: true });
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("refused", "SecurityError"); } });
    });
    await reload(page);
    await begin(page, { opponent: "blocker" });
    assert.equal(await asked(page), "choose");
    assert.match(await page.textContent("#notes"), /stores nothing/);
    await type(page);
    await asked(page);
    await page.click("#notes .close");
    await type(page);
    await asked(page);
    assert.equal(await page.textContent("#notes"), "", "it is said once");
  },

  async "no game is played from what is no position"() {
    const page = await open({ complaints: true, at: "#analyse?variant=gioul&position=24:15|24:13" });
    await page.click("#analyse-play");
    await page.waitForSelector("#analyse-position[aria-invalid]");
    assert.ok(await page.locator("#analyse").isVisible());
  },

  async "the last board of Plakoto shows the mother pinned"() {
    const page = await open({ at: "#analyse?variant=plakoto&position=23:14,2:1|24:1,10:14&dice=3-1" });
    await page.click("#analyse-play");
    await page.waitForSelector("#play-done:not([hidden])");
    await enterText(page, "23/20 2/1");
    await page.waitForSelector("#play-end:not([hidden])");
    assert.match(await page.textContent("#play-result"), /You win a gammon: 2 points/);
    assert.equal(await page.locator("#play-board .spot[data-place='1'] circle[stroke='#d42a1e']").count(), 1);
  },

  async "where nothing can be played the turn passes"() {
    const page = await open({ at: "#analyse?variant=portes&position=bar:1,6:14|6:3,5:3,4:3,3:2,2:2,1:2&dice=6-5" });
    await page.click("#analyse-play");
    await page.waitForFunction(() => document.querySelectorAll("#play-moves li").length > 0);
    assert.match(await page.textContent("#play-moves"), /-/);
  },
};

const only = process.env.GIOUL_SLIPS;
const failed = [];
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  if (site && /is asked again|stopped server/.test(name)) continue;  // no server is asked
  try {
    await test();
    console.log(`ok: ${name}`);
  } catch (error) {
    console.log(`FAILED: ${name}\n${error.stack}`);
    failed.push(name);
    if (server.exitCode !== null || server.signalCode !== null) await start();
  }
  for (const context of browser.contexts()) await context.close();
}
await browser.close();
await stop();
process.exit(failed.length > 0 ? 1 : 0);
