// The Rules view: a short page with pictures for each variant.
import { Board } from "./board.js";
import { $, fillSelect, make, say } from "./dom.js";
import { gameTitle, rulesOf } from "./games.js";
import { t } from "./language.js";
import { query } from "./url_state.js";
import { readPosition } from "./position.js";

export class RulesView {
  constructor(world) {
    this.world = world;
    fillSelect($("rules-game"), world.games.map(({ name }) => [name, gameTitle(name)]), "gioul");
    $("rules-game").addEventListener("change", () => { this.draw(); world.mark("rules"); });
    $("rules-play").addEventListener("click", () => world.views.play.offer($("rules-game").value));
  }

  // Starts with the variant that is being played.
  shown() { this.draw(); }
  link() { return query({ game: $("rules-game").value }); }
  open(params) {
    if (this.world.game(params.get("game"))) $("rules-game").value = params.get("game");
    this.draw();
  }
  show(name) {
    $("rules-game").value = name;
    this.world.show("rules");
  }

  draw() {
    const game = this.world.game($("rules-game").value);
    const { texts, pictures } = rulesOf(game.name);
    say($("rules-title"), gameTitle(game.name));
    $("rules-text").replaceChildren(...texts.map((text) => make("li", {}, text)));
    $("rules-pictures").replaceChildren(...pictures.map(({ position, dice = null, arrows = [], caption }) => {
      const place = make("div", { class: "board" });
      new Board(place).draw({ game, position: readPosition(position), you: t("you"), opponent: t("the_opponent"), dice, arrows, acts: "own", picture: caption });
      return make("figure", {}, place, make("figcaption", {}, caption));
    }));
  }
}
