// Tooltips for terms (docs/glossary.md), shown on hover and tap.
import { make } from "./dom.js";

const kTerms = {
  equity: "Points to expect from a position, for the player to act: +1 is a sure win, +2 a sure gammon.",
  ply: "One roll and the play with it. At 0 plies a play is worth what the net says of the position after it; at 1, all rolls of the opponent are looked at.",
  millipoint: "A thousandth of a point. What a decision cost is so much equity less than the best play.",
  luck: "What a roll made of a position, less the mean over all rolls.",
  gammon: "A game won before the loser has borne off any checker. It counts two points.",
};

// Fills elements such as data-terms="ply equity".
export function explainTerms() {
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
