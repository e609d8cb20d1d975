// Entering a play: move by move with clicks, keys or drags, or as text.
import { rollDice } from "./api.js";
import { $, motionPause, announce } from "./dom.js";
import { join, t } from "./language.js";
import { placeName, parseDice } from "./position.js";
import { playCheckerSounds } from "./sound.js";

export class PlayInput {
  constructor(play) { this.play = play; }

  // A click, or Enter, which also rolls and confirms the play.
  press(place, isKey) {
    const { play } = this;
    if (isKey && play.phase === "roll") return play.roll(rollDice());
    if (isKey && play.phase === "choose" && play.entry.isFull) return play.done();
    if (isKey && play.phase === "forfeit") return play.playback.confirm();
    return this.makeMove(() => play.entry.tap(place, play.dice), { from: place, slides: true });
  }

  // Says why a checker cannot be moved.
  explain(from, to) {
    const { play } = this;
    play.draw();
    const why = play.phase === "choose" ? play.entry.whyNot(from, to) : play.phase === "roll" ? t("roll_first")
      : play.isRunning && play.actor === "opponent" ? t("not_your_turn") : null;
    if (!why) return;
    play.showStatus(why);
    play.board.shake(from);
  }

  // Runs `move()`, which makes a checker move if it can, else says why not. The checker slides
  // unless it was dragged.
  makeMove(move, { from, to, slides = false }) {
    const { play } = this;
    if (play.hints.endPreview()) return play.draw();
    const before = play.entry?.made.length;
    if (play.phase !== "choose" || !move()) return this.explain(from, to);
    play.save();
    const made = play.entry.made.slice(before);
    if (slides) play.toAnimate = { actor: "you", steps: made };
    else playCheckerSounds([0]);
    const steps = join(made.map(([from, to]) => t("from_to", { from: placeName(from), to: placeName(to) })), t("comma"));
    announce(t(play.entry.completePlay() ? "made_whole" : "made_steps", { steps }));
    play.draw();
    return this.finish();
  }

  // Ends the play automatically, after a moment, if no other move is possible.
  async finish() {
    const { play } = this;
    const { entry } = play;
    const count = entry.made.length;
    if (!entry.isFull || !(entry.isForced || $("play-finish").checked)) return;
    await motionPause(entry.isForced ? 1200 : play.leavesMoves ? 2500 : 600);
    if (entry === play.entry && entry.made.length === count && play.phase === "choose") play.done();
  }

  // Swaps the dice; the first is played first.
  swap() {
    const { play } = this;
    if (play.phase !== "choose" || !play.dice) return;
    play.dice.reverse();
    announce(t("played_first", { die: play.dice[0] }));
    play.save();
    play.draw();
  }

  undo() {
    const { play } = this;
    play.entry?.undo();
    if (play.isRunning) play.save();
    play.draw();
  }

  submitText() {
    const { play } = this;
    const text = $("play-typed").value.trim();
    if (play.phase === "roll") {
      const dice = text === "" ? rollDice() : parseDice(text);
      if (!dice) return play.showStatus(t("no_roll", { text }));
      $("play-typed").value = "";
      return play.roll(dice);
    }
    if (play.phase === "forfeit") return play.playback.confirm();
    if (play.phase !== "choose") return undefined;
    if (text === "" && play.entry.completePlay()) return play.done();
    if (text === "hint" || text === "?") return play.hints.hint();
    const problem = text === "-" && play.entry.completePlay() ? null : play.entry.enterText(text);
    if (problem) {
      play.save();
      play.showStatus(problem);
      return play.draw();
    }
    $("play-typed").value = "";
    return play.done();
  }
}
