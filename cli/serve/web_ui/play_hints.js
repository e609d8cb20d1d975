// Hints during a game: the best plays by search, and whole chains.
import { analyzeInJob, post } from "./api.js";
import { $, make, announce, retrying } from "./dom.js";
import { playSteps, signed } from "./position.js";

export class Hints {
  constructor(play) { this.play = play; }

  async hint() {
    const { play } = this;
    if (play.phase !== "choose") return;
    const turn = play.turn;
    await retrying(async () => {
      announce("Thinking about a hint.");
      const report = await post("analyze", { ...play.request, plies: 2 });
      if (turn !== play.turn) return;
      this.listHints(report.plays.slice(0, 3).map((best) => ({
        text: `${signed(best.equity)} (${best.exact ? "exact" : `${best.plies} plies`}): ${best.play}`,
        steps: playSteps(best.play), take: () => this.take([best]) })));
    }, () => turn === play.turn);
  }

  async chains() {
    const { play } = this;
    if (play.phase !== "choose") return;
    const turn = play.turn;
    await retrying(async () => {
      play.showStatus("Searching all ways to play the chain…");
      const report = await analyzeInJob({ ...play.request, plies: 1, chain: "full" });
      if (turn !== play.turn) return;
      play.showStatus(play.chainWords());
      this.listHints(report.chain.chains.slice(0, 5).map((chain) => ({
        text: `${signed(chain.equity)} (${chain.plies} ${chain.plies === 1 ? "ply" : "plies"}): ${chain.line.map((part, i) => `${play.decision.chain.numbers[i][0]}’s ${part.play}`).join(" · ")}`,
        steps: playSteps(chain.line[0].play), take: () => this.take(chain.line) })));
    }, () => turn === play.turn);
  }

  listHints(hints) {
    const { play } = this;
    const list = $("play-hints");
    list.hidden = false;
    list.replaceChildren(...hints.map((hint) => make("li", {
      onmouseenter: () => play.draw(hint.steps), onmouseleave: () => play.draw() },
      hint.text, make("button", { type: "button", onclick: hint.take, onfocus: () => play.draw(hint.steps) }, "Play"))));
    announce(hints.length > 0 ? `Best: ${hints[0].text}` : "There is nothing to suggest.");
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
