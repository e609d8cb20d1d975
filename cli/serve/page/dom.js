// Elements, and what is told to people.
import { ApiError } from "./api.js";

export const $ = (id) => document.getElementById(id);

// Makes an element with attributes, or listeners ("onclick"), and what is in it.
export function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...inside.filter((part) => part !== null && part !== undefined));
  return element;
}

// For who can't see the board.
export function say(text) { $("live").textContent = text; }

export function tell(problem) {
  $("problem").hidden = !problem;
  $("problem").textContent = problem ?? "";
}

// Does something that asks the server; what goes wrong is told.
export async function trying(work) {
  tell(null);
  try {
    return await work();
  } catch (error) {
    tell(error.message);
    if (!(error instanceof ApiError)) console.error(error);
    return undefined;
  }
}

export function fillSelect(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) =>
    make("option", { value, selected: value === chosen }, text)));
}
