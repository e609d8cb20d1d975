// What decisions of a game cost by a look ahead, and whose luck the rolls were.
import { post } from "./api.js";
import { trying } from "./dom.js";

// The decision has the position, the dice if there are any, and the afterstate.
export function judge(game, { position, dice, afterstate }, plies, luck = false) {
  return post("judge", { variant: game.name, position, afterstate, plies, ...(dice ? { dice, luck } : {}) });
}

// Three at a time, for as long as they are wanted. `seen(done)` after each; true when all are.
export async function judgeAll(game, decisions, { plies, luck, wanted, seen }) {
  let next = 0, done = 0;
  const work = async () => {
    while (next < decisions.length && wanted()) {
      const decision = decisions[next++];
      const found = await trying(() => judge(game, decision, plies, luck), wanted);
      if (!wanted()) return;
      const { best, cost, forced, mixed_depths: mixed, luck: given, value } = found ?? {};
      Object.assign(decision, { best, cost, forced, mixed, luck: given, value });
      seen?.(++done);
    }
  };
  await Promise.all([work(), work(), work()]);
  return wanted();
}

// What was lost where there was a choice: of how many decisions, points, and points a decision.
export function lostBy(decisions) {
  const judged = decisions.filter(({ cost, forced }) => cost !== undefined && !forced);
  const points = judged.reduce((sum, { cost }) => sum + cost, 0);
  return { count: judged.length, points, rate: points / judged.length };
}

export const millipoints = (cost) => (1000 * cost).toFixed(0);
