// The package's engine and the native program give identical answers, to the last bit, with the
// same nets. GIOUL_PACKAGE: the package's directory; GIOUL_PROGRAM: gioul; GIOUL_POSITIONS: number
// per variant.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { answersOf, compareAnswers, programWithNets } from "./program.mjs";
import { allGames } from "./requests.mjs";

const { GIOUL_PACKAGE: folder, GIOUL_PROGRAM: given, GIOUL_POSITIONS: count = "200" } = process.env;
const { loadEngine } = await import(pathToFileURL(join(folder, "engine.js")));
const engine = await loadEngine(readFileSync(join(folder, "gioul.wasm")));
const native = programWithNets(given, join(folder, "data"));
after(native.remove);

for (const game of allGames) {
  test(`${game}: ${count} positions`, async () => {
    engine.add(`${game}.safetensors`, gunzipSync(readFileSync(join(folder, "data", `${game}.safetensors.gz`))));
    await compareAnswers((requests) => requests.map((request) => engine.answer(request)), native.program, game, Number(count));
  });
}

test("endgame tables give the same values", async () => {
  const requests = [
    { request: "analyze", variant: "portes", position: "3:2,2:1,1:2,off:10|2:2,1:3,off:10", dice: [2, 1], plies: 1 },
    { request: "choose", variant: "gioul", position: "6:2,3:1,off:12|5:2,1:1,off:12", dice: [3, 1], player: "net,tables=on" },
  ];
  const answers = await answersOf(native.program, requests);
  requests.forEach((request, i) => assert.deepEqual(engine.answer(request), answers[i]));
});
