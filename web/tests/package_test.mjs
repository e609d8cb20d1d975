// The npm package as its users have it. GIOUL_PACKAGE: its folder.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const folder = process.env.GIOUL_PACKAGE;
const { Gioul, GioulError } = await import(pathToFileURL(join(folder, "index.js")));
const gioul = new Gioul();
after(() => gioul.close());

test("all games are there, each with a net", async () => {
  const games = await gioul.games();
  assert.equal(games.length, 8);
  assert.ok(games.every(({ net }) => net));
  assert.ok((await gioul.players("fevga")).includes("net"));
});

test("a game is played to its end", async () => {
  let position;
  for (let n = 0; n < 400; ++n) {
    const decision = { variant: "portes", dice: [1 + n % 6, 1 + (n * 5 + 2) % 6], ...(position && { position }) };
    const { play, afterstate } = await gioul.choose({ ...decision, player: "net" });
    assert.ok((await gioul.moves(decision)).moves.some((move) => move.afterstate === afterstate), play);
    if (!afterstate.includes("|")) return assert.match(afterstate, /win=[12]/);
    position = afterstate;
  }
  assert.fail("the game does not end");
});

test("a mistake is told with its field", async () => {
  await assert.rejects(gioul.choose({ dice: [7, 1] }), (error) => error instanceof GioulError && error.field === "dice");
  await assert.rejects(gioul.choose({ variant: "chess", dice: [1, 1] }), (error) => error.field === "variant");
  await assert.rejects(gioul.choose({ dice: [2, 1], player: "ubgi:true" }), GioulError);
  await assert.rejects(gioul.replay("nonsense"), (error) => error.field === "text");
});

test("a rollout tells how far it is, and stops when it is told to", async () => {
  const enough = new AbortController();
  let told = 0;
  const progress = ({ done, most }) => {
    assert.ok(done < most);
    if (++told === 2) enough.abort();
  };
  const { plays } = await gioul.rollout({ dice: [6, 1], plays: 2, trials: 1000000 }, { signal: enough.signal, progress });
  assert.ok(plays.every(({ trials }) => trials > 0 && trials < 100000));
});

test("work that tells nothing is ended too, and the next request is answered", async () => {
  const enough = new AbortController();
  setTimeout(() => enough.abort(), 100);
  await assert.rejects(gioul.analyze({ variant: "portes", dice: [2, 1], plies: 3 }, { signal: enough.signal }), /interrupted/);
  assert.equal((await gioul.analyze({ dice: [3, 1], plies: 0 })).plies, 0);
});

test("short requests are answered while a rollout goes on", async () => {
  const enough = new AbortController();
  let rollout;
  await new Promise((resolve) => {
    rollout = gioul.rollout({ dice: [6, 1], trials: 1000000 }, { signal: enough.signal, progress: resolve });
  });
  assert.equal((await gioul.moves({ dice: [6, 1] })).moves.length, 2);
  enough.abort();
  await rollout;
});

test("another net is played by", async () => {
  const before = await gioul.evaluate({ variant: "fevga" });
  const bytes = gunzipSync(readFileSync(join(folder, "nets/moultezim.safetensors.gz")));
  gioul.setNet("fevga", bytes);
  await assert.rejects(gioul.evaluate({ variant: "fevga" }), /is a net for moultezim/);
  gioul.setNet("fevga", gunzipSync(readFileSync(join(folder, "nets/fevga.safetensors.gz"))));
  assert.deepEqual(await gioul.evaluate({ variant: "fevga" }), before);
});

test("the README's examples run", async () => {
  const examples = [...readFileSync(join(folder, "README.md"), "utf8").matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text);
  assert.equal(examples.length, 3);
  const run = Object.getPrototypeOf(async () => {}).constructor;
  for (const text of examples) {
    await run("gioul", "console", text.replace(/import .*\n|const gioul = .*\n/g, ""))(gioul, { log() {} });
  }
});
