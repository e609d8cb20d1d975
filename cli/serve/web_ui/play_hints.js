// Hints during a game: the best plays by search, and whole chains.
import { analyzeInJob, post } from "./api.js";
import { $, make, announce, retrying } from "./dom.js";
import { join, signed, t } from "./language.js";
import { playSteps } from "./position.js";

export const depthName = ({ exact, plies }) => exact ? t("exact") : t("plies", { n: plies });

export class Hints {
  constructor(play) { this.play = play; }

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
        steps: playSteps(best.play), take: () => this.take([best]) })));
    }, () => turn === play.turn);
  }

  async chains() {
    const { play } = this;
    if (play.phase !== "choose") return;
    const turn = play.turn;
    await retrying(async () => {
      play.showStatus(t("searching_chain"));
      const report = await analyzeInJob({ ...play.request, plies: 1, chain: "full" });
      if (turn !== play.turn) return;
      play.showStatus(play.chainWords());
      this.listHints(report.chain.chains.slice(0, 5).map((chain) => ({
        text: t("hint_line", { equity: signed(chain.equity), depth: depthName(chain),
                              play: join(chain.line.map((part, i) => t("chain_part", { number: play.decision.chain.numbers[i][0], play: part.play })), " · ") }),
        steps: playSteps(chain.line[0].play), take: () => this.take(chain.line) })));
    }, () => turn === play.turn);
  }

  listHints(hints) {
    const { play } = this;
    const list = $("play-hints");
    list.hidden = false;
    list.replaceChildren(...hints.map((hint) => make("li", {
      onmouseenter: () => play.draw(hint.steps), onmouseleave: () => play.draw() },
      hint.text, make("button", { type: "button", onclick: hint.take, onfocus: () => play.draw(hint.steps) }, t("play")))));
    announce(hints.length > 0 ? t("best_hint", { hint: hints[0].text }) : t("nothing_to_suggest"));
    play.draw(hints[0]?.steps);
  }

  take(way) {
    const { play } = this;
    if (play.phase !== "choose") return;
    const move = play.decision.moves.find(({ afterstate }) => afterstate === way[0].afterstate);
    play.queue = way.slice(1);
    if (move) play.play(move, "");
  }
}
