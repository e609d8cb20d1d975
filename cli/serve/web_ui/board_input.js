// Input on the board: clicks, and checkers dragged by mouse or finger.

const kMaxClickMove = 10;  // pixels that the pointer may move during a click

export function addInputListeners(board) {
  const placeOf = (target) => {
    const spot = target?.closest?.(".spot");
    return spot ? Number(spot.dataset.place) : undefined;
  };
  board.root.addEventListener("keydown", (event) => board.onKeyDown(event));
  // A finger on a movable checker drags it; elsewhere it scrolls. (touch-action cannot distinguish
  // the two inside an SVG.)
  board.root.addEventListener("touchstart", (event) => {
    if (board.view.sources?.has(placeOf(event.target))) event.preventDefault();
  }, { passive: false });
  let from, dragged, startPoint, isMoved;
  const endDrag = () => {
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
    startPoint = [event.clientX, event.clientY];
    isMoved = false;
    if (from === undefined) return;
    board.at = from;
    if (!board.view.sources?.has(from)) return;
    board.showTargets(from);
    dragged = board.addDraggedChecker(from);
    board.root.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  board.root.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    if (!isMoved && Math.hypot(event.clientX - startPoint[0], event.clientY - startPoint[1]) > kMaxClickMove) {
      isMoved = true;
      dragged.setAttribute("opacity", 0.9);
    }
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.root.getScreenCTM().inverse());
    dragged.setAttribute("cx", point.x);
    dragged.setAttribute("cy", point.y);
  });
  const drop = (event) => {
    const wasDragged = Boolean(dragged);
    endDrag();
    if (from === undefined) return;
    const to = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    const source = from;
    from = undefined;
    if (to === undefined) return;
    if (!wasDragged || !isMoved) board.handlers.press?.(source, event);
    else if (to !== source) board.handlers.drag?.(source, to);
  };
  board.root.addEventListener("pointerup", drop);
  board.root.addEventListener("pointercancel", () => { endDrag(); from = undefined; });
}
