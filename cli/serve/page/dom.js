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
  $("problem-text").textContent = problem ?? "";
  $("problem-again").hidden = waiting.size === 0;
}

// What waits to be tried again: { wanted(), wake() }.
const waiting = new Set();

function wake(those) {
  for (const wait of [...waiting].filter(those)) wait.wake();
}
$("problem-again").addEventListener("click", () => wake(() => true));
addEventListener("online", () => wake(() => true));

function wait(milliseconds, wanted) {
  return new Promise((resolve) => {
    const timer = milliseconds === undefined ? undefined : setTimeout(() => here.wake(), milliseconds);
    const here = { wanted, wake() { clearTimeout(timer); waiting.delete(here); resolve(); } };
    waiting.add(here);
  });
}

// Does something that asks the server. What goes wrong is told, and tried again for as long as it is
// `wanted`: by itself where the server may answer later, else when the person says so.
export async function trying(work, wanted = () => true) {
  wake((other) => !other.wanted());
  if (waiting.size === 0) tell(null);
  for (let pause = 500; wanted(); pause = Math.min(2 * pause, 4000)) {
    try {
      const result = await work();
      if (waiting.size === 0) tell(null);
      return result;
    } catch (error) {
      if (!wanted()) break;
      if (!(error instanceof ApiError)) {
        tell(error.message);
        console.error(error);
        return undefined;
      }
      const again = wait(error.again ? pause : undefined, wanted);
      tell(error.message + (error.again ? " Trying again…" : ""));
      await again;
    }
  }
  if (waiting.size === 0) tell(null);
  return undefined;
}

// Asks the person; true for yes.
export function confirmed(question, yes, no) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = make("dialog", { "aria-label": question, onclose: () => { dialog.remove(); resolve(answer); } },
      make("p", {}, question),
      make("div", { class: "row" },
        make("button", { type: "button", class: "main", onclick: () => { answer = true; dialog.close(); } }, yes),
        make("button", { type: "button", onclick: () => dialog.close() }, no)));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// Rests a moment, for eyes to follow; those who want no motion needn't wait.
export const rest = (milliseconds) => new Promise((resolve) =>
  setTimeout(resolve, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : milliseconds));

export function fillSelect(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) =>
    make("option", { value, selected: value === chosen }, text)));
}
