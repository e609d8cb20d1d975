// Helpers to create elements and to show messages to the user.
import { ApiError } from "./api.js";
import { live, setText, t, join } from "./language.js";

export const $ = (id) => document.getElementById(id);

// Adds attributes, event listeners ("onclick") and children to an element. Messages follow the
// language.
function fill(element, attributes, inside) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) setText(element, key, value);
  }
  element.append(...inside.filter((part) => part !== null && part !== undefined).map(live));
  return element;
}
export const make = (name, attributes = {}, ...inside) => fill(document.createElement(name), attributes, inside);
export const svg = (name, attributes = {}, ...inside) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, inside);

// Shows a text, which may be a message, as the only content of an element.
export function say(element, text) { element.replaceChildren(live(text)); }

// Announces a text to users of screen readers.
export function announce(text) { $("live").textContent = text; }

export function showError(problem) {
  $("problem").hidden = !problem;
  say($("problem-text"), problem ?? "");
  $("problem-again").hidden = waiting.size === 0;
}

// Failed work to be retried: { wanted(), wake() }.
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

// Runs `work`, which sends requests. Shows errors and retries while `wanted()`: automatically if
// the server may answer later, otherwise when the user asks for it.
export async function retrying(work, wanted = () => true) {
  wake((other) => !other.wanted());
  if (waiting.size === 0) showError(null);
  for (let pause = 500; wanted(); pause = Math.min(2 * pause, 4000)) {
    try {
      const result = await work();
      if (waiting.size === 0) showError(null);
      return result;
    } catch (error) {
      if (!wanted()) break;
      if (!(error instanceof ApiError)) {
        showError(error.text ?? error.message);
        console.error(error);
        return undefined;
      }
      const again = wait(error.again ? pause : undefined, wanted);
      showError(join([error.text, error.again ? t("trying_again") : ""]));
      await again;
    }
  }
  if (waiting.size === 0) showError(null);
  return undefined;
}

// Asks the user; resolves to true for yes.
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

// Pauses so that the eye can follow; not at all if the user prefers reduced motion.
export const rest = (milliseconds) => new Promise((resolve) =>
  setTimeout(resolve, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : milliseconds));

export function fillSelect(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) =>
    make("option", { value, selected: value === chosen }, text)));
}
