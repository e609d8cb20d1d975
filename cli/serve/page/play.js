// Play: a game against any player, decision by decision. The rules are the server's: this asks what
// is lawful, shows it, and sends the position that was chosen back for the next decision.
import { analyseInTime, post, randomSeed, throwDie } from "./api.js";
import { Board } from "./board.js";
import { $, fillSelect, make, say, trying } from "./dom.js";
import { Entry } from "./entry.js";
import { Match } from "./match.js";
import { diceText, playerTitle, readEnding, showMoves, showScore, showStrip } from "./play_panels.js";
import { flipped, playSteps, readPosition, signed } from "./position.js";

const dieOptions = [1, 2, 3, 4, 5, 6].map((n) => [`${n}`, `${n}`]);
const other = (who) => who === "you" ? "opponent" : "you";
const name = (who) => who === "you" ? "You" : "The opponent";
const points = (n) => `${n} point${n === 1 ? "" : "s"}`;

export class PlayView {
  constructor(world) {
    this.world = world;
    this.board = new Board($("play-board"), {
      press: (place) => this.press(place),
      drag: (from, to) => this.move(from, to),
      escape: () => { this.selected = undefined; this.draw(); },
    });
    fillSelect($("play-game"), [...world.games.map((game) => [game.name, game.name]),
                                ...world.matches.map((match) => [match.name, `${match.name} (${match.games.join(", ")})`])], "gioul");
    for (const id of ["play-die1", "play-die2"]) fillSelect($(id), dieOptions, "1");
    $("play-game").addEventListener("change", () => this.listOpponents());
    this.listOpponents();
    $("play-setup").addEventListener("submit", (event) => { event.preventDefault(); this.begin(); });
    $("play-typed-form").addEventListener("submit", (event) => { event.preventDefault(); this.typed(); });
    for (const [id, work] of [["roll", () => this.roll([throwDie(), throwDie()])],
                              ["set", () => this.roll([Number($("play-die1").value), Number($("play-die2").value)])],
                              ["done", () => this.done()], ["undo", () => this.undo()],
                              ["hint", () => this.hint()], ["chains", () => this.chains()],
                              ["back", () => this.takeBack()], ["give-up", () => this.giveUp()],
                              ["review", () => this.world.views.review.load(this.record())],
                              ["to-analysis", () => this.analyse()]]) {
      $(`play-${id}`).addEventListener("click", work);
    }
    this.phase = "idle";
    this.game = world.game("gioul");
    this.text = this.game.start;
    this.actor = "you";
    this.history = [];
    this.turn = 0;  // of what is asked: answers to what is past are dropped
    this.draw();
  }

  shown() { this.draw(); }

  gamesOf(choice) {
    const match = this.world.matches.find(({ name: title }) => title === choice);
    return (match ? match.games : [choice]).map((title) => this.world.game(title));
  }

  listOpponents() {
    const games = this.gamesOf($("play-game").value);
    const usual = games.length === 1 ? games[0].player : "";
    const common = this.world.players[games[0].name].filter(
      (player) => games.every((game) => this.world.players[game.name].includes(player)));
    const names = games.length > 1 ? ["", ...common] : common;
    fillSelect($("play-opponent"), names.map((player) => [player, player ? playerTitle(player) : "best of each game"]), usual);
  }

  // --- the course of a game ---

  begin() {
    const games = this.gamesOf($("play-game").value);
    const length = Number($("play-length").value);
    this.match = new Match(games, length);
    this.opponent = $("play-opponent").value;
    this.nextGame();
  }

  nextGame() {
    this.game = this.match.game;
    const dice = this.match.contest();
    const begun = dice ? `You throw ${dice[0]}, the opponent ${dice[1]}: ` : "";
    this.moves = [];
    this.custom = false;
    this.enter(this.game.start, this.match.starter, `${begun}${this.match.starter === "you" ? "you begin." : "the opponent begins."}`);
  }

  // Goes on from any position, which the player to act sees so.
  playFrom(game, text, actor, dice) {
    this.match = new Match([game], 1);
    this.match.starter = actor;
    this.opponent = this.world.players[game.name].includes($("play-opponent").value) ? $("play-opponent").value : game.player;
    this.game = game;
    this.moves = [];
    this.custom = true;
    this.world.show("play");
    this.enter(text, actor, "Playing on from here.", dice);
  }

