// The Play view: a game against any player, decision by decision. The server knows the rules: this
// requests the legal plays, shows them and sends the chosen position back.
import { post, randomSeed, rollDice } from "./api.js";
import { Board } from "./board.js";
import { $, confirmed, fillSelect, say, announce, retrying } from "./dom.js";
import { join, reviveMessages, t } from "./language.js";
import { MoveEntry } from "./move_entry.js";
import { lastGame, newGameId, saveGame, watchOtherTabs } from "./storage.js";
import { Match } from "./match.js";
import { showEnd } from "./play_end.js";
import { PlayInput } from "./play_input.js";
import { positionAfter, diceText, forfeitAfter, parseEnding, showButtons, showMoves, showScore, showChainStrip } from "./play_panels.js";
import { Hints } from "./play_hints.js";
import { NewGameForm } from "./play_setup.js";
import { OpponentPlayback } from "./opponent_playback.js";
import { levelOfPlayer, playerForLevel, playerTitle } from "./players.js";
import { Progress } from "./progress.js";
import { listGames } from "./saved_games.js";
import { playCheckerSounds, playDiceSound, playEndSound } from "./sound.js";
import { flipped, parsePlay, parsePosition } from "./position.js";

const dieOptions = [1, 2, 3, 4, 5, 6].map((n) => [`${n}`, `${n}`]);
const other = (who) => who === "you" ? "opponent" : "you";
const points = (n) => t("points", { n });

export class PlayView {
  constructor(world) {
    this.world = world;
    this.board = new Board($("play-board"), {
      press: (place, event) => this.input.press(place, event.type === "keydown"),
      drag: (from, to) => this.input.makeMove(() => this.entry.move(from, to), { from, to }),
      targets: (from) => this.entry.targets(from),
      undo: () => this.input.undo(),
      swap: () => this.input.swap(),
    });
    for (const id of ["play-die1", "play-die2"]) fillSelect($(id), dieOptions, "1");
    this.newGame = new NewGameForm(world, { changed: () => this.onChoiceChanged(), start: () => this.start() });
    $("play-typed-form").addEventListener("submit", (event) => { event.preventDefault(); this.input.submitText(); });
    for (const [id, work] of [["roll", () => this.roll(rollDice())],
                              ["set", () => this.roll([Number($("play-die1").value), Number($("play-die2").value)])],
                              ["done", () => this.done()], ["undo", () => this.input.undo()],
                              ["hint", () => this.hints.hint()], ["chains", () => this.hints.chains()],
                              ["back", () => this.takeBack()], ["give-up", () => this.giveUp()],
                              ["review", () => this.world.views.review.load(this.state)],
                              ["to-analysis", () => this.analyse()],
                              ["rules", () => this.world.views.rules.show(this.game.name)]]) {
      $(`play-${id}`).addEventListener("click", work);
    }
    this.playback = new OpponentPlayback(this);
    this.hints = new Hints(this);
    this.progress = new Progress();
    this.input = new PlayInput(this);
    this.phase = "idle";
    this.onChoiceChanged();
    this.actor = "you";
    this.moves = [];
    this.turn = 0;  // counts requests, so that late answers are dropped
    watchOtherTabs((game) => this.restore(game));
    const last = lastGame();
    if (last && world.game(last.game)) this.restore(last);
    else this.draw();
  }

  shown() {
    this.draw();
    this.showProgress();
  }

  // Shows the stored games and what they say.
  showProgress() {
    $("play-yours").hidden = listGames($("play-kept"), this.world.views) === 0;
    this.progress.draw();
    this.newGame.describe();
  }

  // A choice in the form has changed; before a game, the board shows its start.
  onChoiceChanged() {
    if (this.phase === "idle") {
      this.game = this.newGame.games[0];
      this.text = this.game.start;
      this.opponent = this.newGame.opponent;
    }
    this.draw();
  }

  // Selects a variant in the form, and brings Start into sight.
  preselect(name) {
    this.world.show("play");
    $("play-new").open = true;
    $("play-game").value = name;
    $("play-game").dispatchEvent(new Event("change", { bubbles: true }));
    $("play-start").scrollIntoView({ block: "nearest" });
  }

