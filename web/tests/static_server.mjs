// Serves a directory like a plain web server, with only Content-Type headers; `isolated` adds those
// for cross-origin isolation.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const types = { ".html": "text/html", ".json": "application/json", ".js": "text/javascript", ".mjs": "text/javascript",
                ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };
const isolation = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

// `folders`: by the first component of the path; "" for all others. Returns { url, stop }.
export async function serve(folders, { isolated = false } = {}) {
  const server = createServer((request, answer) => {
    const path = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
    const [, first, rest] = /^([^/]*)\/(.*)$/.exec(path) ?? [];
    const file = first in folders ? join(folders[first], rest) : join(folders[""], path);
    try {
      const bytes = readFileSync(file);
      answer.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream", ...(isolated && isolation) });
      answer.end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`,
           stop: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }) };
}
