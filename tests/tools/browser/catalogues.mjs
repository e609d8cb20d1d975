// node catalogues.mjs FOLDER: checks the texts of the web UI in FOLDER: each text that users see is
// in the catalogue lang_en.js, the page uses each key of it and no other, and all languages have the
// same keys and values, and the plural forms of their language.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const names = readdirSync(folder).filter((name) => /\.(js|html)$/.test(name));
const read = (name) => readFileSync(join(folder, name), "utf8");
const problems = [];
const catalogues = {};
for (const name of names) {
  const [, language] = /^lang_(.*)\.js$/.exec(name) ?? [];
  if (language) catalogues[language] = (await import(pathToFileURL(join(folder, name)))).default;
}
const english = catalogues.en;
const isText = (text) => /\p{L}/u.test(text);

// --- The texts of index.html, and its keys ---

const used = new Set(), patterns = [];
const html = read("index.html");
for (const [, key] of html.matchAll(/ data-t(?:-[a-z-]+)?="([^"]*)"/g)) used.add(key);
for (const [, words] of html.matchAll(/ data-terms="([^"]*)"/g)) for (const word of words.split(" ")) used.add(`term_${word}`).add(`about_${word}`);
// An element with data-t may have its English text, which is replaced.
const texts = html.replace(/(<[^>]* data-t="([^"]*)"[^>]*>)([^<]+)/g, (all, tag, key, text) => text === english[key] ? tag : all)
  .replace(/<[^>]*>/g, "\n").split("\n").map((text) => text.trim());
const attributes = [...html.matchAll(/ (?:aria-label|alt|label|placeholder|title)="([^"]*)"/g)].map(([, text]) => text);
for (const text of [...texts, ...attributes]) {
  if (isText(text) && text !== "gioul") problems.push(`index.html: "${text}" is in no catalogue`);
}

// --- The texts of the code, and its keys ---

// Literals that look like texts, but that users do not see, or that are data.
const kNoTexts = [/^(Arrow|Backspace|Enter|Escape|Content-Type|Node|Response)/, /^[#.[][\w-]/, /^(spot|dice|die|number) \w+$/, /system-ui/,
                  /^(game|variant|checkers|start|first player|second player|first|second|tie|running|owed|forfeit)\b/,
                  /^[ML]\S* \S*[HVLQz]/, /^\(?prefers-|^\(max-/, /^http|^gioul\b|^lang_|^(English|Français)$/];
for (const name of names.filter((name) => name.endsWith(".js") && !name.startsWith("lang_"))) {
  const code = read(name).replace(/(^|\s)\/\/ .*$/gm, "");
  for (const [, key] of code.matchAll(/\bt\("([^"]*)"/g)) {
    if (!Object.hasOwn(english, key) && !["join", "number", "date"].includes(key)) problems.push(`${name}: lang_en.js has no ${key}`);
  }
  for (const [literal, , text = literal.slice(1, -1)] of code.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/gs)) {
    const words = text.replace(/\$\{[^}]*\}/g, "{}");
    if (literal[0] === "`" && text.includes("${")) patterns.push(new RegExp(`^${words.replace(/[^\w{}-]/g, "\\$&").replaceAll("{}", ".*")}$`));
    used.add(text);
    const looksLikeText = /[A-Za-z]{2} [A-Za-z]{2}/.test(words) || /^[A-Z][a-z]/.test(words);
    if (looksLikeText && !kNoTexts.some((pattern) => pattern.test(words))) problems.push(`${name}: "${text}" is in no catalogue`);
  }
}
for (const key of Object.keys(english)) {
  const isUsed = key.startsWith("error_") || used.has(key) || patterns.some((pattern) => /[a-z]_|_[a-z]/.test(pattern.source) && pattern.test(key));
  if (!isUsed) problems.push(`lang_en.js: ${key} is not used`);
}

// --- The languages ---

const valuesOf = (text) => [...new Set([...`${typeof text === "string" ? text : text.other ?? ""}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name.toLowerCase()))].sort().join();
for (const [language, catalogue] of Object.entries(catalogues)) {
  const complain = (key, what) => problems.push(`lang_${language}.js: ${key} ${what}`);
  const rules = new Intl.PluralRules(language);
  const forms = new Set(["other"]);
  for (let n = 0; n <= 200; ++n) forms.add(rules.select(n));
  for (const [key, text] of Object.entries(english)) {
    const translated = catalogue[key];
    if (translated === undefined) complain(key, "is missing");
    else if (typeof translated !== typeof text) complain(key, "must have plural forms as in lang_en.js, or none");
    else if (valuesOf(translated) !== valuesOf(text)) complain(key, `must have the values ${valuesOf(text)}, not ${valuesOf(translated)}`);
    else if (typeof text === "object" && [...forms].some((form) => !translated[form])) complain(key, `must have the forms ${[...forms]}`);
  }
  for (const key of Object.keys(catalogue)) if (!Object.hasOwn(english, key)) complain(key, "is not in lang_en.js");
}

for (const problem of problems) console.error(problem);
console.log(`${Object.keys(english).length} texts in ${Object.keys(catalogues).length} languages`);
process.exit(problems.length > 0 ? 1 : 0);
