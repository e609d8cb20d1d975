// node measure_fps.mjs CHROMIUM URL: measures when the page of `gioul serve` (or of the static site)
// first paints, and the frame rate of animations, from a Chromium trace. For manual use, since
// machines differ.
import { asked, begin, byMouse, launch, open, places } from "./serve_page.mjs";

const [chromium, url] = process.argv.slice(2);
const browser = await launch(chromium);
const middle = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

const paints = [];
for (let n = 0; n < 9; ++n) {
  const page = await open(url);
  const times = await page.evaluate(() => performance.getEntriesByType("paint").map(({ startTime }) => startTime));
  paints.push({ first: Math.min(...times), ready: await page.evaluate(() => performance.now()) });
  await page.context().close();
}
console.log(`first paint after ${middle(paints.map(({ first }) => first)).toFixed(0)} ms, ` +
            `all there after ${middle(paints.map(({ ready }) => ready)).toFixed(0)} ms (median of ${paints.length} cold loads)`);

const page = await open(url, { motion: "no-preference" });
await page.evaluate(() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const moving = animate.apply(this, how);
    performance.mark("slide begins");
    moving.finished.then(() => performance.mark("slide ends"), () => {});
    return moving;
  };
});
await browser.startTracing(page, { categories: ["blink.user_timing", "cc", "benchmark", "devtools.timeline", "disabled-by-default-devtools.timeline.frame"] });
await begin(page, { opponent: "blocker", finish: false });
for (let plays = 0; plays < 12 && (await asked(page)) === "choose"; ++plays) {
  while ((await places(page)).length > 0) {
    await byMouse.press(page, (await places(page))[0]);
    await page.waitForFunction(() => !document.querySelector("#play-board .sliding"));
  }
  await page.click("#play-done");
}
const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
await browser.close();

// The times while at least one checker moves.
const marks = traceEvents.filter(({ name }) => name === "slide begins" || name === "slide ends").sort((a, b) => a.ts - b.ts);
const spans = [];
let sliding = 0;
for (const { name, ts } of marks) {
  if (name === "slide begins" && sliding++ === 0) spans.push({ from: ts, to: ts });
  if (name === "slide ends" && --sliding === 0) spans.at(-1).to = ts;
}
const framesIn = (name) => traceEvents.filter((event) => event.name === name && spans.some(({ from, to }) => event.ts >= from && event.ts <= to)).length;
const seconds = spans.reduce((sum, { from, to }) => sum + to - from, 0) / 1e6;
console.log(`${spans.length} slides, ${seconds.toFixed(1)} s: ${(framesIn("DrawFrame") / seconds).toFixed(1)} frames/s drawn, ` +
            `${framesIn("DroppedFrame")} dropped`);
