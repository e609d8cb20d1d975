// The Rules view: a lesson of some boards for each variant, and its rules.
import { Board } from "./board.js";
import { $, fillSelect, make, say, showNote } from "./dom.js";
import { gameTitle, rulesOf } from "./games.js";
import { t } from "./language.js";
import { lessons } from "./lessons.js";
import { formatQuery } from "./url_state.js";
import { parsePlay, parsePosition } from "./position.js";
import { chainNumber, StepSlider } from "./step_slider.js";

export class RulesView {
  constructor(world) {
    this.world = world;
    this.board = new Board($("rules-pictures"));
    this.slider = new StepSlider($("rules-steps"), () => this.drawBoard());
    this.at = 0;  // board of the lesson
    fillSelect($("rules-game"), world.games.map(({ name }) => [name, gameTitle(name)]), "gioul");
    $("rules-game").addEventListener("change", () => this.go(0));
    $("rules-play").addEventListener("click", () => world.views.play.preselect($("rules-game").value));
    for (const [id, by] of [["back", -1], ["next", 1]]) $(`rules-${id}`).addEventListener("click", () => this.go(this.at + by));
  }

  // Starts with the variant that is being played.
  shown() { this.draw(); }
  link() { return formatQuery({ game: $("rules-game").value, board: this.at > 0 ? this.at + 1 : undefined }); }
  open(params) {
    const name = params.get("game");
    if (name && !this.world.game(name)) showNote("link", t("no_such_game", { name }));
    else if (name) $("rules-game").value = name;
    this.at = parseInt(params.get("board"), 10) - 1 || 0;
    this.draw();
  }
  show(name, at = 0) {
    $("rules-game").value = name;
    this.at = at;
    this.world.show("rules");
  }
  go(at) {
    this.at = at;
    this.draw();
    this.world.mark("rules");
  }

  get game() { return this.world.game($("rules-game").value); }
  get boards() { return lessons[this.game.name]; }

  draw() {
    const { game, boards } = this;
    this.at = Math.max(0, Math.min(boards.length - 1, this.at));
    const { key, steps } = boards[this.at];
    say($("rules-lesson"), t(`lesson_${key}`));
    say($("rules-step"), t("step_of", { step: this.at + 1, n: boards.length }));
    $("rules-back").disabled = this.at === 0;
    $("rules-next").disabled = this.at === boards.length - 1;
    this.slider.show(steps?.map((step) => ({ ...step, number: chainNumber(step) })));
    say($("rules-title"), gameTitle(game.name));
    say($("rules-about"), t(`about_game_${game.name}`));
    $("rules-text").replaceChildren(...rulesOf(game.name).map((text) => make("li", {}, text)));
    this.drawBoard();
  }

  drawBoard() {
    const { game } = this, lesson = this.boards[this.at];
    const { position, dice = null, play = "-" } = this.slider.step ?? lesson;
    this.board.draw({ game, position: parsePosition(position), you: t("you"), opponent: t("the_opponent"), dice, acts: "own",
                      arrows: parsePlay(play), picture: t(`lesson_${lesson.key}`) });
  }
}
