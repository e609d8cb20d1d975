// The page's language. lang_XX.js has the texts of a language by key; a text whose form depends on a
// number `n` is an object by the plural categories of Intl.PluralRules.

export const languages = { en: "English", ar: "العربية", tr: "Türkçe", el: "Ελληνικά", bg: "Български", ru: "Русский", fr: "Français" };
const kChoice = "gioul.language";

export let language;
let texts, plurals, locale;

const isRightToLeft = () => language === "ar";

// For languages from right to left: marks the direction of a text, and encloses a value so that
// numbers and plays in it keep their order.
const directed = (text) => isRightToLeft() && /\p{Script=Arabic}/u.test(text) ? `\u200f${text}` : text;
const isolated = (text) => isRightToLeft() ? `\u2068${text}\u2069` : text;

const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

function format(value, options) {
  const text = new Intl.NumberFormat(locale, options).format(Math.abs(value));
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : options?.signed ? `+${text}` : text;
}

const formatValue = (value) => typeof value === "number" ? format(value) : `${value}`;

// A text that is rendered in the page's language whenever it is shown. Plain data, so that it can be
// stored.
class Message {
  constructor(key, values) { Object.assign(this, { key, values }); }

  toString() {
    const { key, values } = this;
    if (key === "join") return directed(values.parts.map(formatValue).filter(Boolean).map(isolated).join(values.between));
    if (key === "date") return new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" }).format(values.time);
    if (key === "number") return format(values.value, values.options);
    if (!hasText(key)) console.error(`lang_${language}.js has no text for ${key}`);
    const text = texts[key] ?? key;
    const form = typeof text === "string" ? text : text[plurals.select(values.n)] ?? text.other;
    return directed(form.replace(/\{(\w+)\}/g, (_, name) =>
      isolated(name in values ? formatValue(values[name]) : capital(formatValue(values[name.toLowerCase()])))));
  }
}

// Returns the text of a key. `{name}` in it is replaced by a value, `{Name}` by the value with a
// capital letter. Values are numbers, strings or messages.
export const t = (key, values = {}) => new Message(key, values);
// Returns true if the language has a text for a key.
export const hasText = (key) => Object.hasOwn(texts, key);
export const join = (parts, between = " ") => t("join", { parts: parts.filter((part) => part !== ""), between });

// Numbers and times in the language's format; signed() always shows a sign.
export const number = (value, digits = 0, more = {}) =>
  t("number", { value, options: { minimumFractionDigits: digits, maximumFractionDigits: digits, ...more } });
export const signed = (value, digits = 3) => number(value, digits, { signed: true });
export const date = (time) => t("date", { time: +time });

// Restores a message that was stored as JSON.
export function reviveMessages(stored) {
  if (Array.isArray(stored)) return stored.map(reviveMessages);
  if (stored === null || typeof stored !== "object") return stored;
  const values = Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, reviveMessages(value)]));
  return typeof values.key === "string" ? new Message(values.key, values.values) : values;
}

// An error for the user.
export class UserError extends Error {
  constructor(text) {
    super(text);
    this.text = text;
  }
}

// --- In the document: texts that follow the language ---

// Returns a child of an element as a node: a message becomes text that follows the language.
export function toNode(part) {
  if (!(part instanceof Message)) return part;
  const node = document.createTextNode(part);
  node.message = part;
  return node;
}

// Sets an attribute, which may be a message.
export function setText(element, name, value) {
  element.setAttribute(name, value);
  if (value instanceof Message) (element.messages ??= {})[name] = value;
}

// Renders all messages of the document anew.
function refresh() {
  for (const element of document.querySelectorAll("*")) {
    for (const [name, message] of Object.entries(element.messages ?? {})) element.setAttribute(name, message);
    for (const node of element.childNodes) if (node.message) node.data = node.message;
  }
}

// Fills the elements of the page with data-t="key", before their first element, and attributes with
// data-t-NAME="key".
function fillPage() {
  for (const element of document.querySelectorAll("[data-t]")) {
    for (const node of [...element.childNodes]) if (node.nodeType === Node.TEXT_NODE) node.remove();
    element.prepend(toNode(t(element.dataset.t)), element.childElementCount > 0 ? " " : "");
  }
  for (const name of ["aria-label", "placeholder"]) {
    for (const element of document.querySelectorAll(`[data-t-${name}]`)) setText(element, name, t(element.getAttribute(`data-t-${name}`)));
  }
}

async function load(choice) {
  texts = (await import(`./lang_${choice}.js`)).default;
  language = choice;
  locale = isRightToLeft() ? `${language}-u-nu-latn` : language;
  plurals = new Intl.PluralRules(locale);
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft() ? "rtl" : "ltr";
}

// Changes the language; all messages that are shown follow.
export async function changeLanguage(choice) {
  await load(choice);
  try { localStorage.setItem(kChoice, choice); } catch { /* only this visit */ }
  refresh();
}

// The user's choice, else the first known one of the browser's languages.
let stored;
try { stored = localStorage.getItem(kChoice); } catch { /* the browser's languages decide */ }
await load([stored, ...navigator.languages.map((tag) => tag.split("-")[0])].find((name) => Object.hasOwn(languages, name)) ?? "en");
fillPage();
