// Hints during a game: the best plays by search, and whole chains.
import { analyzeInJob, post } from "./api.js";
import { $, make, announce, retrying, say } from "./dom.js";
import { join, number, signed, t } from "./language.js";
import { parsePlay, parsePosition } from "./position.js";
import { chainSteps, StepSlider } from "./step_slider.js";

export const depthName = ({ exact, plies }) => exact ? t("exact") : t("plies", { n: plies });

export class Hints {
  constructor(play) {
    this.play = play;
    this.slider = new StepSlider($("play-steps"), () => this.preview());
  }

  async hint() {
    const { play } = this;
    if (play.phase !== "choose") return;
    const turn = play.turn;
    await retrying(async () => {
      announce(t("thinking_hint"));
      const report = await post("analyze", { ...play.request, plies: 2 });
      if (turn !== play.turn) return;
      this.listHints(report.plays.slice(0, 3).map((best) => ({
        text: t("hint_line", { equity: signed(best.equity), depth: depthName(best), play: best.play }),
        arrows: parsePlay(best.play), take: () => this.take([best]) })));
    }, () => turn === play.turn);
  }

  // Searches whole chains, or stops the search.
  async chains() {
    const { play } = this;
    if (play.phase !== "choose") return;
    if (this.stop) return void this.stop();
    const turn = play.turn, searching = {};
    const wanted = () => turn === play.turn && searching === this.searching;
    const end = () => {
      if (searching !== this.searching) return;
      this.searching = this.stop = null;
      say($("play-chains"), t("whole_chains"));
      if (turn === play.turn) play.showStatus(play.chainWords());
    };
    this.searching = searching;
    play.showStatus(t("searching_chain"));
    const report = await retrying(() => analyzeInJob({ ...play.request, plies: 1, chain: "full" }, {
      onStart: (stop) => {
        if (!wanted()) return stop();
        say($("play-chains"), t("stop"));
        this.stop = () => { stop(); end(); };
      },
      onProgress: ({ done, total }) => { if (wanted() && total > 0) play.showStatus(t("searched_chains", { share: number(100 * done / total) })); } }), wanted);
    const isWanted = wanted();
    end();
    if (!report || !isWanted) return;
    this.listHints(report.chain.chains.slice(0, 5).map((chain) => {
      const steps = chainSteps(play.text, play.request.dice, chain.line);
      return { text: t("hint_line", { equity: signed(chain.equity), depth: depthName(chain), play: join(steps.map((step) => t("chain_part", step)), " · ") }),
               arrows: steps[0].steps, steps, take: () => this.take(chain.line) };
    }));
  }

  listHints(hints) {
    const { play } = this;
    const list = $("play-hints");
    list.hidden = false;
    list.replaceChildren(...hints.map((hint) => make("li", { onmouseenter: () => this.show(hint) },
      hint.text, make("button", { type: "button", onclick: hint.take, onfocus: () => this.show(hint) }, t("play")))));
    announce(hints.length > 0 ? t("best_hint", { hint: hints[0].text }) : t("nothing_to_suggest"));
    if (hints.length > 0) this.show(hints[0]);
  }

  // Shows the arrows of a hint, and a slider if it is a chain.
  show(hint) {
    if (hint === this.shown) return;
    this.shown = hint;
    this.slider.show(hint.steps);
    this.play.draw(hint.arrows);
  }

  // Shows a later step of a chain on the board.
  preview() {
    const { play, slider } = this;
    if (slider.at === 0) return play.draw(this.shown.arrows);
    play.board.draw({ ...play.sides, position: parsePosition(slider.step.position), acts: "own", arrows: slider.step.steps });
  }

  // Returns to the position that is played; returns true if another one was shown.
  endPreview() {
    const wasShown = this.slider.at > 0;
    this.slider.set(0);
    return wasShown;
  }

  clear() {
    this.stop?.();
    this.shown = null;
    $("play-hints").hidden = true;
    this.slider.show(null);
  }

  take(way) {
    const { play } = this;
    if (play.phase !== "choose") return;
    const move = play.decision.moves.find(({ afterstate }) => afterstate === way[0].afterstate);
    play.queue = way.slice(1);
    if (move) play.play(move, "");
  }
}
