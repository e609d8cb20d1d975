// Animates checkers: copies of them move along the play, and the real ones appear when they arrive.
// Only transforms change, so the browser does no layout meanwhile.

export const still = matchMedia("(prefers-reduced-motion: reduce)");

// Returns the ways of single checkers in a play, as lists of places. Moves that continue where
// another ended belong to the same checker.
export function ways(steps) {
  const found = [];
  for (const [from, to] of steps) {
    const before = found.find((way) => way.at(-1) === from);
    if (before) before.push(to);
    else found.push([from, to]);
  }
  return found;
}

// The animation of one play. The board may be redrawn meanwhile.
export class CheckerAnimation {
  // `pace`: milliseconds per place. Checkers start one after the other.
  constructor(side, steps, pace) {
    this.side = side;
    this.ways = ways(steps);
    this.pace = pace;
    this.begun = performance.now();
  }

  // Arrival time of each checker, in milliseconds.
  get ends() { return this.ways.map((way, i) => still.matches ? 0 : this.pace * (way.length - 1 + 0.5 * i)); }
  get length() { return Math.max(0, ...this.ends); }
  // Milliseconds that remain.
  get left() { return Math.max(0, this.begun + this.length - performance.now()); }

  // `board`: spot(place, side, n): center of the n-th checker from the top; checker(place, side,
  // n): its element; mark(place): the element of your movable checker; copy(at, side): adds a
  // checker above all others.
  show(board) {
    if (this.left === 0) return;
    const gone = performance.now() - this.begun;
    const arrived = new Map();
    this.ways.forEach((way, i) => {
      const end = way.at(-1);
      const n = this.ways.filter((other) => other.at(-1) === end).length - 1 - (arrived.get(end) ?? 0);
      arrived.set(end, (arrived.get(end) ?? 0) + 1);
      const delay = 0.5 * i * this.pace, duration = (way.length - 1) * this.pace;
      if (gone >= delay + duration) return;
      const [x, y] = board.spot(end, this.side, n);
      const frames = way.map((place, at) => {
        const [fx, fy] = at === way.length - 1 ? [x, y] : board.spot(place, this.side, at === 0 ? -1 : 0);
        return { transform: `translate(${fx - x}px, ${fy - y}px)` };
      });
      const hidden = [board.checker(end, this.side, n), this.side === "own" ? board.mark(end) : null].filter(Boolean);
      for (const element of hidden) element.setAttribute("visibility", "hidden");
      const copy = board.copy([x, y], this.side);
      const moving = copy.animate(frames, { duration, delay, fill: "both", easing: "ease-in-out" });
      moving.currentTime = gone;
      moving.onfinish = () => { copy.remove(); for (const element of hidden) element.removeAttribute("visibility"); };
    });
  }
}
