// node pages.mjs CHROMIUM GAME.html DECISIONS TOURNAMENT.html: opens the page of a game with that
// many decisions and the page of a tournament, uses them like a user, and fails if they misbehave.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [program, gamePage, decisions, tournamentPage] = process.argv.slice(2);
const last = Number(decisions);
const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });

// Opens a page that must neither log errors nor request anything else.
async function open(file, scheme) {
  const context = await browser.newContext({ colorScheme: scheme });
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  page.on("console", (message) => assert.notEqual(message.type(), "error", message.text()));
  page.on("request", (request) => assert.match(request.url(), /^file:/));
  await page.goto(pathToFileURL(file).href);
  return page;
}

async function stepOf(page) {
  const boards = await page.locator(".boards > figure:visible").all();
  assert.equal(boards.length, 1, "one board is to be seen");
  const current = page.locator(".moves button[aria-current]");
  assert.equal(await current.count(), 1, "one move is marked");
  const board = Number((await boards[0].getAttribute("id")).slice("step".length));
  const marked = await page.locator(".moves button").evaluateAll(
      (all) => all.findIndex((button) => button.hasAttribute("aria-current")));
  assert.equal(marked, board, "the marked move is that of the board");
  const [list, move] = [await page.locator(".moves").boundingBox(), await current.boundingBox()];
  assert.ok(move.y >= list.y - 1 && move.y + move.height <= list.y + list.height + 1,
            "the marked move is in sight");
  return { board, svg: await boards[0].innerHTML(),
           mark: await page.locator("#curve .at").getAttribute("d") };
}

for (const scheme of ["light", "dark"]) {
  const page = await open(gamePage, scheme);
  const leadsTo = async (action, board, what) => {
    await action;
    assert.equal((await stepOf(page)).board, board, what);
  };
  const start = await stepOf(page);
  assert.equal(start.board, 0);
  await leadsTo(page.keyboard.press("ArrowLeft"), 0, "nothing is before the start");
  await page.keyboard.press("ArrowRight");
  const next = await stepOf(page);
  assert.equal(next.board, 1);
  assert.notEqual(next.svg, start.svg, "the board changes");
  assert.notEqual(next.mark, start.mark, "the mark on the curve moves");
  await leadsTo(page.click("#on"), 2);
  await leadsTo(page.click("#back"), 1);
  await leadsTo(page.keyboard.press("End"), last);
  await leadsTo(page.keyboard.press("ArrowRight"), last, "nothing is after the end");
  await leadsTo(page.locator(".moves button").nth(5).click(), 5);
  const chart = page.locator("#curve svg.chart");
  const { width, height } = await chart.boundingBox();
  await chart.click({ position: { x: width * 0.55, y: height * 0.5 } });
  const clicked = (await stepOf(page)).board;
  assert.ok(clicked > last * 0.25 && clicked < last * 0.75, `a click in the middle: ${clicked}`);
  await leadsTo(page.click("#first"), 0);
  await page.setViewportSize({ width: 390, height: 800 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide on a telephone`);

  const table = await open(tournamentPage, scheme);
  assert.equal(await table.locator("h2", { hasText: "Crosstable" }).count(), 1);
  const text = await table.locator("body").innerText();
  for (const name of ["blocker", "random"]) assert.ok(text.includes(name), `${name} is there`);
  const before = await table.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await table.click("header button");
  const after = await table.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.notEqual(after, before, "the button changes the colors");
}
await browser.close();
