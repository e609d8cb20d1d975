// The panels beside the board: the numbers of a chain, the score and the list of plays.
import { $, make, say } from "./dom.js";
import { join, t } from "./language.js";
import { gameTitle } from "./games.js";
import { playerTitle } from "./players.js";
import { mirror, moveChecker, parsePlay, parsePosition } from "./position.js";

export const diceText = (dice) => [...dice].sort((a, b) => b - a).join("-");

// Returns the result if an afterstate ends the game; nothing for a position.
export function parseEnding(afterstate) {
  if (afterstate === "tie") return { points: 0 };
  const win = /^win=(\d)$/.exec(afterstate);
  return win ? { points: Number(win[1]) } : null;
}

// Returns the number of checker moves that a play leaves to the opponent.
export const forfeitAfter = (afterstate) => parseEnding(afterstate) ? 0 : parsePosition(afterstate).forfeit;

// Returns the board after a play, from the view of the player who made it.
export function positionAfter(game, { position: before, play }) {
  const position = parsePosition(before);
  for (const [from, to] of parsePlay(play)) {
    const hits = game.contact === "hit" && to > 0 && position.opp[mirror(game, to)] > 0;
    moveChecker(game, position, [from, to, hits]);
  }
  return position;
}

export function showChainStrip(play) {
  const strip = $("play-strip");
  const chain = play.decision?.chain;
  strip.hidden = !chain || play.phase === "over";
  if (strip.hidden) return;
  const made = play.entry?.made.length ?? 0;
  const boxes = chain.numbers.map(([number, left], i) =>
    make("span", { class: i === 0 ? "number now" : "number" },
         ...[...Array(left).keys()].map((n) =>
           make("span", { class: i === 0 && n < made ? "die done" : "die" }, `${number}`))));
  const whole = play.entry?.completePlay();
  const passed = whole ? forfeitAfter(whole.afterstate) : 0;
  const receiver = play.actor === "you" ? "opponent" : "you";
  let words = t("moves_to_go", { n: chain.owed, left: chain.numbers[0][1], number: chain.numbers[0][0] });
  if (chain.forfeited) words = join([t(`${receiver}_forfeited`), words]);
  const { acts_again: actsAgain, moves } = play.decision;
  if (passed > 0 && !actsAgain) words = t(`chain_ends_to_${receiver}`, { n: passed });
  const willEnd = !chain.forfeited && !actsAgain && moves.every(({ afterstate }) => forfeitAfter(afterstate) > 0);
  if (willEnd && !whole) words = join([words, t(`will_go_to_${receiver}`, { n: forfeitAfter(moves[0].afterstate) })]);
  strip.replaceChildren(...boxes, make("p", {}, words));
}

export function showScore(play) {
  const match = play.match;
  if (!match) { say($("play-score"), t("no_game")); return; }
  const games = match.games.length > 1 ? t("game_number", { number: match.number + 1, game: gameTitle(play.game.name) }) : "";
  const score = t(match.target > 1 ? "match_score" : "game_score",
                  { yours: match.score[0], opponent: playerTitle(play.player), theirs: match.score[1], target: match.target });
  say($("play-score"), join([games, score]));
}

export function showMoves(play) {
  const list = $("play-moves");
  const moves = play.moves ?? [];
  list.replaceChildren(...moves.map((move, i) => make("li", {},
    make("span", {}, t(`move_of_${move.actor}`, { number: i + 1 })),
    make("span", { class: "dice" }, move.dice ? diceText(move.dice) : t(move.forfeited ? "forfeit" : "chain")),
    make("span", {}, move.play))));
  list.scrollTop = list.scrollHeight;
}

// Shows the buttons and cards that fit the state of the game.
export function showButtons(play) {
  const choosing = play.phase === "choose";
  const idle = play.phase === "idle";
  $("play").classList.toggle("idle", idle);
  $("play-score-card").hidden = $("play-moves-card").hidden = idle;
  $("play-roll").hidden = $("play-dice-choice").hidden = play.phase !== "roll";
  $("play-done").hidden = !(choosing || play.phase === "over");
  say($("play-done"), t(play.phase === "over" ? (play.match.goesOn ? "next_game" : "play_again") : "done"));
  $("play-done").disabled = choosing && !play.entry.completePlay();
  $("play-undo").hidden = !choosing;
  $("play-end").hidden = play.phase !== "over";
  $("play-undo").disabled = !play.entry?.made.length;
  $("play-more").hidden = !play.isRunning;
  $("play-back").hidden = $("play-hint").hidden = idle;
  $("play-hint").disabled = !choosing || !play.game.net;
  $("play-chains").hidden = !choosing || !play.decision?.chain || !play.game.net;
  $("play-back").disabled = !play.moves.some(({ actor }) => actor === "you");
  $("play-give-up").disabled = idle || play.phase === "over";
  $("play-review").disabled = !(play.moves.length > 0);
  if (idle) say($("play-status"), t("choose_game"));
}
