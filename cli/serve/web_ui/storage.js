// Stores games in this browser: the current one after each decision, and the last fifty. The id of
// a game contains its start time, so ids sort by it.
import { showNote } from "./dom.js";
import { t } from "./language.js";

const kPrefix = "gioul.game.", kMaxGames = 50;

let lastWrittenText;  // the game as this tab stored it last
let isFailureShown = false;  // the user knows that nothing can be stored

function gameKeys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(kPrefix)).sort();
  } catch {
    return [];  // the browser refuses to store anything
  }
}

export const newGameId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
// Returns the time at which the game with an id began.
export const startTimeOf = (id) => new Date(parseInt(id.slice(0, -4), 36));

// Returns false if the text cannot be stored.
function putText(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
export const writeItem = (key, value) => putText(key, JSON.stringify(value));

// `game` is plain data with an id. If there is no space, the oldest game is deleted.
export function saveGame(game) {
  const key = kPrefix + game.id, text = JSON.stringify(game);
  try {
    const others = gameKeys().filter((name) => name !== key);
    while (others.length >= kMaxGames || (!putText(key, text) && others.length > 0)) localStorage.removeItem(others.shift());
    if (!putText(key, text)) throw new Error();
    sessionStorage.setItem(kPrefix, game.id);
    lastWrittenText = text;
  } catch {
    if (!isFailureShown) showNote("storage", t("nothing_stored"));
    isFailureShown = true;
  }
}

// Returns the stored value of a key, or null.
export function readItem(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export const savedGame = (id) => readItem(kPrefix + id);
export const savedGames = () => gameKeys().reverse().map(readItem).filter(Boolean);

// Returns the game to resume: this tab's, else the newest if it is not over.
export function lastGame() {
  try {
    const mine = savedGame(sessionStorage.getItem(kPrefix));
    if (mine) return mine;
    const newest = readItem(gameKeys().at(-1));
    return newest?.goesOn ? newest : null;
  } catch {
    return null;
  }
}

// Calls `changed` with this tab's game when the user returns to the tab and another tab has
// continued the game.
export function watchOtherTabs(changed) {
  document.addEventListener("visibilitychange", () => {
    try {
      const key = kPrefix + sessionStorage.getItem(kPrefix), text = localStorage.getItem(key);
      if (!document.hidden && text && text !== lastWrittenText) changed(readItem(key));
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
  writeItem(kChoices, Object.fromEntries(values));
}
export function restoreFormValues(form, changed) {
  const values = readItem(kChoices) ?? {};
  for (const field of fieldsOf(form)) {
    const value = values[field.id];
    if (typeof value === "boolean") field.checked = value;
    else if (value !== undefined && [...field.options].some((option) => option.value === value)) field.value = value;
    changed(field);
  }
}
