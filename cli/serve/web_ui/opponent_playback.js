// Playback of the opponent's plays: at the chosen pace, paused or repeated. Moves that the user
// forfeits are shown until confirmed.
import { $, motionPause, say, announce } from "./dom.js";
import { join, t } from "./language.js";
import { positionAfter, diceText } from "./play_panels.js";
import { flipped, parsePlay, parsePosition } from "./position.js";

// In ms: the time per place for a moving checker, and the pause after a play.
const kPaces = { slow: [450, 1100], normal: [260, 350], fast: [130, 80] };

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class OpponentPlayback {
  constructor(play) {
    this.play = play;
    this.isPaused = false;
    $("play-pause").addEventListener("click", () => this.pause());
    $("play-again").addEventListener("click", () => this.replay());
    $("play-go-on").addEventListener("click", () => this.confirm());
  }

  get pace() { return kPaces[$("play-pace").value][0]; }
  get pauseAfterPlay() { return kPaces[$("play-pace").value][1]; }

  // Waits until the last play was shown, and as long as the playback is paused.
  async waitForTurn() {
    await motionPause(this.pauseAfterPlay + (this.play.board.animation?.remainingTime ?? 0));
    while (this.isPaused) await new Promise((resolve) => { this.resume = resolve; });
  }

  pause(is = !this.isPaused) {
    this.isPaused = is;
    if (!is) this.resume?.();
    this.play.draw();
  }

  // Waits until the user confirms.
  waitForConfirmation() { return new Promise((resolve) => { this.confirm = resolve; }); }
  confirm() {}

  // The opponent's plays since the user's last.
  get lastTurn() {
    const { moves } = this.play;
    return moves.slice(moves.findLastIndex(({ actor }) => actor === "you") + 1);
  }

  // Replays them, until something else is drawn.
  async replay() {
    const { play, lastTurn } = this;
    const showing = this.showing = {};
    const draw = (move, position, animation) => play.board.draw({ ...play.sides, position: flipped(position), dice: move.dice, acts: "opp", animation });
    announce(t("shown_again"));
    draw(lastTurn[0], parsePosition(lastTurn[0].position));
    await wait(300);
    for (const move of lastTurn) {
      if (showing !== this.showing) break;
      say($("play-status"), t("again", { play: join([...(move.dice ? [diceText(move.dice)] : []), move.play], t("comma")) }));
      draw(move, positionAfter(play.game, move), { side: "opp", steps: parsePlay(move.play), pace: this.pace });
      await wait(this.pauseAfterPlay + 250 + play.board.animation.remainingTime);
    }
    if (showing !== this.showing) return;
    say($("play-status"), play.status);
    play.draw();
  }

  // Updates the buttons.
  draw() {
    const { play } = this;
    this.showing = null;
    const { owed, forfeit } = parsePosition(play.text);
    const inChain = owed > 0 || forfeit > 0 || Boolean(play.decision?.chain);
    $("play-pause").hidden = !(play.isRunning && play.actor === "opponent" && (inChain || this.isPaused));
    say($("play-pause"), t(this.isPaused ? "go_on" : "pause"));
    $("play-go-on").hidden = play.phase !== "forfeit";
    $("play-again").hidden = play.phase === "idle" || play.isRunning && play.actor === "opponent" || this.lastTurn.length === 0;
    $("play-again").disabled = play.entry?.made.length > 0;
  }
}