  // --- The course of a game ---

  get isRunning() { return this.phase !== "idle" && this.phase !== "over"; }

  // Resolves to true if the current game may be abandoned; asks if necessary.
  async leave() {
    return !this.isRunning || this.moves.length === 0 ||
      confirmed(t("end_game"), t("end_it"), t("play_on"));
  }

  async start() {
    if (await this.leave()) this.begin();
  }

  begin() {
    this.match = new Match(this.newGame.games, this.newGame.length);
    this.opponent = this.newGame.opponent;
    this.nextGame();
  }

  nextGame() {
    this.game = this.match.game;
    const dice = this.match.openingRoll();
    const begins = `${this.match.starter}_begin`;
    this.enter(this.game.start, this.match.starter, dice ? t(`${begins}_by_roll`, { yours: dice[0], theirs: dice[1] }) : t(begins));
  }

  // Starts at any position, given from the view of the player to move.
  async playFrom(game, text, actor, dice) {
    parsePosition(text);
    if (!(await this.leave())) return;
    this.match = new Match([game], 1);
    this.match.starter = actor;
    this.opponent = game.name === $("play-game").value ? this.newGame.opponent : game.player;
    this.game = game;
    this.world.show("play");
    this.enter(text, actor, t("playing_on"), dice);
  }

  enter(text, actor, said, dice = null) {
    this.id = newGameId();
    this.scrollToBoard();
    this.starter = this.match.starter;
    this.moves = [];
    this.queue = [];
    this.lastArrows = this.toAnimate = this.winner = this.won = null;
    return this.decide(text, actor, said, dice);
  }

  // Closes the form and scrolls to the board.
  scrollToBoard() {
    $("play-new").open = false;
    $("play").querySelector(".side").scrollTop = 0;
    scrollTo(0, 0);
  }

  // The stored state of a game: it survives a reload, and other views can show it.
  get state() {
    const { id, player, opponent, match, starter, moves, queue, text, actor, dice, said, winner, won } = this;
    const over = this.phase === "over";
    return { id, game: this.game.name, player, opponent, match: match.state, starter, moves, queue, text, actor, dice,
             said, made: this.entry?.made ?? [], ended: over ? { winner, points: won } : null, goesOn: !over || match.goesOn };
  }
  save() { saveGame(this.state); }

  async restore(saved) {
    const { ended, match, text, actor, dice, made } = saved, said = reviveMessages(saved.said);
    const game = this.world.game(saved.game);
    Object.assign(this, { id: saved.id, opponent: saved.opponent, starter: saved.starter, moves: saved.moves,
                          queue: saved.queue, game, text, actor, dice, said, entry: null, decision: null,
                          match: Match.from(match, (name) => this.world.game(name)),
                          winner: ended?.winner, won: ended?.points });
    this.lastArrows = this.arrowsBefore(this.moves.length);
    this.scrollToBoard();
    if (!ended) {
      await this.decide(text, actor, said, dice, made);
      return;
    }
    ++this.turn;
    this.phase = "over";
    this.showOver();
  }

  showOver() {
    this.showStatus(this.said);
    this.draw();
    showEnd(this, (at) => this.world.views.review.load(this.state, at));
  }

  // Continues a stored game instead of the current one.
  async resumeGame(saved) {
    if (saved.id !== this.id && !(await this.leave())) return;
    this.world.show("play");
    if (saved.id !== this.id) await this.restore(saved);
  }

  // Returns the arrows of the play that led to a decision.
  arrowsBefore(count) {
    const last = this.moves[count - 1];
    return last ? { actor: last.actor, steps: parsePlay(last.play) } : null;
  }

  // True if the entered play passes moves of a chain to the opponent.
  get leavesMoves() {
    const whole = this.entry?.completePlay();
    return Boolean(whole) && !this.decision.acts_again && forfeitAfter(whole.afterstate) > 0;
  }

  // Returns the opponent in this game; a level may be another player in each game of a match.
  get player() {
    const level = levelOfPlayer(this.opponent);
    return level ? playerForLevel(level, this.game.name) : this.opponent || this.game.player;
  }