  enter(text, actor, said, dice = null) {
    this.history = [];
    this.lastArrows = null;
    return this.decide(text, actor, said, dice);
  }

  get player() { return this.opponent || this.game.player; }

  async decide(text, actor, said = "", dice = null) {
    const turn = ++this.turn;
    Object.assign(this, { text, actor, dice, entry: null, decision: null, selected: undefined, queue: this.queue ?? [] });
    $("play-hints").hidden = true;
    const pending = readPosition(text);
    const isPending = pending.owed > 0 || pending.forfeit > 0;
    if (!isPending && !dice) {
      if (actor === "opponent" || $("play-auto").checked) {
        this.dice = [throwDie(), throwDie()];
      } else {
        this.phase = "roll";
        this.tellStatus(said, "Roll the dice.");
        this.draw();
        return;
      }
    }
    this.phase = "asking";
    this.draw();
    const request = { variant: this.game.name, position: text };
    if (!isPending) request.dice = this.dice;
    this.request = request;
    await trying(async () => {
      const decision = await post("moves", request);
      if (turn !== this.turn) return;
      this.decision = decision;
      const what = isPending ? "" : `${name(actor)} ${actor === "you" ? "roll" : "rolls"} ${diceText(this.dice)}. `;
      if (actor === "you") this.askPerson(`${said} ${what}`);
      else await this.askOpponent(turn, `${said} ${what}`);
    });
  }

  askPerson(said) {
    this.phase = "choose";
    this.entry = new Entry(this.game, this.decision);
    const queued = this.queue.shift();
    const planned = queued && this.decision.moves.find((move) => move.afterstate === queued.afterstate);
    if (planned) return this.play(planned, said);
    this.queue = [];
    if (this.entry.isForced) this.tellStatus(said, "You have no lawful move: press Done.");
    else this.tellStatus(said, this.decision.chain ? this.chainWords() : "Your play.");
    this.draw();
    return undefined;
  }

  async askOpponent(turn, said) {
    this.phase = "thinking";
    this.tellStatus(said, "The opponent thinks…");
    this.draw();
    const choice = await post("choose", { ...this.request, player: this.player, seed: randomSeed() });
    if (turn !== this.turn) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    await new Promise((wake) => setTimeout(wake, calm ? 0 : 350));
    if (turn !== this.turn) return;
    this.play(this.decision.moves.find((move) => move.afterstate === choice.afterstate), "");
  }

  // A move of the decision is made, by whoever acts.
  play(move, said) {
    const { actor, text, dice, decision } = this;
    const chain = decision.chain;
    this.history.push({ actor, text, dice, moves: this.moves.length, arrows: this.lastArrows });
    this.moves.push({ actor, text, dice, chain, play: move.play, afterstate: move.afterstate });
    this.lastArrows = { actor, steps: playSteps(move.play) };
    const forfeited = readEnding(move.afterstate) ? 0 : readPosition(move.afterstate).forfeit;
    const lost = forfeited > 0 && !decision.acts_again ? ` ${forfeited} checker moves are forfeited to ${other(actor) === "you" ? "you" : "the opponent"}.` : "";
    const told = move.play === "-" ? `${name(actor)} can't move.` : `${name(actor)} played ${move.play}.`;
    const ending = readEnding(move.afterstate);
    if (ending) return this.end(ending.points === 0 ? null : actor, ending.points, told);
    const next = decision.acts_again ? actor : other(actor);
    if (next !== actor) this.queue = [];
    return this.decide(move.afterstate, next, `${said} ${actor === "opponent" || lost ? told + lost : ""}`.trim());
  }

  end(winner, won, told) {
    ++this.turn;
    this.phase = "over";
    this.winner = winner;
    this.won = won;
    this.match.end(winner, won);
    const result = winner ? `${name(winner)} ${winner === "you" ? "win" : "wins"} ${points(won)}.` : "The game is a tie.";
    const over = this.match.isOver || this.match.target <= 1;
    this.tellStatus(told, `${result}${over && this.match.target > 1 ? " The match is over." : ""}`);
    this.draw();
  }

  roll(dice) {
    if (this.phase === "roll") this.decide(this.text, this.actor, "", dice);
  }

  // --- entering a play ---

