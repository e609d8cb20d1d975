// Tests of the npm package's public API, in Node and in a page (package_page.mjs).
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { bytesOf, gioulPackage } from "./package_files.mjs";

const { Gioul, GioulError } = await gioulPackage();
const gioul = new Gioul();
after(() => gioul.close());

async function netOf(game) {
  const packed = new Blob([await bytesOf(`data/${game}.safetensors.gz`)]).stream();
  return new Uint8Array(await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

test("every game is available with a net", async () => {
  const games = await gioul.games();
  assert.equal(games.length, 8);
  assert.ok(games.every(({ net }) => net));
  assert.ok((await gioul.players("fevga")).includes("net"));
});

test("a game can be played to its end", async () => {
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

test("an alias names its game", async () => {
  const other = new Gioul(), decision = { dice: [3, 1] };
  assert.deepEqual(await other.players("tapa"), await other.players("plakoto"));
  const { afterstate } = await other.choose({ variant: "tapa", ...decision });
  assert.equal((await other.choose({ variant: "plakoto", ...decision })).afterstate, afterstate);
  await other.setNet("tapa", await netOf("plakoto"));
  assert.equal((await other.choose({ variant: "tapa", ...decision })).afterstate, afterstate);
  other.close();
});

test("a request whose progress throws fails with its error, and the next one is answered", async () => {
  const failing = { progress: () => { throw new RangeError("enough"); } };
  await assert.rejects(gioul.rollout({ dice: [6, 1], trials: 1000000 }, failing), RangeError);
  assert.equal((await gioul.analyze({ dice: [3, 1], plies: 0 })).plies, 0);
});

test("errors name their field", async () => {
  await assert.rejects(gioul.choose({ dice: [3, 1], seed: 1n }), (error) => error instanceof GioulError && !error.again);
  await assert.rejects(gioul.analyze({ dice: [3, 1] }, { signal: 5 }), (error) => error.field === "signal");
  for (const threads of [0, -1, "x"]) {
    await assert.rejects((async () => new Gioul({ threads }))(), (error) => error.field === "threads");
  }
  await assert.rejects(gioul.choose({ dice: [7, 1] }), (error) => error instanceof GioulError && error.field === "dice");
  await assert.rejects(gioul.choose({ variant: "chess", dice: [1, 1] }), (error) => error.field === "variant");
  await assert.rejects(gioul.choose({ dice: [2, 1], player: "ubgi:true" }), GioulError);
  await assert.rejects(gioul.choose({ request: "version" }), (error) => error instanceof GioulError && error.field === "request");
  await assert.rejects(gioul.players("chess"), (error) => error instanceof GioulError && error.field === "variant");
  await assert.rejects(gioul.replay("nonsense"), (error) => error.field === "text");
});

// Stops a rollout once it has reported its progress twice.
async function stopsRollout(engine) {
  const enough = new AbortController();
  let told = 0;
  const progress = ({ done, total }) => {
    assert.ok(done < total);
    if (++told === 2) enough.abort();
  };
  const { plays } = await engine.rollout({ dice: [6, 1], candidates: 2, trials: 1000000 }, { signal: enough.signal, progress });
  assert.ok(plays.every(({ trials }) => trials > 0 && trials < 100000));
}

test("a rollout reports progress and can be stopped", () => stopsRollout(gioul));

test("a request without progress can be stopped, and the next one is answered", async () => {
  const enough = new AbortController();
  setTimeout(() => enough.abort(), 100);
  await assert.rejects(gioul.analyze({ variant: "portes", dice: [2, 1], plies: 3 }, { signal: enough.signal }), /interrupted/);
  assert.equal((await gioul.analyze({ dice: [3, 1], plies: 0 })).plies, 0);
});

test("short requests are answered during a rollout", async () => {
  const enough = new AbortController();
  let rollout;
  await new Promise((resolve) => {
    const progress = ({ done }) => done > 10 && resolve();
    rollout = gioul.rollout({ dice: [6, 1], trials: 1000000 }, { signal: enough.signal, progress });
  });
  assert.equal((await gioul.moves({ dice: [6, 1] })).moves.length, 2);
  enough.abort();
  await rollout;
});

test("a rollout by several workers matches that of one and can be stopped", async () => {
  const three = new Gioul({ threads: 3 }), one = new Gioul({ threads: 1 });
  const decision = { variant: "portes", dice: [6, 2], candidates: 4, trials: 504, truncate: 8, tables: false };
  assert.deepEqual(await three.rollout(decision), await one.rollout(decision));
  const analysis = { dice: [6, 1], plies: 0, rollout: true, trials: 108 };
  assert.deepEqual(await three.analyze(analysis), await one.analyze(analysis));
  await stopsRollout(three);
  assert.equal((await three.analyze({ dice: [3, 1], plies: 0 })).plies, 0);
  three.close();
  one.close();
});

test("judge returns the cost of a play", async () => {
  const { plays } = await gioul.analyze({ dice: [3, 1], plies: 0 });
  const { cost, best, luck } = await gioul.judge({ dice: [3, 1], plies: 0, afterstate: plays[1].afterstate, luck: true });
  assert.equal(cost, plays[0].equity - plays[1].equity);
  assert.equal(best.play, plays[0].play);
  assert.ok(Number.isFinite(luck));
});

test("an abort ends the work of no other request", async () => {
  const other = new Gioul(), enough = new AbortController();
  const decision = { variant: "portes", dice: [6, 4] };
  await other.analyze({ ...decision, plies: 0 });
  const long = other.analyze({ ...decision, plies: 3, filter: 1000 }, { signal: enough.signal });
  const short = other.analyze({ dice: [3, 1], plies: 0 });
  await other.moves({ dice: [6, 1] });  // by the other worker; the long one is running meanwhile
  enough.abort();
  await assert.rejects(long, /interrupted/);
  assert.equal((await short).plies, 0);
  other.close();
});

test("a request is answered if close() follows at once", async () => {
  const other = new Gioul();
  const asked = [other.choose({ dice: [6, 1] }), other.analyze({ dice: [6, 1] })];
  other.close();
  for (const request of asked) await assert.rejects(request, (error) => error.message === "closed" && !error.again);
  assert.equal((await other.moves({ dice: [6, 1] })).moves.length, 2);
  other.close();
});

test("another net answers the requests that follow, and no others", async () => {
  const other = new Gioul(), net = await netOf("fevga");
  const damaged = net.slice();
  const ask = () => other.evaluate({ variant: "fevga" });
  const [before, done, after] = [ask(), other.setNet("fevga", net), ask()];
  await done;
  assert.deepEqual(await after, await before);
  damaged[damaged.length - 1] ^= 1;
  for (const [game, bytes] of [["fevga", await netOf("moultezim")], ["fevga", damaged], ["fevga", new Uint8Array(1000)], ["fevga", undefined],
                               ["fevga", "net"], ["nogame", net], ["no/game", net], [undefined, net]]) {
    await assert.rejects(other.setNet(game, bytes), (error) => error instanceof GioulError && !/\/data\/|go on/.test(error.message));
  }
  assert.deepEqual(await ask(), await before);
  other.close();
});

// A net with other weights, and with the checksums that its refusals name.
async function changedNet(game) {
  const net = await netOf(game), other = new Gioul(), middle = net.length >> 3 << 2;
  for (let i = middle; i < middle + 4000; i += 4) net[i + 3] ^= 0x80;  // the sign
  for (;;) {
    const wrong = await other.setNet(game, net).then(() => null, ({ message }) => /expected ([0-9a-f]{16}), got ([0-9a-f]{16})/.exec(message));
    if (!wrong) break;
    const [before, after] = wrong.slice(1).map((text) => new TextEncoder().encode(text));
    net.set(after, net.findIndex((_, i) => before.every((byte, n) => net[i + n] === byte)));
  }
  other.close();
  return net;
}

test("the newest net stays when the workers are replaced, whatever becomes of its bytes", async () => {
  const other = new Gioul(), net = await changedNet("plakoto");
  const ask = async () => JSON.stringify(await other.evaluate({ variant: "plakoto" }));
  const bundled = await ask();
  for (const [game, bytes] of [["tapa", net], ["plakoto", await netOf("plakoto")], ["tapa", net]]) await other.setNet(game, bytes);
  const changed = await ask();
  assert.ok(changed !== bundled);
  net.fill(0);
  other.close();
  assert.equal(await ask(), changed);
  structuredClone(net, { transfer: [net.buffer] });
  const [beside, refused] = [ask(), other.setNet("plakoto", net)];
  await assert.rejects(refused, (error) => error instanceof GioulError && error.field === "bytes");
  assert.equal(await beside, changed);
  other.close();
});

test("decisions of a test set can be solved", async () => {
  const { of, decisions } = await gioul.decisions({ variant: "fevga", count: 3, seed: 1 });
  assert.equal(of, 600);
  for (const { position, dice, plays } of decisions) {
    const { moves } = await gioul.moves({ variant: "fevga", position, ...(dice && { dice }) });
    assert.deepEqual(moves.map(({ afterstate }) => afterstate).sort(), plays.map(({ afterstate }) => afterstate).sort());
    assert.equal(plays[0].loss, 0);
  }
});

test("games round-trip as text and as JSON lines", async () => {
  const start = "24:15|24:15";
  const decisions = [];
  let position = start, player = 1;
  for (let n = 0; n < 12; ++n) {
    const pending = /owed|forfeit/.test(position);
    const dice = pending ? null : n === 4 ? [3, 3] : [1 + (n * 5) % 6, 1 + (n * 3 + 1) % 6];
    const { play, afterstate } = await gioul.choose({ position, ...(dice && { dice }), player: "net" });
    decisions.push({ player, position, dice: dice && [...dice].sort().reverse().join("-"), play });
    const { acts_again } = await gioul.moves({ position, ...(dice && { dice }) });
    if (!acts_again) player = 3 - player;
    position = afterstate;
  }
  const game = { variant: "gioul", checkers: 15, game: 0, players: ["me", "net"], running: true, decisions };
  const text = await gioul.record(game);
  assert.match(text, /^game 0\nvariant gioul\ncheckers 15\nfirst player me\nsecond player net\n {3}1 {2}first {3}\d-\d/);
  assert.match(text, /\nrunning\n\n$/);
  const line = await gioul.record(text, "jsonl");
  assert.equal(line.trimEnd().split("\n").length, 1);
  assert.equal(JSON.parse(line).decisions.length, 12);
  assert.equal(await gioul.record(line), text);
  assert.equal(await gioul.record([game, game]), text + text);
  assert.deepEqual((await gioul.replay(text)).game.decisions.map(({ play }) => play), decisions.map(({ play }) => play));
  await assert.rejects(gioul.record({ ...game, decisions: [{ ...decisions[0], play: "24/1" }] }), /is illegal/);
  await assert.rejects(gioul.record([game, { ...game, decisions: [{ ...decisions[0], play: "24/1" }] }]), /line 2: .* is illegal/);
  await assert.rejects(gioul.record(game, "xml"), (error) => error.field === "format");
  await assert.rejects(gioul.record({ ...game, self: 1n }), (error) => error instanceof GioulError);
});

test("the README's examples run", async () => {
  const readme = new TextDecoder().decode(await bytesOf("README.md"));
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text);
  assert.equal(examples.length, 3);
  const run = Object.getPrototypeOf(async () => {}).constructor;
  for (const text of examples) {
    await run("gioul", "console", text.replace(/import .*\n|const gioul = .*\n/g, ""))(gioul, { log() {} });
  }
});
