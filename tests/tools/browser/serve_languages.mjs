// node serve_languages.mjs CHROMIUM URL RECORD PICTURES: the languages of the web UI at `gioul serve`.
// In a pseudo-language, whose texts are longer and have no plain letters, each text that is visible at
// 390 pixels must be translated and whole. Then each language: the choice by the browser and by the
// control, in place, and accessibility by axe. RECORD is a file with a game.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, asked, begin, enterText, launch, openAlone, picture, reload, type } from "./serve_page.mjs";

const [program, url, recordFile, pictures] = process.argv.slice(2);
await launch(program);
const record = readFileSync(recordFile, "utf8");

// --- The pseudo-language, in place of French ---

const accents = "àƀçđéƒĝħíĵķłɱñóþɋŕšŧúṽŵẋýž";
const pseudo = (text) => `⟦${text.replace(/\{\w+\}|[A-Za-z]/g, (part) => part.length > 1 ? part :
  accents[part.toLowerCase().charCodeAt(0) - 97])}${"~~~~~~ ".repeat(20).slice(0, 0.3 * text.replace(/\{\w+\}/g, "").length).trimEnd()}⟧`;
const english = (await import(`data:text/javascript,${encodeURIComponent(await (await fetch(`${url}lang_en.js`)).text())}`)).default;
const catalogue = Object.fromEntries(Object.entries(english).map(([key, text]) =>
  [key, typeof text === "string" ? pseudo(text) : Object.fromEntries(Object.entries(text).map(([form, one]) => [form, pseudo(one)]))]));

async function openPseudo() {
  const page = await openAlone(url, { width: 390, height: 844, locale: "fr-CA", complaints: true });
  page.on("console", (message) => assert.doesNotMatch(message.text(), /has no text/));
  await page.route("**/lang_fr.js", (route) => route.fulfill({ contentType: "text/javascript", body: `export default ${JSON.stringify(catalogue)};` }));
  await reload(page);
  return page;
}

