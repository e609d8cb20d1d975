// Runs `gioul api` as a function, for answers of the native program.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

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
