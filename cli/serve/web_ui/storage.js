// Stores games in this browser: the current one after each decision, and the last fifty. Their
// names contain the start time, so they sort by it.
import { showNote } from "./dom.js";
import { t } from "./language.js";

const kPrefix = "gioul.game.", kMaxGames = 50;

let written;  // by this tab
let isTold = false;  // that nothing can be stored

function names() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(kPrefix)).sort();
  } catch {
    return [];  // the browser refuses to store anything
  }
}

export const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
export const beganAt = (id) => new Date(parseInt(id.slice(0, -4), 36));

function put(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
export const write = (key, value) => put(key, JSON.stringify(value));

// `game` is plain data with an id. If there is no space, the oldest game is deleted.
export function saveGame(game) {
  const key = kPrefix + game.id, text = JSON.stringify(game);
  try {
    const others = names().filter((name) => name !== key);
    while (others.length >= kMaxGames || (!put(key, text) && others.length > 0)) localStorage.removeItem(others.shift());
    if (!put(key, text)) throw new Error();
    sessionStorage.setItem(kPrefix, game.id);
    written = text;
  } catch {
    if (!isTold) showNote("storage", t("nothing_stored"));
    isTold = true;
  }
}

export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export const savedGame = (id) => read(kPrefix + id);
export const savedGames = () => names().reverse().map(read).filter(Boolean);

// Returns the game to resume: this tab's, else the newest if it is not over.
export function lastGame() {
  try {
    const mine = savedGame(sessionStorage.getItem(kPrefix));
    if (mine) return mine;
    const newest = read(names().at(-1));
    return newest?.goesOn ? newest : null;
  } catch {
    return null;
  }
}

// Calls `changed` with this tab's game when the user returns to the tab and the game was continued
// in another.
export function watchOtherTabs(changed) {
  document.addEventListener("visibilitychange", () => {
    try {
      const key = kPrefix + sessionStorage.getItem(kPrefix), text = localStorage.getItem(key);
      if (!document.hidden && text && text !== written) changed(read(key));
    } catch {
      // Nothing is stored.
    }
  });
}

// The last choices in a form: values of its fields by id.
const kChoices = "gioul.choices";
const fieldsOf = (form) => [...form.querySelectorAll("select, input")];
export function saveFormValues(form) {
  const values = fieldsOf(form).map(({ id, type, value, checked }) => [id, type === "checkbox" ? checked : value]);
  write(kChoices, Object.fromEntries(values));
}
export function restoreFormValues(form, changed) {
  const values = read(kChoices) ?? {};
  for (const field of fieldsOf(form)) {
    const value = values[field.id];
    if (typeof value === "boolean") field.checked = value;
    else if (value !== undefined && [...field.options].some((option) => option.value === value)) field.value = value;
    changed(field);
  }
}