  async decide(text, actor, said = "", dice = null, made = []) {
    const turn = ++this.turn;
    const forfeited = this.forfeitedToShow;
    this.forfeitedToShow = 0;
    Object.assign(this, { text, actor, dice, said, entry: null, decision: null });
    this.hints.clear();
    const pending = parsePosition(text);
    const isPending = pending.owed > 0 || pending.forfeit > 0;
    if (!isPending && !dice) {
      if (actor === "opponent" || $("play-auto").checked) {
        this.dice = rollDice();
      } else {
        this.phase = "roll";
        this.save();
        this.showStatus(said, t("roll_the_dice"));
        this.draw();
        return;
      }
    }
    this.phase = "asking";
    this.save();
    this.draw();
    const request = { variant: this.game.name, position: text };
    if (!isPending) request.dice = this.dice;
    if (!isPending && made.length === 0) playDiceSound();
    this.request = request;
    await retrying(async () => {
      const decision = await post("moves", request);
      if (turn !== this.turn) return;
      this.decision = decision;
      const what = isPending ? "" : t(`${actor}_rolled`, { dice: diceText(this.dice) });
      if (forfeited > 0) {
        this.phase = "forfeit";
        this.showStatus(said);
        this.draw();
        await this.playback.waitForConfirmation();
        if (turn !== this.turn) return;
      }
      if (actor === "you") this.askPerson(join([said, what]), made);
      else await this.askOpponent(turn, join([said, what]));
    }, () => turn === this.turn, { paused: () => this.showStatus(t("waits_for_network")) });
  }

  askPerson(said, made) {
    this.phase = "choose";
    this.entry = new MoveEntry(this.game, this.decision, made);
    const queued = this.queue.shift();
    const planned = queued && this.decision.moves.find((move) => move.afterstate === queued.afterstate);
    if (planned) return this.play(planned, said);
    this.queue = [];
    if (this.entry.isForced) this.showStatus(said, t("no_legal_move"));
    else this.showStatus(said, this.decision.chain ? this.chainWords() : t("your_play"));
    this.draw();
    return void this.input.finish();
  }

  async askOpponent(turn, said) {
    this.phase = "thinking";
    this.showStatus(said, t("opponent_thinks"));
    this.draw();
    const choice = await post("choose", { ...this.request, player: this.player, seed: randomSeed() });
    if (turn !== this.turn) return;
    await this.playback.waitForTurn();
    if (turn !== this.turn) return;
    this.play(this.decision.moves.find((move) => move.afterstate === choice.afterstate), "");
  }

  // Makes the play of a decision, by either player.
  play(move, said) {
    const { actor, text, dice, decision } = this;
    this.moves.push({ actor, position: text, dice, forfeited: decision.chain?.forfeited, play: move.play, afterstate: move.afterstate });
    this.lastArrows = { actor, steps: parsePlay(move.play) };
    // The user's own checkers have already moved.
    if (actor === "opponent" || !this.entry?.made.length) this.toAnimate = this.lastArrows;
    const forfeited = forfeitAfter(move.afterstate);
    const lost = forfeited > 0 && !decision.acts_again ? t(`passes_to_${other(actor)}`, { n: forfeited }) : "";
    const told = move.play === "-" ? t(`${actor}_cannot_move`) : t(`${actor}_played`, { play: move.play });
    const ending = parseEnding(move.afterstate);
    if (ending) return this.end(ending.points === 0 ? null : actor, ending.points, told);
    const next = decision.acts_again ? actor : other(actor);
    this.forfeitedToShow = next === "you" && actor === "opponent" ? forfeited : 0;
    if (next !== actor) this.queue = [];
    return this.decide(move.afterstate, next, join([said, ...(actor === "opponent" || lost || move.play === "-" ? [told, lost] : [])]));
  }

