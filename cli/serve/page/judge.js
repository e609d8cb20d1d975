// What decisions of a game cost by a look ahead, and whose luck the rolls were.
import { post } from "./api.js";
import { trying } from "./dom.js";

async function judge(game, decision, plies) {
  const { position, dice } = decision;
  const report = await post("analyze", { variant: game.name, position, plies, ...(dice ? { dice } : {}) });
  const made = report.plays.find((play) => play.afterstate === decision.afterstate);
  const best = report.plays[0];
  return { best, forced: report.plays.length === 1,
           mixed: made && !made.exact && !best.exact && made.plies !== best.plies,
           cost: made ? Math.max(0, best.equity - made.equity) : undefined };
}

// What the best play of the roll is worth, less the mean of all.
async function luckOf(game, { position, dice }) {
  const before = await post("analyze", { variant: game.name, position, plies: 1 });
  const rolled = [...dice].sort((a, b) => b - a).join("-");
  const value = before.value.equity;
  return { value, luck: before.rolls.find((roll) => roll.dice === rolled).equity - value };
}

// Three at a time, for as long as they are wanted. `seen(done)` after each; true when all are.
export async function judgeAll(game, decisions, { plies, luck, wanted, seen }) {
  let next = 0, done = 0;
  const work = async () => {
    while (next < decisions.length && wanted()) {
      const decision = decisions[next++];
      const found = await trying(async () => ({ ...(await judge(game, decision, plies)),
                                                ...(luck && decision.dice ? await luckOf(game, decision) : {}) }), wanted);
      if (!wanted()) return;
      Object.assign(decision, found);
      seen?.(++done);
    }
  };
  await Promise.all([work(), work(), work()]);
  return wanted();
}

export const millipoints = (cost) => (1000 * cost).toFixed(0);
