// A match between you and an opponent: its games, who begins, the score. What a game was won by comes
// from the interface.
import { throwDie } from "./api.js";

export class Match {
  // `games` in turn; target 0: one game that no score is kept of.
  constructor(games, target) {
    this.games = games;
    this.target = target;
    this.score = [0, 0];  // yours, the opponent's
    this.number = 0;      // of the game
    this.starter = null;
  }

  get game() { return this.games[this.number % this.games.length]; }
  // Whether another game follows this one.
  get goesOn() { return this.target > 1 && !this.isOver; }
  get isOver() { return this.score.some((points) => points >= this.target); }

  // Each throws a die, and the higher begins; later the winner of the game before.
  contest() {
    if (this.starter) return null;
    const dice = [throwDie(), throwDie()];
    while (dice[0] === dice[1]) dice[1] = throwDie();
    this.starter = dice[0] > dice[1] ? "you" : "opponent";
    return dice;
  }

  // As plain data, to be kept, and back.
  get state() { return { ...this, games: this.games.map(({ name }) => name) }; }
  static from(state, game) { return Object.assign(new Match(state.games.map(game), state.target), { ...state, games: state.games.map(game) }); }

  // After a tie the same player begins.
  end(winner, points) {
    if (!winner) return;
    this.score[winner === "you" ? 0 : 1] += points;
    this.starter = winner;
  }

  // The end of a game that `starter` began is taken back.
  takeBack(winner, points, starter) {
    if (winner) this.score[winner === "you" ? 0 : 1] -= points;
    this.starter = starter;
  }
}
