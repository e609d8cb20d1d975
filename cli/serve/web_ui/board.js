// An SVG board whose places can be clicked, dragged and reached by the arrow keys. It has the same
// dimensions as that of `gioul show`.
import { BAR, OFF, mirror, pipCount } from "./position.js";
import { addInputListeners } from "./board_input.js";
import { isUsingKeyboard, make, svg } from "./dom.js";
import { gameTitle } from "./games.js";
import { join, t } from "./language.js";
import { theme } from "./themes.js";
import { CheckerAnimation, reducedMotion } from "./animation.js";

const kMargin = 8, kPoint = 46, kRadius = 20, kPitch = 41, kMiddle = 64;
const kBarWidth = 44, kTray = 50, kGap = 8, kNumbers = 20, kRow = 30;
// A phone in portrait orientation has more height.
const upright = matchMedia("(max-aspect-ratio: 3/5)");
const kPlayed = "#0b63c5", kBetter = "#1d7a43";  // colors of arrows
const light = { fill: "#fdf9ef", line: "#3a2c1e", text: "#3a2c1e" };
const dark = { fill: "#2b2f36", line: "#f4ead9", text: "#ffffff" };

const words = (x, y, anchor, size, fill, text) =>
  svg("text", { x, y, "text-anchor": anchor, "font-size": size, fill, "pointer-events": "none",
                "font-family": "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif" }, text);

export class Board {
  // `handlers`: press(place) for a click or Enter, drag(from, to), targets(from) returns the
  // destinations of a dragged checker, swap() swaps the dice, undo().
  constructor(parent, handlers = {}) {
    this.parent = parent;
    this.handlers = handlers;
    this.at = 24;  // the place that has the keyboard focus
    upright.addEventListener("change", () => { if (this.view) this.draw(this.view); });
  }

