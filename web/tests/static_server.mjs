// Serves a directory like a plain web server, with only Content-Type headers; `isolated` adds those
// for cross-origin isolation.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const types = { ".html": "text/html", ".json": "application/json", ".js": "text/javascript", ".mjs": "text/javascript",
                ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };
const isolation = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

// `folders`: by the first component of the path; "" for all others; may be changed while it serves.
// `change(path, { status, headers, bytes })` may return another answer, or a promise of one.
// Returns { url, stop }.
export async function serve(folders, { isolated = false, host = "127.0.0.1", port = 0, change = (_, found) => found } = {}) {
  const find = (path) => {
    const [, first, rest] = /^([^/]*)\/(.*)$/.exec(path) ?? [];
    const file = first in folders ? join(folders[first], rest) : join(folders[""], path);
    try {
      return { status: 200, headers: { "Content-Type": types[extname(file)] ?? "application/octet-stream", ...(isolated && isolation) },
               bytes: readFileSync(file) };
    } catch {
      return { status: 404, headers: {}, bytes: "" };
    }
  };
  const server = createServer(async (request, answer) => {
    const path = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
    const { status, headers, bytes } = await change(path, find(path));
    answer.writeHead(status, headers).end(bytes);
  });
  await new Promise((resolve) => server.listen(port, host, resolve));
  return { url: `http://${host}:${server.address().port}/`, port: server.address().port,
           stop: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }) };
}
