// node serve_pictures.mjs CHROMIUM URL RECORD OUT: saves pictures of the page of `gioul serve`:
// OUT/serve.png, a chain being played, and OUT/review.png, a mistake in the game of RECORD.
import { readFileSync } from "node:fs";
import { asked, launch, open } from "./serve_page.mjs";

const [program, url, record, out] = process.argv.slice(2);
const browser = await launch(program);
const save = async (page, name) => {
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${out}/${name}.png` });
};
const size = { width: 1280, height: 800 };

const chain = await open(url, { ...size, at: "#analyse?variant=gioul&position=20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3&dice=3-3" });
await chain.click("#analyse-play");
await asked(chain);
await chain.click("#play-chains");
await chain.waitForSelector("#play-hints:not([hidden])");
await save(chain, "serve");

const review = await open(url, { ...size, at: "#review" });
await review.fill("#review-text", readFileSync(record, "utf8"));
await review.click("#review-form button.main");
await review.waitForFunction(() => /review is done/.test(document.getElementById("live").textContent));
await review.click("#review-worst");
await save(review, "review");
await browser.close();