  // position: from the view of the player at the bottom; game; you, opponent: names; dark: color of
  // the checkers at the bottom; dice, acts ("own" or "opp"), left: remaining dice (0: played),
  // canSwap; sources: a Set of places; arrows: [[from, to], ...] of the player to move; better:
  // those of a better play; homes: names of the homes of both sides, if not yours and the
  // opponent's; last: { actor, steps } of the last play, whose destinations are marked; animation:
  // { side, steps, pace } of the play that led here; picture: caption of a board without
  // interaction.
  draw(view) {
    const hadFocus = this.parent.contains(document.activeElement);
    const onDice = hadFocus && document.activeElement.matches(".dice.can");
    this.view = view;
    this.stacked = upright.matches ? 7 : 5;  // checkers shown on a point
    this.half = this.stacked * kPitch + 9;
    this.tall = 2 * this.half + kMiddle;
    this.parallel = view.game.movement === "parallel";
    this.left = kMargin + (this.parallel ? kTray + kGap : 0);
    this.top = kRow + kNumbers;
    this.bottom = this.top + this.tall;
    const width = this.width = this.left + 12 * kPoint + kBarWidth + kGap + kTray + kMargin;
    const height = this.bottom + kNumbers + kRow;
    this.checkers = new Map();
    this.root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group",
                             "aria-label": t("board_of", { game: gameTitle(view.game.name) }) });
    this.root.append(svg("rect", { width, height, rx: 10, fill: theme.frame }));
    for (const half of [0, 1]) {
      this.root.append(svg("rect", { x: this.mirrorX(this.left + half * (6 * kPoint + kBarWidth), 6 * kPoint), y: this.top,
                                     width: 6 * kPoint, height: this.tall, rx: 3, fill: theme.field, class: "field" }));
    }
    this.drawNames(width);
    this.drawWay();
    // Hidden from screen readers: the places have their own names.
    this.numbers = svg("g", { "aria-hidden": "true" });
    const places = [];
    for (let point = 24; point >= 1; --point) places.push(point);
    for (const place of [...places, BAR, OFF]) this.root.append(this.spot(place));
    this.drawTray("opp");
    this.root.append(this.numbers);
    if (view.dice) this.drawDice(view.dice);
    this.drawArrows(view.arrows ?? [], kPlayed);
    this.drawArrows(view.better ?? [], kBetter, new Set((view.arrows ?? []).map(String)));
    this.parent.replaceChildren(this.root);
    if (view.picture) return void this.makePicture(view.picture);
    if (view.animation) this.animation = new CheckerAnimation(view.animation.side, view.animation.steps, view.animation.pace);
    view.animation = null;  // only once
    if (view.last) this.drawLast(view.last, this.animation?.remainingTime ?? 0);
    this.animation?.show({
      spot: (place, side, n) => this.endSpot(place, side, -n),
      checker: (place, side, n) => this.checkers.get(`${side}${place}`)?.at(-1 - n),
      mark: (place) => this.root.querySelector(`.spot[data-place="${place}"] .mark`),
      copy: (at, side) => this.root.appendChild(this.disc(at, kRadius, this.colors(side), { "pointer-events": "none", class: "sliding" })),
    });
    addInputListeners(this);
    if (hadFocus) {
      if (onDice) this.root.querySelector(".dice.can")?.focus({ preventScroll: true });
      else this.focus(this.at);
    }
  }

  // Makes the board a picture without interaction.
  makePicture(caption) {
    this.root.setAttribute("role", "img");
    this.root.setAttribute("aria-label", caption);
    for (const spot of this.root.querySelectorAll(".spot")) {
      for (const name of ["role", "tabindex", "aria-label"]) spot.removeAttribute(name);
    }
  }

  colors(side) { return (side === "own") === !this.view.dark ? light : dark; }
  // Returns the x of something `wide` that starts at x if checkers are borne off to the right.
  mirrorX(x, wide = 0) { return theme.toLeft ? this.width - x - wide : x; }
  barX() { return this.mirrorX(this.left + 6 * kPoint + kBarWidth / 2); }
  middleY() { return this.top + this.tall / 2; }
  isUp(point) { return (point > 12) !== theme.homeUp; }
  // Returns true if a side's name and tray are in the upper half.
  sitsUp(side) { return (side === "opp") !== theme.homeUp; }
  x(point) {
    const column = point > 12 ? point - 13 : 12 - point;
    return this.mirrorX(this.left + (column + 0.5) * kPoint + (column >= 6 ? kBarWidth : 0));
  }
  stackSpot(point, at) {
    const depth = kRadius + 4 + kPitch * at;
    return [this.x(point), this.isUp(point) ? this.top + depth : this.bottom - depth];
  }
  barSpot(side, at) {
    return [this.barX(), this.middleY() + (this.sitsUp(side) ? 1 : -1) * (kMiddle / 2 + 10 + kPitch * at)];
  }
  tray(side) {
    const atLeft = this.parallel && side === "opp";
    return [this.mirrorX(atLeft ? kMargin : this.left + 12 * kPoint + kBarWidth + kGap, kTray),
            this.sitsUp(side) ? this.top : this.bottom - this.half];
  }

  drawNames(width) {
    for (const side of ["opp", "own"]) {
      const y = this.sitsUp(side) ? 20 : this.bottom + kNumbers + 20;
      const counts = this.view.position[side];
      this.root.append(this.disc([this.left + 8, y - 5], 7, this.colors(side)));
      this.root.append(words(this.left + 22, y, "start", 15, "#f4ead9",
                             side === "own" ? this.view.you : this.view.opponent));
      this.root.append(words(width - kMargin - 2, y, "end", 14, "#f4ead9",
                             t("pips_and_off", { pips: pipCount(counts), off: counts[OFF] })));
    }
  }

  // Draws the direction of movement and both homes.
  drawWay() {
    const y = (far) => this.middleY() + (far !== theme.homeUp ? -1 : 1) * (kMiddle / 2 - 5);
    const way = svg("g", { fill: "none", stroke: theme.way, "stroke-width": 2, "stroke-linecap": "round", "aria-hidden": "true" });
    const line = (from, to, far, tip) => way.append(svg("path", { d: `M${this.mirrorX(from)} ${y(far)}H${this.mirrorX(to)}m${-tip} -4l${tip} 4l${-tip} 4` }));
    const ends = [this.x(13), this.x(18), this.x(19), this.x(24)].map((x, i) => this.mirrorX(x) + (i % 2 ? 10 : -10));
    const theirs = this.parallel ? 0 : 2;  // index in `ends` of the opponent's home
    for (const [half, far] of [[2, true], [0, true], [0, false], [2, false]]) {
      const [left, right] = [ends[half], ends[half + 1]];
      const { own, opp } = this.view.homes ?? { own: t("your_home"), opp: t("opponents_home") };
      const name = far ? (half === theirs ? opp : "") : half === 2 ? own : "";
      const gap = name ? 11 + 6.8 * `${name}`.length : 0;
      if (far) line(right - gap, left, far, theme.toLeft ? 7 : -7);
      else line(left + gap, right, far, theme.toLeft ? -7 : 7);
      if (name) way.append(words(this.mirrorX(far ? right : left), y(far) + 4, far === theme.toLeft ? "start" : "end", 12, theme.words, name));
    }
    for (const text of way.querySelectorAll("text")) text.setAttribute("stroke", "none");
    this.root.append(way);
  }

  disc([cx, cy], r, colors, more = {}) {
    return svg("circle", { cx, cy, r, fill: colors.fill, stroke: colors.line, "stroke-width": 1.5, ...more });
  }

  // Draws a side's checkers on a place, which has the side's own number.
  stack(into, spots, count, side, place) {
    const colors = this.colors(side);
    const shown = Math.min(count, spots.length);
    const discs = spots.slice(0, shown).map((spot) => this.disc(spot, kRadius, colors));
    into.append(...discs);
    this.checkers.set(`${side}${place}`, discs);
    if (count > shown && shown > 0) {
      const [x, y] = spots[shown - 1];
      this.numbers.append(words(x, y + 6, "middle", 17, colors.text, count));
    }
  }

  // Draws a place with its checkers as a button.
  spot(place) {
    const { position, sources } = this.view;
    const can = Boolean(sources?.has(place));
    const group = svg("g", { class: can ? "spot can" : "spot", "data-place": place, role: "button",
                             tabindex: place === this.at ? 0 : -1,
                             "aria-label": this.label(place) });
    const box = this.box(place);
    group.append(svg("rect", { ...box, fill: place === OFF ? theme.tray : "#000",
                               "fill-opacity": place === OFF ? 1 : 0, rx: 3 }));
    if (place === BAR) {
      this.numbers.append(words(this.barX(), this.middleY() + 4, "middle", 11, "#d9c7ad", t("bar_name")));
      for (const side of ["own", "opp"]) {
        const spots = [0, 1, 2, 3].map((at) => this.barSpot(side, at));
        this.stack(group, spots, position[side][BAR], side, BAR);
      }
    } else if (place === OFF) {
      this.layTray(group, "own");
    } else {
      this.drawPoint(group, place);
    }
    group.append(svg("rect", { ...box, class: "ring", fill: "none", rx: 4, stroke: "none" }));
    if (can) group.append(this.mark(place));
    return group;
  }

  box(place) {
    if (place === BAR) {
      return { x: this.barX() - kBarWidth / 2, y: this.top, width: kBarWidth, height: this.tall };
    }
    if (place === OFF) {
      const [x, y] = this.tray("own");
      return { x, y, width: kTray, height: this.half };
    }
    return { x: this.x(place) - kPoint / 2, y: this.isUp(place) ? this.top : this.bottom - this.half,
             width: kPoint, height: this.half };
  }

  drawPoint(group, point) {
    const { position, game } = this.view;
    const edge = this.isUp(point) ? this.top : this.bottom;
    const tip = this.isUp(point) ? this.top + this.half - 14 : this.bottom - this.half + 14;
    const x = this.x(point);
    group.append(svg("path", { d: `M${x - 22} ${edge}L${x} ${tip}L${x + 22} ${edge}z`,
                               fill: theme.points[point % 2 ? 0 : 1], class: "point" }));
    this.numbers.append(words(x, this.isUp(point) ? this.top - 6 : this.bottom + 15, "middle", 13, "#f4ead9", point));
    const there = mirror(game, point);
    const own = position.own[point], opp = position.opp[there];
    const spots = [...Array(this.stacked).keys()].map((at) => this.stackSpot(point, at));
    const under = position.ownPinned.has(point) ? "own" : position.oppPinned.has(there) ? "opp" : null;
    if (under) {
      this.stack(group, spots.slice(0, 1), 1, under, under === "own" ? point : there);
      const [cx, cy] = spots[0];
      group.append(svg("circle", { cx, cy, r: kRadius - 4, fill: "none", stroke: "#d42a1e", "stroke-width": 3 }));
      const over = under === "own" ? "opp" : "own";
      this.stack(group, spots.slice(1), ...(over === "own" ? [own, over, point] : [opp, over, there]));
      return;
    }
    if (own > 0) this.stack(group, spots, own, "own", point);
    if (opp > 0) this.stack(group, spots, opp, "opp", there);
  }

  layTray(group, side) {
    const [x, y] = this.tray(side);
    const colors = this.colors(side), count = this.view.position[side][OFF];
    for (let i = 0; i < count; ++i) {
      const at = this.sitsUp(side) ? y + 4 + 12.5 * i : y + this.half - 2.5 - 12.5 * (i + 1);
      group.append(svg("rect", { x: x + 5, y: at, width: kTray - 10, height: 11, rx: 2,
                                 fill: colors.fill, stroke: colors.line, "stroke-width": 0.8 }));
    }
    this.numbers.append(words(x + kTray / 2, this.sitsUp(side) ? y + this.half - 6 : y + 17, "middle", count > 0 ? 14 : 11,
                              "#f4ead9", count > 0 ? count : t("tray_name")));
  }
  drawTray(side) {
    const [x, y] = this.tray(side);
    const group = svg("g", {}, svg("rect", { x, y, width: kTray, height: this.half, rx: 3, fill: theme.tray }));
    this.layTray(group, side);
    this.root.append(group);
  }

  // Returns the center of the next checker on a place (more = 1) or of the last (more = 0).
  endSpot(place, side, more) {
    const count = this.view.position[side][place] + more;
    if (place === OFF) {
      const [x, y] = this.tray(side);
      return [x + kTray / 2, y + this.half / 2];
    }
    if (place === BAR) return this.barSpot(side, Math.min(Math.max(count, 1), 4) - 1);
    const point = side === "own" ? place : mirror(this.view.game, place);
    return this.stackSpot(point, Math.min(Math.max(count - 1, 0), this.stacked - 1));
  }
  // Draws the checker that is being dragged.
  addDraggedChecker(place) {
    const disc = this.disc(this.endSpot(place, "own", 0), kRadius, this.colors("own"), { "pointer-events": "none", opacity: 0 });
    return this.root.appendChild(disc);
  }
  // Marks where a checker on a place may go, above the picture.
  showTargets(from) {
    this.hideTargets();
    if (!this.view.sources?.has(from)) return;
    for (const to of this.handlers.targets?.(from) ?? []) this.parent.append(this.makeTargetMark(to));
  }
  hideTargets() {
    for (const light of this.parent.querySelectorAll(".light")) light.remove();
  }
  // Shakes a place, which cannot be moved from.
  shake(place) {
    if (reducedMotion.matches) return;
    this.root.querySelector(`.spot[data-place="${place}"]`)?.animate([0, -4, 4, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })), 250);
  }
  makeTargetMark(place) {
    const { x, y } = new DOMPoint(...this.endSpot(place, "own", 1)).matrixTransform(this.root.getScreenCTM());
    const box = this.parent.getBoundingClientRect(), light = make("span", { class: "light" });
    light.style.left = `${x - box.left}px`;
    light.style.top = `${y - box.top}px`;
    return light;
  }
  mark(place) {
    const [cx, cy] = this.endSpot(place, "own", 0);
    return svg("circle", { cx, cy, r: kRadius, fill: "none", stroke: "#1d8a4b",
                           "stroke-width": 3.5, "stroke-dasharray": "7 4", class: "mark" });
  }

  drawDice(dice) {
    const own = this.view.acts !== "opp";
    const colors = this.colors(own ? "own" : "opp");
    const middle = this.barX() + (own === theme.toLeft ? -1 : 1) * (kBarWidth + 6 * kPoint) / 2;
    const { left, canSwap } = this.view;
    const isPlayed = (which) => left && (left.length > 2 ? !left[2 * which] && !left[2 * which + 1] : !left[which]);
    const can = canSwap && dice[0] !== dice[1];
    const both = svg("g", can ? { class: "dice can", role: "button", tabindex: 0, "aria-label": t("swap_dice", { die: dice[0] }) }
                              : { class: "dice", "pointer-events": "none" });
    dice.forEach((shown, which) => {
      const x = middle + (which === 0 ? -42 : 6), y = this.middleY() - 18;
      const group = svg("g", isPlayed(which) ? { class: "played", opacity: 0.35 } : {},
                        svg("rect", { x, y, width: 36, height: 36, rx: 7, fill: colors.fill, stroke: "#3a2c1e", "stroke-width": 1.5 }));
      const pip = (dx, dy) => group.append(svg("circle", { cx: x + 18 + 10 * dx, cy: y + 18 + 10 * dy, r: 3.4, fill: colors.line }));
      if (shown % 2 === 1) pip(0, 0);
      if (shown >= 2) { pip(-1, -1); pip(1, 1); }
      if (shown >= 4) { pip(-1, 1); pip(1, -1); }
      if (shown === 6) { pip(-1, 0); pip(1, 0); }
      both.append(group);
    });
    both.append(svg("rect", { x: middle - 46, y: this.middleY() - 22, width: 92, height: 44, rx: 8, class: "ring", fill: "#000", "fill-opacity": 0, stroke: "none" }));
    if (can) {
      both.addEventListener("click", () => this.handlers.swap());
      both.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); this.handlers.swap(); }
      });
    }
    this.root.append(both);
  }

  // Marks the checkers that moved last, after they have arrived.
  drawLast({ actor, steps }, wait) {
    const side = actor === "you" ? "own" : "opp";
    const left = new Set(steps.map(([from]) => from));
    for (const to of new Set(steps.map(([, at]) => at))) {
      if (to === OFF || this.view.position[side][to] === 0) continue;
      if (left.has(to) && steps.filter(([, at]) => at === to).length <= steps.filter(([from]) => from === to).length) continue;
      const [cx, cy] = this.endSpot(to, side, 0);
      const dot = svg("circle", { cx, cy, r: 6, fill: "#d9822b", stroke: "#fff", "stroke-width": 2,
                                  class: "moved", "pointer-events": "none" });
      dot.style.animationDelay = `${wait}ms`;
      this.root.append(dot);
    }
  }

  // Arrows that are `shared` with those drawn before leave them visible.
  drawArrows(steps, color, shared = new Set()) {
    const side = this.view.acts === "opp" ? "opp" : "own";
    const gone = new Array(26).fill(0);
    for (let i = 0; i < steps.length;) {
      const [from, to] = steps[i];
      let times = 1;
      while (steps[i + times]?.[0] === from && steps[i + times]?.[1] === to) ++times;
      this.drawArrow(this.endSpot(from, side, gone[from]), this.endSpot(to, side, gone[to] + 1), times, color, shared.has(`${steps[i]}`));
      gone[from] -= times;
      gone[to] += times;
      i += times;
    }
  }
  drawArrow([x1, y1], [x2, y2], times, color, isShared) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 1) return;
    const middle = this.middleY(), y = (y1 + y2) / 2;
    const bend = (y1 < middle) === (y2 < middle) ? Math.min(70, 0.35 * length) : 0;
    const cx = (x1 + x2) / 2, cy = y + (y < middle ? bend : -bend);
    const angle = Math.atan2(y2 - cy, x2 - cx), cos = Math.cos(angle), sin = Math.sin(angle);
    const behind = (back, aside) => `${x2 - back * cos - aside * sin} ${y2 - back * sin + aside * cos}`;
    const group = svg("g", { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round", "pointer-events": "none" });
    const dashes = color === kBetter ? { "stroke-dasharray": "9 8" } : {};
    for (const [stroke, wide, edge, more] of [...(isShared ? [] : [["#fff", 8, 5, {}]]), [color, 4.5, 1, dashes]]) {
      group.append(svg("path", { d: `M${x1} ${y1}Q${cx} ${cy} ${behind(12, 0)}`, stroke, "stroke-width": wide, ...more }));
      group.append(svg("path", { d: `M${x2} ${y2}L${behind(15, 8)}L${behind(15, -8)}z`, fill: stroke, stroke, "stroke-width": edge }));
    }
    if (times > 1) {
      const at = [(x1 + 2 * cx + x2) / 4, (y1 + 2 * cy + y2) / 4];
      group.append(this.disc(at, 11, { fill: "#ffffff", line: color }), words(at[0], at[1] + 5, "middle", 14, color, times));
    }
    this.root.append(group);
  }

  label(place) {
    const { position, game } = this.view;
    const parts = [place === BAR ? t("bar") : place === OFF ? t("your_tray") : t("point", { point: place })];
    const own = position.own[place];
    const opp = place === OFF ? 0 : position.opp[place === BAR ? BAR : mirror(game, place)];
    if (own > 0) parts.push(t("n_yours", { n: own }));
    if (opp > 0) parts.push(t("n_opponents", { n: opp }));
    if (own + opp === 0) parts.push(t("empty"));
    if (position.ownPinned.has(place)) parts.push(t("yours_pinned"));
    if (this.view.sources?.has(place)) parts.push(t("can_move"));
    return join(parts, t("comma"));
  }

  focus(place) {
    this.at = place;
    for (const spot of this.root.querySelectorAll(".spot")) {
      const is = Number(spot.dataset.place) === place;
      spot.setAttribute("tabindex", is ? 0 : -1);
      if (is) spot.focus({ preventScroll: true });
    }
    if (isUsingKeyboard()) this.showTargets(place);
  }

  onKeyDown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { at } = this, onTop = at > 12 && at <= 24;  // in the row that is usually at the top
    let to;
    const [left, right] = theme.toLeft ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    if (event.key === left) to = at === OFF ? 1 : at === BAR ? 18 : onTop ? at - 1 : at + 1;
    if (event.key === right) to = at === BAR ? 19 : at === OFF ? OFF : onTop ? at + 1 : at - 1;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      to = at === BAR ? OFF : at === OFF ? BAR : 25 - at;
    }
    if (event.key === "b") to = BAR;
    if (event.key === "o") to = OFF;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.handlers.press?.(at, event);
      return;
    }
    if (event.key === "x") this.handlers.swap?.();
    if (event.key === "Backspace" || event.key === "Escape") this.handlers.undo?.();
    if (to === undefined) return;
    event.preventDefault();
    this.focus(to === 25 && at !== OFF ? BAR : Math.max(0, Math.min(25, to)));
  }
}
