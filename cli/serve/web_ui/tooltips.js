// Tooltips for terms (docs/glossary.md), shown on hover and tap.
import { make, say } from "./dom.js";
import { t } from "./language.js";

// Fills elements such as data-terms="ply equity".
export function addTooltips() {
  for (const place of document.querySelectorAll("[data-terms]")) {
    const told = make("span", { class: "told", role: "status" });
    const buttons = place.dataset.terms.split(" ").map((word) => make("button", {
      type: "button", class: "term", title: t(`about_${word}`), "aria-expanded": "false",
      onclick: (event) => {
        const isOpen = event.currentTarget.getAttribute("aria-expanded") === "true";
        for (const button of buttons) button.setAttribute("aria-expanded", "false");
        event.currentTarget.setAttribute("aria-expanded", `${!isOpen}`);
        say(told, isOpen ? "" : t(`about_${word}`));
      } }, t(`term_${word}`)));
    place.replaceChildren(...buttons, told);
  }
}
