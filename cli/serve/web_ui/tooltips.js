// Tooltips for terms (docs/glossary.md), shown on hover and tap.
import { make } from "./dom.js";

const kTerms = {
  equity: "Expected points of a position for the player to move: +1 is a certain win, +2 a certain gammon.",
  ply: "One roll and the play with it. At 0 plies a play has the net's evaluation of the position after it; at 1, all rolls of the opponent are searched.",
  millipoint: "A thousandth of a point. The cost of a decision is the equity lost compared with the best play.",
  luck: "The equity after a roll, less the mean over all rolls.",
  gammon: "A game won before the loser has borne off any checker. It counts two points.",
};

// Fills elements such as data-terms="ply equity".
export function addTooltips() {
  for (const place of document.querySelectorAll("[data-terms]")) {
    const told = make("span", { class: "told", role: "status" });
    const buttons = place.dataset.terms.split(" ").map((word) => make("button", {
      type: "button", class: "term", title: kTerms[word], "aria-expanded": "false",
      onclick: (event) => {
        const isOpen = event.currentTarget.getAttribute("aria-expanded") === "true";
        for (const button of buttons) button.setAttribute("aria-expanded", "false");
        event.currentTarget.setAttribute("aria-expanded", `${!isOpen}`);
        told.textContent = isOpen ? "" : kTerms[word];
      } }, `${word}?`));
    place.replaceChildren(...buttons, told);
  }
}
