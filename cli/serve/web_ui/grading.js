// Grades the decisions of a game by search, and measures the luck of the rolls.
import { post } from "./api.js";
import { retrying } from "./dom.js";
import { number } from "./language.js";

// Requests the grade of one decision: { position, dice (if any), afterstate }.
export function gradeDecision(game, { position, dice, afterstate }, plies, luck = false) {
  return post("judge", { variant: game.name, position, afterstate, plies, ...(dice ? { dice, luck } : {}) });
}

// Grades three decisions at a time while `wanted()`, and calls `onGraded(count)` after each with
// the number graded so far. Resolves to true when all are graded.
export async function gradeAll(game, decisions, { plies, luck, wanted, onGraded }) {
  let next = 0, done = 0;
  const work = async () => {
    while (next < decisions.length && wanted()) {
      const decision = decisions[next++];
      const found = await retrying(() => gradeDecision(game, decision, plies, luck), wanted);
      if (!wanted()) return;
      const { best, cost, forced, mixed_depths: mixed, luck: given, value } = found ?? {};
      Object.assign(decision, { best, cost, forced, mixed, luck: given, value });
      onGraded?.(++done);
    }
  };
  await Promise.all([work(), work(), work()]);
  return wanted();
}

// Returns the loss in decisions with a choice: their number, points, and points per decision.
export function lossTotals(decisions) {
  const judged = decisions.filter(({ cost, forced }) => cost !== undefined && !forced);
  const points = judged.reduce((sum, { cost }) => sum + cost, 0);
  return { count: judged.length, points, rate: points / judged.length };
}

export const millipoints = (cost) => number(1000 * cost);
