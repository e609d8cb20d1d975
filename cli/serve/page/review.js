// Review: a game decision by decision, what each cost by a look ahead, and whose luck it was.
import { post } from "./api.js";
import { Board } from "./board.js";
import { $, fillSelect, make, say, trying } from "./dom.js";
import { graph, totalsTable } from "./review_figures.js";
import { flipped, playSteps, readPosition, signed } from "./position.js";

const costClass = (cost) => cost < 0.01 ? "c0" : cost < 0.04 ? "c1" : cost < 0.1 ? "c2" : "c3";
const costMark = { c0: "", c1: "?!", c2: "?", c3: "??" };

export class ReviewView {
  constructor(world) {
    this.world = world;
    this.board = new Board($("review-board"), {});
    $("review-form").addEventListener("submit", (event) => { event.preventDefault(); this.read(0); });
    $("review-which").addEventListener("change", () => this.read(Number($("review-which").value)));
    $("review-file").addEventListener("change", async () => {
      const file = $("review-file").files[0];
      if (file) { $("review-text").value = await file.text(); this.read(0); }
    });
    $("review-save").addEventListener("click", () => this.save());
    $("review-plies").addEventListener("change", () => this.judge());
    for (const [id, to] of [["first", () => 0], ["previous", () => this.at - 1], ["next", () => this.at + 1],
                            ["last", () => this.decisions.length - 1], ["worst", () => this.nextMistake()]]) {
      $(`review-${id}`).addEventListener("click", () => this.go(to()));
    }
    $("review").addEventListener("keydown", (event) => {
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      if (event.key === "ArrowLeft") this.go(this.at - 1);
      if (event.key === "ArrowRight") this.go(this.at + 1);
    });
    $("review-analyse").addEventListener("click", () => {
      const decision = this.decisions[this.at];
      world.views.analyse.set(this.game, decision.position, decision.dice);
      world.show("analyse");
    });
    $("review-play").addEventListener("click", () => {
      const decision = this.decisions[this.at];
      world.views.play.playFrom(this.game, decision.position, "you", decision.dice);
    });
    this.decisions = [];
    this.at = 0;
    this.game = world.game("gioul");
    this.names = ["first", "second"];
  }

  shown() { this.draw(); }

  // --- where games come from ---

  // A game of the page itself.
  load(record) {
    const first = record.moves[0].actor;
    this.game = record.game;
    this.names = first === "you" ? ["you", record.opponent] : [record.opponent, "you"];
    this.decisions = record.moves.map((move) => ({
      second: move.actor !== first, position: move.text, dice: move.dice ?? undefined, play: move.play,
      afterstate: move.afterstate, forfeited: move.chain?.forfeited }));
    this.result = this.resultOf(record, first);
    this.custom = record.custom;
    $("review-text").value = this.custom ? "" : this.asText();
    $("review-which-label").hidden = true;
    this.world.show("review");
    this.start();
  }

  resultOf({ ended }, first) {
    if (!ended) return null;
    if (!ended.winner) return "tie";
    return `${ended.winner === first ? "first" : "second"} wins ${ended.points}`;
  }

  async read(which) {
    const text = $("review-text").value;
    await trying(async () => {
      const { games, game } = await post("replay", { text, game: which });
      fillSelect($("review-which"), games.map((head, i) => [`${i}`, `${head.number}: ${head.result}`]), `${which}`);
      $("review-which-label").hidden = games.length < 2;
      this.game = this.world.game(game.variant);
      this.names = game.players.map((player, i) => player || ["first", "second"][i]);
      this.decisions = game.decisions;
      this.result = game.result;
      this.custom = false;
      this.start();
    });
  }

  // As docs/games.md has it, which gioul show and gioul verify read too.
  asText() {
    const lines = ["game 0", `variant ${this.game.name}`, "checkers 15",
                   `first player ${this.names[0]}`, `second player ${this.names[1]}`];
    this.decisions.forEach((decision, i) => {
      lines.push(`${`${i + 1}`.padStart(4)}  ${decision.second ? "second" : "first "}  ${this.demand(decision).padEnd(10)}  ${decision.play}`);
    });
    if (this.result) lines.push(this.result);
    return `${lines.join("\n")}\n`;
  }

  demand(decision) {
    const { owed, forfeit } = readPosition(decision.position);
    if (owed > 0) return `owed ${owed}`;
    if (forfeit > 0) return `forfeit ${forfeit}`;
    return [...decision.dice].sort((a, b) => b - a).join("-");
  }

