// Runs `gioul api` as a function, for answers of the native program.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { batchesOf } from "./requests.mjs";

// Compares the answers of an engine (all those of a list of requests) with those of the program at
// random positions of a variant; returns the number of requests.
export async function compareAnswers(engineAnswers, program, game, positions) {
  let compared = 0;
  for await (const requests of batchesOf(game, positions, async (request) => (await engineAnswers([request]))[0])) {
    const [mine, theirs] = [await engineAnswers(requests), await answersOf(program, requests)];
    assert.equal(theirs.length, requests.length);
    requests.forEach((request, i) => {
      assert.equal(theirs[i].error, undefined, JSON.stringify(request));
      assert.deepEqual(mine[i], theirs[i], JSON.stringify(request));
    });
    compared += requests.length;
  }
  return compared;
}

// Copies the program and puts the nets of a package beside it.
export function programWithNets(program, nets) {
  const folder = mkdtempSync(join(tmpdir(), "gioul-web-"));
  mkdirSync(join(folder, "share/gioul"), { recursive: true });
  cpSync(program, join(folder, "gioul"));
  for (const game of Object.keys(JSON.parse(readFileSync(join(nets, "games.json"), "utf8")))) {
    writeFileSync(join(folder, "share/gioul", `${game}.safetensors`),
                  gunzipSync(readFileSync(join(nets, `${game}.safetensors.gz`))));
  }
  return { folder, program: join(folder, "gioul"), remove: () => rmSync(folder, { recursive: true }) };
}

// Returns all answers in the order of the requests.
export async function answersOf(program, requests) {
  const child = spawn(program, ["api", "--threads", "1"], { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part) => { text += part; });
  child.stdin.end(requests.map((request, id) => `${JSON.stringify({ id, ...request })}\n`).join(""));
  await new Promise((resolve, reject) => { child.on("close", resolve); child.on("error", reject); });
  const answers = [];
  for (const line of text.trimEnd().split("\n")) {
    const { id, ...answer } = JSON.parse(line);
    answers[id] = answer;
  }
  return answers;
}
