// A match between you and an opponent: games, starter, score. The API determines the points of each
// game.
import { rollDie } from "./api.js";

export class Match {
  // `games` are played in turn; target 1: a single game.
  constructor(games, target) {
    this.games = games;
    this.target = target;
    this.score = [0, 0];  // yours, the opponent's
    this.number = 0;      // of the current game
    this.starter = null;
  }

  get game() { return this.games[this.number % this.games.length]; }
  // True if another game follows.
  get goesOn() { return this.target > 1 && !this.isOver; }
  get isOver() { return this.score.some((points) => points >= this.target); }

  // Rolls for the first move of the first game; later the winner of the last game starts.
  openingRoll() {
    if (this.starter) return null;
    const dice = [rollDie(), rollDie()];
    while (dice[0] === dice[1]) dice[1] = rollDie();
    this.starter = dice[0] > dice[1] ? "you" : "opponent";
    return dice;
  }

  // Converts to plain data for storage, and back.
  get state() { return { ...this, games: this.games.map(({ name }) => name) }; }
  static from(state, game) { return Object.assign(new Match(state.games.map(game), state.target), { ...state, games: state.games.map(game) }); }

  // After a tie the same player starts again.
  end(winner, points) {
    if (!winner) return;
    this.score[winner === "you" ? 0 : 1] += points;
    this.starter = winner;
  }

  // Takes back the end of a game that `starter` started.
  takeBack(winner, points, starter) {
    if (winner) this.score[winner === "you" ? 0 : 1] -= points;
    this.starter = starter;
  }
}
