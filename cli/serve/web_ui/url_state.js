// The state of a view in the page's address, after the "#" and the view's name.
import { say } from "./dom.js";
import { t } from "./language.js";

// Parses "#analyse?position=..." to { view: "analyse", params }.
export function parseHash(hash) {
  const [view, query = ""] = hash.slice(1).split(/\?(.*)/s);
  return { view, params: new URLSearchParams(query) };
}

// Formats values as a query string. Colons and commas stay readable.
export function formatQuery(values) {
  const parts = Object.entries(values).filter(([, value]) => value !== null && value !== undefined).map(([key, value]) =>
    `${key}=${encodeURIComponent(value).replace(/%3A|%2C|%7C|%3D|%2F/g, decodeURIComponent)}`);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// Compresses the text of a game for an address.
export async function compressForUrl(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
// Expands the result of compressForUrl().
export async function decompressFromUrl(word) {
  const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

// Copies the page's address, which names what is shown.
export async function copyLink(button) {
  try {
    await navigator.clipboard.writeText(location.href);
    say(button, t("copied"));
  } catch {
    say(button, t("in_address_bar"));
  }
  setTimeout(() => say(button, t("copy_link")), 2000);
}