  save() {
    if (this.decisions.length === 0) return;
    const link = make("a", { href: URL.createObjectURL(new Blob([this.asText()], { type: "text/plain" })), download: `${this.game.name}-game.txt` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  start() {
    this.at = 0;
    this.judge();
  }

  // --- what each decision cost ---

  async judge() {
    for (const decision of this.decisions) { delete decision.cost; delete decision.luck; delete decision.value; }
    this.draw();
    if (!this.game.net || this.decisions.length === 0) return;
    const judging = this.judging = {};
    const plies = Number($("review-plies").value);
    let next = 0;
    const work = async () => {
      while (next < this.decisions.length && judging === this.judging) {
        await this.judgeOne(this.decisions[next++], plies);
        if (judging !== this.judging) return;
        $("review-status").textContent = `Judging: ${next} of ${this.decisions.length}`;
      }
    };
    await trying(() => Promise.all([work(), work(), work()]));
    if (judging === this.judging) this.draw();
    if (judging === this.judging) say("The review is done.");
  }

  async judgeOne(decision, plies) {
    const request = { variant: this.game.name, position: decision.position };
    const report = await post("analyze", { ...request, plies, ...(decision.dice ? { dice: decision.dice } : {}) });
    const made = report.plays.find((play) => play.afterstate === decision.afterstate);
    decision.best = report.plays[0];
    decision.forced = report.plays.length === 1;
    decision.mixed = made && !made.exact && !decision.best.exact && made.plies !== decision.best.plies;
    decision.cost = made ? Math.max(0, decision.best.equity - made.equity) : undefined;
    decision.made = made;
    if (!decision.dice) return;
    const before = await post("analyze", { ...request, plies: 1 });
    const rolled = [...decision.dice].sort((a, b) => b - a).join("-");
    const roll = before.rolls.find(({ dice }) => dice === rolled);
    decision.value = before.value.equity;
    decision.luck = roll.equity - before.value.equity;
  }

  nextMistake() {
    for (let i = this.at + 1; i < this.decisions.length; ++i) {
      if (this.decisions[i].cost >= 0.04) return i;
    }
    return this.at;
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.decisions.length - 1, to));
    this.draw();
    const decision = this.decisions[this.at];
    if (decision) say($("review-status").textContent);
  }

  // --- showing ---

  draw() {
    if ($("review").hidden) return;
    const decision = this.decisions[this.at];
    const empty = !decision;
    for (const id of ["first", "previous", "next", "last", "worst", "analyse", "play", "save"]) $(`review-${id}`).disabled = empty;
    const position = decision ? readPosition(decision.position) : readPosition(this.game.start);
    const second = decision?.second ?? false;
    this.board.draw({ game: this.game, position: second ? flipped(position) : position, you: this.names[0],
                      opponent: this.names[1], dice: decision?.dice ?? null, acts: second ? "opp" : "own",
                      arrows: decision ? playSteps(decision.play) : null });
    $("review-status").textContent = empty ? "Load a record, or press Review after a game." : this.words(decision);
    this.showMoves();
    $("review-graph").replaceChildren(...graph(this.decisions, this.at, (i) => this.go(i)));
    $("review-totals").replaceChildren(totalsTable(this.game, this.decisions, this.names));
  }

  words(decision) {
    const who = this.names[decision.second ? 1 : 0];
    let text = `${this.at + 1}. ${who}, ${this.demand(decision)}: ${decision.play}.`;
    if (decision.forced) text += " Forced.";
    else if (decision.cost !== undefined) {
      text += decision.cost < 0.0005 ? " The best play." :
        ` It cost ${decision.mixed ? "about " : ""}${(1000 * decision.cost).toFixed(0)} millipoints: ${decision.best.play} was better${decision.mixed ? " (looked at deeper)" : ""}.`;
    }
    if (decision.luck !== undefined) text += ` Luck of the roll ${signed(decision.luck)}.`;
    return text;
  }

  showMoves() {
    const list = $("review-moves");
    list.replaceChildren(...this.decisions.map((decision, i) => {
      const kind = decision.cost === undefined || decision.forced ? null : costClass(decision.cost);
      const cost = kind === null ? "" : `${(1000 * decision.cost).toFixed(0)} ${costMark[kind]}`;
      return make("li", {}, make("button", { type: "button", "aria-current": i === this.at ? "step" : null, onclick: () => this.go(i) },
        make("span", {}, `${i + 1} ${decision.second ? "2nd" : "1st"}`), make("span", { class: "dice" }, this.demand(decision)),
        make("span", {}, decision.play), make("span", { class: `cost ${kind ?? ""}` }, cost)));
    }), ...(this.result && this.decisions.length ? [make("li", {}, this.result)] : []));
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.parentElement.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}
