// Checkers that slide: copies of them go where the play went, and what they stand for comes in sight
// when they are there. Only transforms move, so that nothing is laid out or drawn anew on the way.

const still = matchMedia("(prefers-reduced-motion: reduce)");

// The ways of single checkers in a play: places one after the other. Steps that go on where another
// ended are one checker's.
export function ways(steps) {
  const found = [];
  for (const [from, to] of steps) {
    const before = found.find((way) => way.at(-1) === from);
    if (before) before.push(to);
    else found.push([from, to]);
  }
  return found;
}

// One play on its way over a board, which may be drawn again meanwhile.
export class Slide {
  // `pace`: milliseconds from one place to the next; checkers leave one after the other.
  constructor(side, steps, pace) {
    this.side = side;
    this.ways = ways(steps);
    this.pace = pace;
    this.begun = performance.now();
  }

  // When each checker is there.
  get ends() { return this.ways.map((way, i) => still.matches ? 0 : this.pace * (way.length - 1 + 0.5 * i)); }
  get length() { return Math.max(0, ...this.ends); }
  // What is still to come.
  get left() { return Math.max(0, this.begun + this.length - performance.now()); }

  // `board`: spot(place, side, n): the n-th checker's middle from the top; checker(place, side, n): the
  // element there; mark(place): that of a checker of yours that can move; copy(at, side): a checker on top of all.
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
