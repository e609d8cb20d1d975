// Helpers to create elements and to show messages to the user.
import { reducedMotion } from "./animation.js";
import { ApiError } from "./api.js";
import { toNode, setText, t, join } from "./language.js";

export const $ = (id) => document.getElementById(id);

// Adds attributes, event listeners ("onclick") and children to an element. Messages follow the
// language.
function fill(element, attributes, inside) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) setText(element, key, value);
  }
  element.append(...inside.filter((part) => part !== null && part !== undefined).map(toNode));
  return element;
}
export const make = (name, attributes = {}, ...inside) => fill(document.createElement(name), attributes, inside);
export const svg = (name, attributes = {}, ...inside) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, inside);

// Shows a text, which may be a message, as the only content of an element.
export function say(element, text) { element.replaceChildren(toNode(text)); }

// Marks in the document which input was used last: focus is shown for keys only, not after a click
// or tap.
const markInput = (kind) => () => { document.documentElement.dataset.input = kind; };
addEventListener("pointerdown", markInput("pointer"), { capture: true });
addEventListener("keydown", markInput("keys"), { capture: true });
export const isUsingKeyboard = () => document.documentElement.dataset.input === "keys";

// Announces a text to users of screen readers.
export function announce(text) { $("live").textContent = text; }

// Shows a note above the views until the user closes it; a new one replaces an old one of the same
// name. `action`: a button's text and what it does.
export function showNote(name, text, action) {
  closeNote(name);
  const close = make("button", { type: "button", class: "close", "aria-label": t("close"), onclick: () => note.remove() }, "×");
  const note = make("div", { class: "note-bar", role: "alert", "data-name": name }, make("span", {}, text),
    action ? make("button", { type: "button", onclick: action.run }, action.text) : null, close);
  $("notes").append(note);
}
const closeNote = (name) => $("notes").querySelector(`[data-name="${name}"]`)?.remove();

// Failed work to be retried: { text, wanted(), wake() }.
const waiting = new Set();
let isProblemClosed = false;  // by the user, until new work fails

function wake(those) {
  for (const wait of [...waiting].filter(those)) wait.wake();
}
$("problem-again").addEventListener("click", () => wake(() => true));
$("problem-close").addEventListener("click", () => {
  isProblemClosed = true;
  showWaiting();
});
addEventListener("online", () => wake(() => true));

// Shows why work waits, as long as some does.
function showWaiting() {
  const last = [...waiting].at(-1);
  if (last) say($("problem-text"), last.text);
  $("problem").hidden = !last || isProblemClosed;
}

function wait(text, milliseconds, wanted) {
  return new Promise((resolve) => {
    const timer = milliseconds === undefined ? undefined : setTimeout(() => here.wake(), milliseconds);
    const here = { text, wanted, wake() { clearTimeout(timer); waiting.delete(here); resolve(); } };
    waiting.add(here);
    showWaiting();
  });
}

// Runs `work`, which sends requests, while `wanted()`. If it fails as nothing could be reached, it
// is retried: automatically if the server may answer soon, else when the user asks for it or the
// network is back; `paused()` is called meanwhile. Other errors end it: `refused(text, field)`
// shows them where they belong.
export async function retrying(work, wanted = () => true, { refused = (text) => showNote("refused", text), paused } = {}) {
  wake((other) => !other.wanted());
  isProblemClosed = false;
  for (let pause = 500; wanted(); pause = Math.min(2 * pause, 4000)) {
    try {
      const result = await work();
      closeNote("refused");
      showWaiting();
      return result;
    } catch (error) {
      if (!wanted()) break;
      if (!(error instanceof ApiError) || !(error.again || error.lost)) {
        showWaiting();
        refused(error.text ?? error.message, error.field);
        if (!(error instanceof ApiError)) console.error(error);
        return undefined;
      }
      if (!error.again) paused?.();
      await wait(join([error.text, error.again ? t("trying_again") : ""]), error.again ? pause : undefined, wanted);
    }
  }
  showWaiting();
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
export const motionPause = (milliseconds) => new Promise((resolve) =>
  setTimeout(resolve, reducedMotion.matches ? 0 : milliseconds));

export function fillSelect(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) =>
    make("option", { value, selected: value === chosen }, text)));
}
