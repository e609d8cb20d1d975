// A slider through the numbers of a chain: one board for each, instead of all arrows at once.
import { make, say } from "./dom.js";
import { t } from "./language.js";
import { parsePlay, parsePosition } from "./position.js";

// Returns the number of a chain that is played in a decision.
export function chainNumber({ position, dice }) {
  const { owed, forfeit } = parsePosition(position), left = owed || forfeit;
  return left > 0 ? 6 - ((left - 1) >> 2) : dice[0];
}

// Returns the boards of a whole chain, as the API lists it: { position, number, play, steps }.
export function chainSteps(start, dice, line) {
  let position = start;
  return line.map(({ play, afterstate }) => {
    const step = { position, number: chainNumber({ position, dice }), play, steps: parsePlay(play) };
    position = afterstate;
    return step;
  });
}

export class StepSlider {
  // Fills an element; calls `changed(step)` when the user chooses another step.
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    const move = (by) => () => this.go(Number(this.range.value) + by);
    this.range = make("input", { type: "range", min: 0, step: 1, value: 0, "aria-label": t("step_of_chain"), oninput: () => this.go(Number(this.range.value)) });
    this.words = make("output", {});
    [this.back, this.next] = [["back", "◀", -1], ["on", "▶", 1]].map(([name, sign, by]) =>
      make("button", { type: "button", "aria-label": t(name), onclick: move(by) }, sign));
    element.classList.add("steps");
    element.replaceChildren(this.back, this.range, this.next, this.words);
    this.show(null);
  }

  // Shows these steps, or nothing if there is only one.
  show(steps, at = 0) {
    this.steps = steps ?? [];
    this.element.hidden = this.steps.length < 2;
    this.range.max = Math.max(0, this.steps.length - 1);
    this.set(at);
  }

  get step() { return this.steps[this.at]; }

  set(at) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, at));
    this.range.value = this.at;
    this.back.disabled = this.at === 0;
    this.next.disabled = this.at >= this.steps.length - 1;
    if (!this.step) return;
    const words = t("chain_part", this.step);
    this.range.setAttribute("aria-valuetext", words);
    say(this.words, words);
  }

  go(at) {
    this.set(at);
    this.changed(this.step);
  }
}
