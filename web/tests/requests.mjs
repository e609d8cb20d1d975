// Requests about positions from random games and games of the net, determined by a seed.
export const allGames = ["gioul", "gul-bara", "gul-bara-lost", "plakoto", "plakoto-no-mother", "fevga", "moultezim", "portes"];

// Mulberry32 (Tommy Ettinger).
function numbers(seed) {
  let state = seed >>> 0;
  return (count) => {
    state = (state + 0x6D2B79F5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

const kBatch = 250;  // positions whose answers are held at a time

// `answer(request)` runs a request on an engine. Requests values in floats and choices in integers
// at each of `count` positions, and searches, whole chains and rollouts at some.
export async function* batchesOf(variant, count, answer, seed = 1) {
  const draw = numbers(seed);
  let position, requests = [];
  for (let n = 0; n < count; ++n) {
    const pending = position !== undefined && /owed|forfeit/.test(position);
    const decision = { variant, ...(position && { position }), ...(!pending && { dice: [1 + draw(6), 1 + draw(6)] }) };
    const add = (request, more) => requests.push({ request, ...decision, ...more });
    add("evaluate");
    add("choose", { player: "net" });
    if (n % 20 === 7) add("moves");
    if (n % 50 === 11) add("choose", { player: "net,beam=16" });
    if (n % 100 === 31) add("analyze", { plies: 1, tables: false });
    if (n % 500 === 231) add("analyze", { plies: 2, tables: false });
    if (n % 500 === 97) add("rollout", { candidates: 2, trials: 36, seed: n, tables: false });
    const player = draw(2) === 0 ? "random" : "net";
    const { afterstate } = await answer({ request: "choose", ...decision, player, seed: n });
    position = afterstate.includes("|") ? afterstate : undefined;
    if ((n + 1) % kBatch !== 0 && n + 1 !== count) continue;
    yield requests;
    requests = [];
  }
}