  end(winner, won, told) {
    ++this.turn;
    this.phase = "over";
    playEndSound(winner === "you");
    this.winner = winner;
    this.won = won;
    this.match.end(winner, won);
    const result = winner ? t(`${winner}_won`, { points: points(won) }) : t("game_is_tie");
    this.entry = null;
    this.said = join([told, result, this.match.target > 1 && this.match.isOver ? t("match_over") : ""]);
    this.save();
    this.showOver();
  }

  roll(dice) {
    if (this.phase === "roll") this.decide(this.text, this.actor, "", dice.sort((a, b) => b - a));
  }

  // --- Undo and end ---

  done() {
    if (this.phase === "over") {
      if (this.match.goesOn) this.match.number += 1;
      else this.match = new Match(this.match.games, this.match.target);
      return this.nextGame();
    }
    const move = this.phase === "choose" && this.entry.completePlay();
    return move ? this.play(move, "") : undefined;
  }

  takeBack() {
    const at = this.moves.findLastIndex(({ actor }) => actor === "you");
    if (at < 0) return;
    if (this.phase === "over") this.match.takeBack(this.winner, this.won, this.starter);
    const { position, actor, dice } = this.moves[at];
    this.moves.length = at;
    this.lastArrows = this.arrowsBefore(at);
    this.queue = [];
    this.decide(position, actor, t("taken_back"), dice);
  }

  async giveUp() {
    if (!this.isRunning) return;
    const position = parsePosition(this.text);
    const yours = this.actor === "you" ? position.own : position.opp;
    const lost = yours[0] === 0 ? 2 : 1;
    if (!(await confirmed(t("resign_question", { points: points(lost) }), t("resign"), t("play_on"))) || !this.isRunning) return;
    this.end("opponent", lost, t("you_resigned"));
  }

  analyse() {
    this.world.views.analyse.set(this.game, this.text, this.dice);
    this.world.show("analyse");
  }

  // --- Display ---

  showStatus(...parts) {
    this.status = join(parts);
    say($("play-status"), this.status);
    announce(this.status);
  }

  chainWords() {
    const { numbers, forfeited } = this.decision.chain;
    const [number, left] = numbers[0];
    return t(forfeited ? "forfeited_now" : "chain_now", { left, number });
  }

  // Returns names and colors of both sides.
  get sides() {
    return { game: this.game, dark: $("play-colour").value === "dark", you: t("you"), opponent: playerTitle(this.player) };
  }

  draw(hint) {
    if ($("play").hidden) return;
    const acting = this.entry?.position ?? parsePosition(this.text);
    const own = this.actor === "you";
    const choosing = this.phase === "choose";
    let position = own ? acting : flipped(acting);
    const last = this.moves.at(-1);
    if (this.phase === "over" && last && parseEnding(last.afterstate)) {
      const after = positionAfter(this.game, last);
      position = last.actor === "you" ? after : flipped(after);
    }
    const animation = this.toAnimate;
    this.toAnimate = null;
    this.board.draw({
      ...this.sides, position, dice: this.dice, acts: this.dice && !own ? "opp" : "own",
      animation: animation && { side: animation.actor === "you" ? "own" : "opp", steps: animation.steps, pace: this.playback.pace },
      sources: choosing ? this.entry.sources() : null,
      left: choosing && this.dice ? this.entry.remainingDice(this.dice) : null, canSwap: choosing && this.entry.made.length === 0,
      last: this.entry?.made.length ? null : this.lastArrows,
      arrows: hint ?? null });
    if (animation) playCheckerSounds(this.board.animation.arrivalTimes);
    showChainStrip(this);
    this.playback.draw();
    showButtons(this);
    showScore(this);
    showMoves(this);
    this.keepFocus();
  }

  // Moves the keyboard focus on when the button that had it disappears.
  keepFocus() {
    const active = document.activeElement;
    if (active !== document.body && active?.offsetParent !== null) return;
    const isChoice = this.phase === "choose" && !this.entry.isForced;
    if (isChoice) return this.board.focus([...this.entry.sources()][0] ?? this.board.at);
    const button = { roll: "roll", forfeit: "go-on", over: "done", choose: "done" }[this.phase];
    if (button) $(`play-${button}`).focus({ preventScroll: true });
  }
}