  press(place) {
    if (this.phase !== "choose" || !this.entry) return;
    if (this.selected === undefined) {
      if (this.entry.sources().has(place)) this.selected = place;
    } else if (place === this.selected || !this.entry.targets(this.selected).has(place)) {
      this.selected = place !== this.selected && this.entry.sources().has(place) ? place : undefined;
    } else {
      return this.move(this.selected, place);
    }
    if (this.selected !== undefined) {
      const to = [...this.entry.targets(this.selected)].map((at) => at === 0 ? "off" : at);
      say(`From ${place}. It can go to ${to.join(", ")}.`);
    }
    return this.draw();
  }

  move(from, to) {
    if (this.phase !== "choose" || !this.entry?.move(from, to)) return this.draw();
    this.selected = undefined;
    const whole = this.entry.whole();
    say(`${from === 25 ? "bar" : from} to ${to === 0 ? "off" : to}.${whole ? " The play is whole: press Done." : ""}`);
    return this.draw();
  }

  undo() {
    this.entry?.undo();
    this.selected = undefined;
    this.draw();
  }

  done() {
    if (this.phase === "over") {
      if (this.match.isOver || this.match.target <= 1) return this.begin();
      this.match.number += 1;
      return this.nextGame();
    }
    const move = this.phase === "choose" && this.entry.whole();
    return move ? this.play(move, "") : undefined;
  }

  typed() {
    const text = $("play-typed").value.trim();
    if (this.phase === "over") return this.done();
    if (this.phase === "roll") {
      const dice = /^([1-6])\D?([1-6])$/.exec(text);
      $("play-typed").value = "";
      if (dice) return this.roll([Number(dice[1]), Number(dice[2])]);
      return this.roll([throwDie(), throwDie()]);
    }
    if (this.phase !== "choose") return undefined;
    if (text === "" && this.entry.whole()) return this.done();
    if (text === "hint" || text === "?") return this.hint();
    const problem = text === "-" && this.entry.whole() ? null : this.entry.type(text);
    if (problem) {
      this.tellStatus("", problem);
      return undefined;
    }
    $("play-typed").value = "";
    return this.done();
  }

  // --- help ---

  async hint() {
    if (this.phase !== "choose") return;
    const turn = this.turn;
    await trying(async () => {
      say("Thinking about a hint.");
      const report = await post("analyze", { ...this.request, plies: 2 });
      if (turn !== this.turn) return;
      this.listHints(report.plays.slice(0, 3).map((play) => ({
        text: `${signed(play.equity)} (${play.exact ? "exact" : `${play.plies} plies`}): ${play.play}`,
        steps: playSteps(play.play), take: () => this.take([play]) })));
    });
  }

  async chains() {
    if (this.phase !== "choose") return;
    const turn = this.turn;
    await trying(async () => {
      this.tellStatus("Looking at all ways to play the chain…");
      const report = await analyseInTime({ ...this.request, plies: 1, chain: "full" });
      if (turn !== this.turn) return;
      this.tellStatus(this.chainWords());
      this.listHints(report.chain.chains.slice(0, 5).map((chain) => ({
        text: `${signed(chain.equity)} (${chain.plies} ${chain.plies === 1 ? "ply" : "plies"}): ${chain.way.map((part, i) => `${this.decision.chain.numbers[i][0]}’s ${part.play}`).join(" · ")}`,
        steps: playSteps(chain.way[0].play), take: () => this.take(chain.way) })));
    });
  }

  listHints(hints) {
    const list = $("play-hints");
    list.hidden = false;
    list.replaceChildren(...hints.map((hint) => make("li", {
      onmouseenter: () => this.draw(hint.steps), onmouseleave: () => this.draw() },
      hint.text, make("button", { type: "button", onclick: hint.take, onfocus: () => this.draw(hint.steps) }, "Play"))));
    say(hints.length > 0 ? `Best: ${hints[0].text}` : "There is nothing to suggest.");
    this.draw(hints[0]?.steps);
  }

  take(way) {
    if (this.phase !== "choose") return;
    const move = this.decision.moves.find(({ afterstate }) => afterstate === way[0].afterstate);
    this.queue = way.slice(1);
    if (move) this.play(move, "");
  }

