// Shared by the tests of the web UI: opening it, accessibility checks by axe, starting a game, and
// playing by mouse, touch, keyboard and typing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// The longest wait for the page, in ms: no test fails as its machine is busy. ctest has a limit, too.
const patience = 900000;
let browser;
export async function launch(program) {
  browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  return browser;
}

// The dice and seeds of a page are the same in every run; each reload draws others.
function drawTheSame() {
  window.name = String(Number(window.name) + 1);
  let state = Math.imul(Number(window.name), 0x9e3779b9);
  const draw = () => {  // xorshift32 (Marsaglia 2003)
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 8;
  };
  crypto.getRandomValues = (array) => Object.assign(array, Array.from(array, draw));
}

// For a page with its own engine (web/site/transport.js): reports the answers of its worker.
function tellDecisions() {
  const Plain = Worker;
  window.Worker = class extends Plain {
    #moves = new Set();
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => {
        if (this.#moves.delete(data.id) && !data.answer.error) window.tellDecision(data.answer);
      });
    }
    postMessage(message) {
      if (message.request?.request === "moves") this.#moves.add(message.id);
      super.postMessage(message);
    }
  };
}

// Opens a page that requests nothing but its server, and logs no errors unless they are expected.
export async function open(url, { scheme = "light", width = 1280, height = 900, touch = false, complaints = false, motion = "reduce", locale = "en-US", at = "" } = {}) {
  const context = await browser.newContext({ colorScheme: scheme, reducedMotion: motion, locale, viewport: { width, height }, hasTouch: touch });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  if (!complaints) page.on("console", (message) => assert.notEqual(message.type(), "error", message.text()));
  page.on("request", (request) => assert.ok(request.url().startsWith(url) || request.url().startsWith("blob:"), request.url()));
  page.decision = null;
  page.on("response", (response) => {
    if (response.url().endsWith("/moves") && response.ok()) page.decision = response.json().catch(() => null);
  });
  await page.exposeFunction("tellDecision", (decision) => { page.decision = decision; });
  await page.addInitScript(drawTheSame);
  await page.addInitScript(tellDecisions);
  await page.goto(url + at);
  await page.waitForSelector("body[data-ready]");
  return page;
}

// Opens a page like open() and closes all others.
export async function openAlone(url, options) {
  for (const context of browser.contexts()) await context.close();
  return open(url, options);
}

export async function reload(page) {
  await page.reload();
  await page.waitForSelector("body[data-ready]");
}

// Keeps all texts of an element from now on, also those that are soon replaced; wasTold() waits until
// one of them matches.
export const keepTexts = (page, id) => page.evaluate((one) => {
  const told = window.told = [], element = document.getElementById(one);
  new MutationObserver(() => told.push(element.textContent)).observe(element, { childList: true, characterData: true, subtree: true });
}, id);
export const wasTold = (page, pattern) => page.waitForFunction((source) => window.told.some((text) => new RegExp(source).test(text)), pattern.source);

// Checks the width of a page, and saves a screenshot if there is a folder for them.
export async function picture(page, name, folder) {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name}: ${wide} pixels too wide`);
}

export async function accessible(page, what) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`), [], what);
}

export async function begin(page, { game = "gioul", opponent = "random", length = "1", auto = true, finish = true } = {}) {
  await page.evaluate(() => { document.getElementById("play-new").open = true; });
  await page.selectOption("#play-game", game);
  await page.selectOption("#play-opponent", opponent);
  await page.selectOption("#play-length", length);
  await page.setChecked("#play-auto", auto);
  await page.setChecked("#play-finish", finish);
  await page.click("#play-setup button.main");
}

// Waits until the user must act: "roll", "choose" or "over".
export async function asked(page) {
  const handle = await page.waitForFunction(() => {
    const seen = (id) => !document.getElementById(id).hidden;
    if (!document.getElementById("problem").hidden) return `problem ${document.getElementById("problem").textContent}`;
    if (seen("play-go-on")) document.getElementById("play-go-on").click();
    if (seen("play-roll")) return "roll";
    if (!seen("play-done")) return null;
    if (seen("play-end")) return "over";
    // If nothing can be added, the play is about to end automatically.
    const isFull = document.querySelector("#play-board .spot.can") === null;
    return isFull && document.getElementById("play-finish").checked ? null : "choose";
  }, null, { polling: 5 });
  return handle.jsonValue();
}

// Returns the places with movable checkers.
export const places = (page) => page.locator("#play-board .spot.can").evaluateAll((all) => all.map((spot) => Number(spot.dataset.place)));
const isWhole = (page) => page.locator("#play-done").isEnabled();
export async function centre(page, place) {
  const box = await page.locator(`#play-board .spot[data-place="${place}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export const byMouse = {
  press: async (page, place) => page.mouse.click(...await centre(page, place)),
  done: (page) => page.click("#play-done"),
};

export const byTouch = {
  press: async (page, place) => page.touchscreen.tap(...await centre(page, place)),
  done: (page) => page.tap("#play-done"),
};

export const byKeyboard = {
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

// Enters a play move by move, with any movable checker. `finish`: the play then ends automatically.
export async function enter(page, hand, { finish = true } = {}) {
  const played = () => page.locator("#play-moves li").count();
  const before = await played();
  for (let moves = 0; ; ++moves) {
    assert.ok(moves < 5, "a play has four checker moves at most");
    const sources = await places(page);
    if (sources.length === 0) break;
    await hand.press(page, sources[moves % sources.length]);
    if (finish && (await played()) > before) return;
  }
  if (finish) return;
  assert.ok(await isWhole(page), "nothing else can move");
  await hand.done(page);
}

export async function enterText(page, text) {
  await page.fill("#play-typed", text);
  await page.press("#play-typed", "Enter");
}

// Clicks a button whose question is answered with yes.
export async function confirm(page, button) {
  await page.click(button);
  await page.click("dialog button.main");
}

export async function type(page) {
  const { moves } = (await page.decision) ?? { moves: [] };
  if (moves.length === 0) return;
  const { play } = moves[moves.length >> 1];
  await enterText(page, play);
}
