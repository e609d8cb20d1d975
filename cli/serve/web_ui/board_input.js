// Input on the board: clicks, and checkers dragged by mouse or finger.

const kSlip = 10;  // pixels that a click may move

export function listen(board) {
  const placeOf = (target) => {
    const spot = target?.closest?.(".spot");
    return spot ? Number(spot.dataset.place) : undefined;
  };
  board.root.addEventListener("keydown", (event) => board.key(event));
  // A finger on a movable checker drags it; elsewhere it scrolls. (touch-action cannot distinguish
  // the two inside an SVG.)
  board.root.addEventListener("touchstart", (event) => {
    if (board.view.sources?.has(placeOf(event.target))) event.preventDefault();
  }, { passive: false });
  let from, dragged, begin, isMoved;
  const ends = () => {
    dragged?.remove();
    board.hideTargets();
    dragged = undefined;
  };
  board.root.addEventListener("pointerover", (event) => {
    if (!dragged && event.pointerType === "mouse") board.showTargets(placeOf(event.target));
  });
  board.root.addEventListener("pointerleave", () => { if (!dragged) board.hideTargets(); });
  board.root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = placeOf(event.target);
    begin = [event.clientX, event.clientY];
    isMoved = false;
    if (from === undefined) return;
    board.at = from;
    if (!board.view.sources?.has(from)) return;
    board.showTargets(from);
    dragged = board.taken(from);
    board.root.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  board.root.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    if (!isMoved && Math.hypot(event.clientX - begin[0], event.clientY - begin[1]) > kSlip) {
      isMoved = true;
      dragged.setAttribute("opacity", 0.9);
    }
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.root.getScreenCTM().inverse());
    dragged.setAttribute("cx", point.x);
    dragged.setAttribute("cy", point.y);
  });
  const drop = (event) => {
    const was = dragged;
    ends();
    if (from === undefined) return;
    const to = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    const begun = from;
    from = undefined;
    if (to === undefined) return;
    if (!was || !isMoved) board.handlers.press?.(begun, event);
    else if (to !== begun) board.handlers.drag?.(begun, to);
  };
  board.root.addEventListener("pointerup", drop);
  board.root.addEventListener("pointercancel", () => { ends(); from = undefined; });
}