// Returns the texts that are not translated, and those that are cut. Runs in the page.
function findFaults() {
  const faults = new Set();
  // Notation, as it is typed, and names.
  const notation = /\b(bar|off|gioul|[a-z]\.|\d+[a-z]*)\b/gi;
  const check = (text, where) => {
    if (/[A-Za-z]{2}/.test(text.replace(notation, ""))) faults.add(`not translated: ${text} (${where})`);
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("#language");
  for (const element of document.querySelectorAll("body, body *")) {
    if (!isShown(element)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) check(element.getAttribute(name) ?? "", `${name} of ${element.tagName}`);
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
    for (const node of own) {
      check(node.data, `${element.tagName} in ${element.closest("[id]")?.id}`);
      if (element.closest(".unseen, .skip, option, textarea")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const svg = element.closest("svg");
      // The nearest element that cuts its content, or scrolls it.
      let box = svg ?? element;
      while (!svg && box !== document.body && getComputedStyle(box).overflowX === "visible") box = box.parentElement;
      const { overflowX, overflowY } = getComputedStyle(box);
      const { left: from, right: to, top: above, bottom: below } = box.getBoundingClientRect();
      const scrolls = (overflow) => !svg && ["auto", "scroll"].includes(overflow);
      if (!scrolls(overflowX) && (left < Math.max(0, from) - 1 || right > Math.min(innerWidth, to) + 1)) faults.add(`cut: ${node.data}`);
      if (box !== document.body && !scrolls(overflowY) && (top < above - 1 || bottom > below + 1)) faults.add(`cut: ${node.data}`);
    }
  }
  for (const button of document.querySelectorAll("button, summary")) {
    if (isShown(button) && button.scrollWidth > button.clientWidth + 1) faults.add(`cut: ${button.textContent}`);
  }
  // A select shows its chosen option.
  const context = document.createElement("canvas").getContext("2d");
  for (const select of document.querySelectorAll("select:not(#language)")) {
    if (!isShown(select) || select.selectedIndex < 0) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    context.font = font;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (context.measureText(select.selectedOptions[0].text).width > room + 1) faults.add(`cut: ${select.selectedOptions[0].text} in ${select.id}`);
  }
  // The texts of a board do not touch each other.
  for (const board of document.querySelectorAll(".board svg")) {
    const boxes = [...board.querySelectorAll("text")].map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
    boxes.forEach(({ text, box: a }, i) => boxes.slice(i + 1).forEach(({ text: other, box: b }) => {
      if (/⟦/.test(text) && /⟦/.test(other) && Math.abs(a.top - b.top) < 8 && a.left < b.right && b.left < a.right) faults.add(`touching: ${text} and ${other}`);
    }));
  }
  return [...faults];
}
const faults = new Map();  // with the first state that has them
const whole = async (page, name) => {
  await picture(page, `pseudo-${name}`, pictures);
  for (const fault of await page.evaluate(findFaults)) if (!faults.has(fault)) faults.set(fault, name);
};
const contains = (page, selector, key) => page.waitForFunction(([where, text]) =>
  document.querySelector(where).textContent.includes(text), [selector, pseudo(english[key]).split(/[{~]/)[0]]);

{
  const page = await openPseudo();
  await page.evaluate(() => { for (const details of document.querySelectorAll("details")) details.open = true; });
  await whole(page, "play-begin");
  for (const option of await page.locator("#play-game option").evaluateAll((all) => all.map(({ value }) => value))) {
    await page.selectOption("#play-game", option);
    await whole(page, `play-begin-${option}`);
  }
  await begin(page, { auto: false, opponent: "blocker", finish: false });
  assert.equal(await asked(page), "roll");
  await enterText(page, "77");
  await whole(page, "play-no-roll");
  await enterText(page, "44");
  await asked(page);
  for (const text of ["x", "24/23", "3/1", "24/20"]) {
    await enterText(page, text);
    await whole(page, `play-typed-${text.replace("/", "-")}`);
  }
  await page.click("#play-hint");
  await page.waitForSelector("#play-hints:not([hidden])");
  await whole(page, "play-hints");
  await page.click("#play-chains");
  await contains(page, "#play-hints", "chain_part");
  await whole(page, "play-chains");
  for (let plays = 0; plays < 6 && (await asked(page)) !== "over"; ++plays) {
    if ((await asked(page)) === "roll") await page.click("#play-roll");
    else await type(page);
    await whole(page, "play-moves");
  }
  await page.click("#play-give-up");
  await whole(page, "play-question");
  await page.click("dialog button.main");
  await contains(page, "#play-rate", "opponents_rate");
  await whole(page, "play-end");
  for (const term of await page.locator("#play .term:visible").all()) {
    await term.click();
    await whole(page, "terms");
  }
  await page.click("#play-review");
  await contains(page, "#live", "review_done");
  for (let at = 0; at < 6; ++at) {
    await whole(page, "review");
    await page.click("#review-next");
  }
  await page.click("#review-form button.main");
  await page.fill("#review-text", record);
  await page.click("#review-form button.main");
  await contains(page, "#review-totals", "kind_chains");
  await whole(page, "review-record");
  await page.click("#tab-practice");
  await contains(page, "#practice-status", "what_do_you_play");
  await page.click("#practice-solution");
  await whole(page, "practice");
  await page.selectOption("#practice-from", "gioul");
  await contains(page, "#practice-status", "what_do_you_play");
  await page.click("#practice-solution");
  await whole(page, "practice-set");

  await page.click("#tab-analyse");
  await whole(page, "analyse-begin");
  for (const position of ["24:15", "24:15|24:14", "a|b", "24:15|1:15"]) {
    await page.fill("#analyse-position", position);
    await page.click("#analyse-form button.main");
    await page.waitForSelector("#analyse-position[aria-invalid]");
    await whole(page, `analyse-${position.replace(/\W/g, "-")}`);
  }
  await page.click("#analyse-start");
  await page.selectOption("#analyse-plies", "0");
  for (const [dice, button, key] of [[["6", "4"], "#analyse-form button.main", "plays_of"], [["", ""], "#analyse-form button.main", "all_rolls"],
                                     [["5", "5"], "#analyse-chain", "whole_chains"]]) {
    await page.selectOption("#analyse-die1", dice[0]);
    await page.selectOption("#analyse-die2", dice[1]);
    await page.click(button);
    await contains(page, "#analyse-title", key);
    await page.waitForSelector("#analyse-result table");
    await whole(page, `analyse-${key}`);
  }
  await page.click("#analyse-rollout");
  await page.waitForSelector("#analyse-result table");
  await whole(page, "rolling-out");
  await page.evaluate(() => document.querySelector("#analyse-stop").click());
  await contains(page, "#analyse-summary", "rollout_error");
  await whole(page, "rollout");

  await page.click("#tab-rules");
  for (const game of await page.locator("#rules-game option").evaluateAll((all) => all.map(({ value }) => value))) {
    await page.selectOption("#rules-game", game);
    await whole(page, `rules-${game}`);
    while (await page.locator("#rules-next").isEnabled()) {
      await page.click("#rules-next");
      await whole(page, `lesson-${game}`);
    }
  }

  // Another language in place: nothing of the former stays, but what was announced.
  for (const tab of ["play", "analyse", "review", "practice", "rules"]) {
    await page.click(`#tab-${tab}`);
    await page.selectOption("#language", "en");
    await page.waitForFunction(() => document.documentElement.lang === "en");
    const left = await page.evaluate(() => [...document.querySelectorAll("body, body :not(#live)")].flatMap((element) =>
      [...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map(({ data }) => data),
       ...["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? "")]).filter((text) => text.includes("⟦")));
    assert.deepEqual(left, [], `${tab} in another language`);
    await page.selectOption("#language", "fr");
    await page.waitForFunction(() => document.documentElement.lang === "fr");
  }
}

assert.deepEqual([...faults], [], "texts that are not translated, or cut");

// --- All languages ---

const languages = { en: "en-GB", ar: "ar-LB", tr: "tr-TR", el: "el-GR", bg: "bg-BG", ru: "ru-RU", fr: "fr-FR" };
let checked = 0;  // every second view by axe, so that each view is checked in each scheme and at each width
for (const [language, locale] of Object.entries(languages)) {
  const page = await openAlone(url, { locale });
  assert.equal(await page.getAttribute("html", "lang"), language);
  assert.equal(await page.getAttribute("html", "dir"), language === "ar" ? "rtl" : "ltr");
  for (const [scheme, width, height] of [["light", 390, 844], ["dark", 1366, 650]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    const board = () => page.locator("#play-board svg").evaluate((svg) => svg.querySelector("[data-place='1']").getBoundingClientRect().x -
                                                                         svg.querySelector("[data-place='6']").getBoundingClientRect().x > 0);
    await page.click("#tab-play");
    assert.ok(await board(), "the board is not mirrored");
    for (const tab of ["play", "analyse", "review", "practice", "rules"]) {
      await page.click(`#tab-${tab}`);
      const name = `${language}-${tab}-${scheme}-${width}`;
      await picture(page, name, pictures);
      if (++checked % 2 === 0) await accessible(page, name);
    }
  }
}
{
  const page = await openAlone(url, { locale: "de-DE" });
  assert.equal(await page.getAttribute("html", "lang"), "en", "a language without a catalogue");
  await page.selectOption("#language", "el");
  await page.waitForFunction(() => document.documentElement.lang === "el");
  await reload(page);
  assert.equal(await page.getAttribute("html", "lang"), "el", "the choice is kept");
}
console.log("the page speaks its languages");
process.exit(0);
