// Addresses of a position or a game: what stands after the "#", behind the view's name.

// { analyse, params } of "#analyse?position=..."
export function readHash(hash) {
  const [view, query = ""] = hash.slice(1).split(/\?(.*)/s);
  return { view, params: new URLSearchParams(query) };
}

// Colons and commas of positions stay as people read them.
export function query(values) {
  const parts = Object.entries(values).filter(([, value]) => value !== null && value !== undefined).map(([key, value]) =>
    `${key}=${encodeURIComponent(value).replace(/%3A|%2C|%7C|%3D|%2F/g, decodeURIComponent)}`);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// A game's text made short enough for an address, and back.
export async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
export async function unpacked(word) {
  const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

// Puts the page's address, which names what is shown, where it can be pasted from.
export async function copyLink(button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Copied";
  } catch {
    button.textContent = "It is in the address bar";
  }
  setTimeout(() => { button.textContent = before; }, 2000);
}