  takeBack() {
    let last;
    if (this.phase === "over" && this.winner) this.match.score[this.winner === "you" ? 0 : 1] -= this.won;
    while ((last = this.history.pop()) && last.actor !== "you");
    if (!last) return;
    this.moves.length = last.moves;
    this.lastArrows = last.arrows;
    this.queue = [];
    this.decide(last.text, last.actor, "Taken back.", last.dice);
  }

  giveUp() {
    if (this.phase === "idle" || this.phase === "over") return;
    const position = readPosition(this.text);
    const yours = this.actor === "you" ? position.own : position.opp;
    this.end("opponent", yours[0] === 0 ? 2 : 1, "You give up.");
  }

  analyse() {
    this.world.views.analyse.set(this.game, this.text, this.dice);
    this.world.show("analyse");
  }

  // The game so far, as other views and files have it.
  record() {
    return { game: this.game, custom: this.custom, moves: this.moves,
             ended: this.phase === "over" ? { winner: this.winner, points: this.won } : null,
             you: "you", opponent: this.player, score: [...this.match?.score ?? [0, 0]] };
  }

  // --- showing ---

  tellStatus(...parts) {
    const text = parts.map((part) => part.trim()).filter(Boolean).join(" ");
    $("play-status").textContent = text;
    say(text);
  }

  chainWords() {
    const { numbers, forfeited } = this.decision.chain;
    const [number, left] = numbers[0];
    return `${forfeited ? "You play what the opponent forfeited" : "Your chain"}: ${left} × ${number} now.`;
  }

  draw(hint) {
    if ($("play").hidden) return;
    const acting = this.entry?.position ?? readPosition(this.text);
    const own = this.actor === "you";
    const choosing = this.phase === "choose";
    let position = own ? acting : flipped(acting);
    if (this.phase === "over") position = this.finalPosition() ?? position;
    this.board.draw({
      game: this.game, position, dark: $("play-colour").value === "dark", you: "you",
      opponent: playerTitle(this.player), dice: this.dice, acts: this.dice && !own ? "opp" : "own",
      sources: choosing ? this.entry.sources() : null,
      targets: choosing && this.selected !== undefined ? this.entry.targets(this.selected) : null,
      selected: this.selected, last: this.entry?.made.length ? null : this.lastArrows,
      arrows: hint ?? null });
    showStrip(this);
    const idle = this.phase === "idle";
    $("play-score-card").hidden = $("play-moves-card").hidden = idle;
    $("play-roll").hidden = $("play-dice-choice").hidden = this.phase !== "roll";
    $("play-done").hidden = !(choosing || this.phase === "over");
    $("play-done").textContent = this.phase === "over" ? (this.match.isOver || this.match.target <= 1 ? "Play again" : "Next game") : "Done";
    $("play-done").disabled = choosing && !this.entry.whole();
    $("play-undo").hidden = !choosing;
    $("play-undo").disabled = !this.entry?.made.length;
    $("play-typed-form").hidden = idle;
    $("play-hint").disabled = !choosing || !this.game.net;
    $("play-chains").disabled = !choosing || !this.decision?.chain || !this.game.net;
    $("play-back").disabled = !this.history.some(({ actor }) => actor === "you");
    $("play-give-up").disabled = idle || this.phase === "over";
    $("play-review").disabled = !(this.moves?.length > 0);
    if (idle) $("play-status").textContent = "Choose a game and press Start.";
    showScore(this);
    showMoves(this);
    this.keepFocus();
  }

  // Whoever plays by keyboard is led on where the button that he pressed has gone.
  keepFocus() {
    const active = document.activeElement;
    if (active !== document.body && active?.offsetParent !== null) return;
    if (this.phase === "roll") $("play-roll").focus({ preventScroll: true });
    if (this.phase === "over") $("play-done").focus({ preventScroll: true });
    if (this.phase === "choose" && this.entry.isForced) $("play-done").focus({ preventScroll: true });
    else if (this.phase === "choose") this.board.focus([...this.entry.sources()][0] ?? this.board.at);
  }

  // The board after the last play: the one before it with the checkers moved.
  finalPosition() {
    if (!this.entry && !this.moves?.length) return null;
    const last = this.moves[this.moves.length - 1];
    if (!last || !readEnding(last.afterstate)) return null;
    const before = readPosition(last.text);
    for (const [from, to] of playSteps(last.play)) { before.own[from] -= 1; before.own[to] += 1; }
    return last.actor === "you" ? before : flipped(before);
  }
}
