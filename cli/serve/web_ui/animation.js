// Animates checkers: copies of them move along the play, and the real ones appear when they arrive.
// Only transforms change, so the browser does no layout meanwhile.

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

// Returns the path of each checker that a play moves, as a list of places. A move that starts where
// another ended belongs to the same checker.
function checkerPaths(moves) {
  const paths = [];
  for (const [from, to] of moves) {
    const path = paths.find((other) => other.at(-1) === from);
    if (path) path.push(to);
    else paths.push([from, to]);
  }
  return paths;
}

// The animation of one play. The board may be redrawn meanwhile.
export class CheckerAnimation {
  // `pace`: milliseconds per place. Checkers start one after the other.
  constructor(side, steps, pace) {
    this.side = side;
    this.paths = checkerPaths(steps);
    this.pace = pace;
    this.startTime = performance.now();
  }

  // Arrival time of each checker, in milliseconds after the start.
  get arrivalTimes() { return this.paths.map((path, i) => reducedMotion.matches ? 0 : this.pace * (path.length - 1 + 0.5 * i)); }
  get duration() { return Math.max(0, ...this.arrivalTimes); }
  // Milliseconds that remain.
  get remainingTime() { return Math.max(0, this.startTime + this.duration - performance.now()); }

  // `board`: spot(place, side, n): center of the n-th checker from the top; checker(place, side,
  // n): its element; mark(place): the element of your movable checker; copy(at, side): adds a
  // checker above all others.
  show(board) {
    if (this.remainingTime === 0) return;
    const elapsed = performance.now() - this.startTime;
    const arrived = new Map();
    this.paths.forEach((path, i) => {
      const end = path.at(-1);
      const n = this.paths.filter((other) => other.at(-1) === end).length - 1 - (arrived.get(end) ?? 0);
      arrived.set(end, (arrived.get(end) ?? 0) + 1);
      const delay = 0.5 * i * this.pace, duration = (path.length - 1) * this.pace;
      if (elapsed >= delay + duration) return;
      const [x, y] = board.spot(end, this.side, n);
      const frames = path.map((place, at) => {
        const [fx, fy] = at === path.length - 1 ? [x, y] : board.spot(place, this.side, at === 0 ? -1 : 0);
        return { transform: `translate(${fx - x}px, ${fy - y}px)` };
      });
      const hidden = [board.checker(end, this.side, n), this.side === "own" ? board.mark(end) : null].filter(Boolean);
      for (const element of hidden) element.setAttribute("visibility", "hidden");
      const copy = board.copy([x, y], this.side);
      const moving = copy.animate(frames, { duration, delay, fill: "both", easing: "ease-in-out" });
      moving.currentTime = elapsed;
      moving.onfinish = () => { copy.remove(); for (const element of hidden) element.removeAttribute("visibility"); };
    });
  }
}
