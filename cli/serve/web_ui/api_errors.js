// Errors of the API in the page's language. They are English; lang_en.js has their texts, with
// {values}, under keys that begin with error_.
import { gameTitle } from "./games.js";
import { join, language, t } from "./language.js";

let patterns;

async function loadPatterns() {
  const { default: english } = await import("./lang_en.js");
  patterns = Object.entries(english).filter(([key]) => key.startsWith("error_")).map(([key, text]) =>
    [key, new RegExp(`^${text.replace(/[.*+?^$()[\]|\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)")}$`, "s")]);
}

// Finds the message of a text, else returns it as it is. In a text the value {what} is another
// text, and {list} a list of words or texts. Notes of a match file are several texts.
function find(text) {
  for (const [key, pattern] of patterns) {
    const values = pattern.exec(text)?.groups;
    if (!values && !pattern.test(text)) continue;
    const { what, list, game } = values ?? {};
    return t(key, { ...values, ...(what && { what: noted(what) }), ...(game && { game: gameTitle(game) }),
                    ...(list && { list: join(list.split(/, (?!')| or |(?<='), /).map(find), t("comma")) }) });
  }
  const parts = text.split("; ");
  return parts.length > 1 ? join(parts.map(noted), "; ") : text;
}

// A text that is not known is shown in English with a note.
function noted(text) {
  const found = find(text);
  return typeof found === "string" ? t("in_english", { text }) : found;
}

// Returns the message of an error.
export async function apiMessage(text) {
  if (language === "en") return text;
  try {
    if (!patterns) await loadPatterns();
  } catch {
    return text;
  }
  return noted(text);
}
