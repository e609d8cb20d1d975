// The Analyze view: set up or paste a position, rank its plays, expand whole chains, and run
// rollouts while watching their standard error shrink.
import { analyzeInJob, post, startJob } from "./api.js";
import { apiMessage } from "./api_errors.js";
import { Board } from "./board.js";
import { $, fillSelect, make, say, svg, announce, retrying } from "./dom.js";
import { gameTitle } from "./games.js";
import { join, number, signed, t } from "./language.js";
import { depthName } from "./play_hints.js";
import { chainSteps, StepSlider } from "./step_slider.js";
import { copyLink, formatQuery } from "./url_state.js";
import { BAR, OFF, flipped, mirror, parsePlay, parseDice, parsePosition, formatPosition } from "./position.js";

const percent = (share) => number(100 * share, 1);
const colors = ["#8c2f25", "#d98a7f", "#b9ad9b", "#8fc3a0", "#2b6b3f"];
const outcomeNames = ["lose_gammon", "lose", "tie", "win", "win_gammon"];

// Draws the five outcome probabilities as a bar, with the player's wins at the right.
function outcomeBar(outcomes) {
  const text = join(outcomes.map((share, i) => t(`outcome_${outcomeNames[i]}`, { share: percent(share) })), t("comma"));
  const bar = svg("svg", { class: "bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": text }, svg("title", {}, text));
  let x = 0;
  outcomes.forEach((share, i) => {
    const width = 100 * Math.max(0, Math.min(1, share));
    bar.append(svg("rect", { x, y: 0, width, height: 12, fill: colors[i] }));
    x += width;
  });
  return bar;
}

const kOutcomeHeads = ["win", "gammons", "lost", "outcomes", "plies"];

const kFields = ["analyse-position", "analyse-game", "analyse-die1", "analyse-die2"];
const plusMinus = (error) => join(["±", number(error, 4)]);
// Returns the cells of kOutcomeHeads for a play, roll or chain.
const outcomeCells = ({ outcomes, exact, plies }) =>
  [percent(outcomes[3] + outcomes[4]), percent(outcomes[4]), percent(outcomes[0]), outcomeBar(outcomes), exact ? t("exact") : `${plies}`];

export class AnalyzeView {
  constructor(world) {
    this.world = world;
    this.board = new Board($("analyse-board"), { press: (place, event) => this.edit(place, event) });
    fillSelect($("analyse-game"), world.games.map((game) => [game.name, gameTitle(game.name)]), "gioul");
    for (const id of ["analyse-die1", "analyse-die2"]) {
      fillSelect($(id), [["", "–"], ...[1, 2, 3, 4, 5, 6].map((n) => [`${n}`, `${n}`])], "");
      $(id).addEventListener("change", () => { this.forget(); this.draw(); this.world.mark("analyse"); });
    }
    fillSelect($("analyse-plies"), [0, 1, 2, 3].map((n) => [`${n}`, t("plies", { n })]), "2");
    $("analyse-game").addEventListener("change", () => this.choose(world.game($("analyse-game").value)));
    $("analyse-position").addEventListener("change", async () => { await this.convert(); world.mark("analyse"); });
    $("analyse-form").addEventListener("submit", async (event) => { event.preventDefault(); if (await this.convert()) this.analyse({}); });
    $("analyse-chain").addEventListener("click", async () => { if (await this.convert()) this.analyse({ chain: "full" }); });
    $("analyse-rollout").addEventListener("click", async () => { if (await this.convert()) this.rollOut(); });
    $("analyse-stop").addEventListener("click", () => this.stop?.(true));
    $("analyse-clear").addEventListener("click", () => this.clear());
    $("analyse-start").addEventListener("click", () => this.choose(this.game));
    $("analyse-swap").addEventListener("click", () => { this.setBoard(flipped(this.position)); });
    $("analyse-play").addEventListener("click", () => this.playOn());
    $("analyse-link").addEventListener("click", () => copyLink($("analyse-link")));
    this.slider = new StepSlider($("analyse-steps"), () => this.draw());
    this.mode = "";
    for (const button of document.querySelectorAll("[data-edit]")) {
      button.addEventListener("click", () => this.setMode(button.dataset.edit));
    }
    this.set(world.game("gioul"), null, null);
  }

  shown() { this.draw(); }

  link() {
    if (this.text === this.game.start && this.game.name === "gioul" && !this.dice) return "";
    return formatQuery({ variant: this.game.name, position: this.text, dice: this.dice?.join("-") });
  }

  // Shows the position in the page's address, by default the start position. The address stays as
  // it is, so that a broken link still says what is wrong after a reload.
  open(params) {
    if (!params.toString() || formatQuery(Object.fromEntries(params)) === this.link()) return;
    const name = params.get("variant") ?? "gioul", game = this.world.game(name);
    const dice = params.get("dice") ?? "", read = parseDice(dice);
    this.set(game ?? this.game, null, read);
    if (!game) return this.refuse("analyse-game", t("no_such_game", { name }));
    $("analyse-position").value = params.get("position") ?? game.start;
    this.convert();
    if (dice && !read && !this.isPending) this.refuse("analyse-die1", t("no_roll", { text: dice }));
  }

  // --- The position ---

  set(game, text, dice) {
    this.game = game;
    this.text = text ?? game.start;
    this.position = parsePosition(this.text);
    $("analyse-game").value = game.name;
    $("analyse-position").value = this.text;
    $("analyse-die1").value = dice?.[0] ?? "";
    $("analyse-die2").value = dice?.[1] ?? "";
    this.forget();
    this.draw();
  }

  choose(game) {
    this.set(game, null, null);
    this.world.mark("analyse");
  }

  get dice() {
    const dice = [Number($("analyse-die1").value), Number($("analyse-die2").value)];
    return dice[0] && dice[1] && !this.isPending ? dice : null;
  }
  get isPending() { return this.position.owed > 0 || this.position.forfeit > 0; }

  // Replaces an XGID or a GNU Backgammon ID by its position and dice. Returns false if that fails,
  // or if a note is to be read before the position is analyzed.
  async convert() {
    const text = $("analyse-position").value.trim();
    let ignored;
    if (/^(xgid=|gnubgid)|^[-a-p]{26}(:|$)|^[\w+/]{14}(:[\w+/]{12})?$/i.test(text)) {
      try {
        const { position, dice, note } = await post("position", { variant: this.game.name, position: text });
        ignored = note && await apiMessage(note);
        $("analyse-position").value = position;
        if (dice) [$("analyse-die1").value, $("analyse-die2").value] = dice.split("-");
      } catch (error) {
        this.refuse("analyse-position", error.text ?? error.message);
        return false;
      }
    }
    this.paste();
    const hasNote = ignored && this.text === $("analyse-position").value;
    if (hasNote) say($("analyse-summary"), t("position_note", { note: ignored }));
    return !hasNote;
  }

  paste() {
    const text = $("analyse-position").value.trim() || this.game.start;
    if (text === this.text) return;
    this.forget();
    try {
      this.position = parsePosition(text);
      this.text = text;
      this.draw();
    } catch (error) {
      this.refuse("analyse-position", error.text ?? error.message);
    }
  }

  // Marks a field, if any, as invalid and shows why, until the next change.
  refuse(id, why) {
    if (id) $(id).setAttribute("aria-invalid", "true");
    say($("analyse-summary"), why);
    $("analyse-summary").classList.add("wrong");
    announce(why);
  }

  // Returns true if the input is valid; otherwise shows what is wrong.
  isSound() {
    this.paste();
    if (($("analyse-position").value.trim() || this.game.start) !== this.text) return false;
    const open = ["analyse-die1", "analyse-die2"].filter((id) => !$(id).value);
    if (open.length === 1 && !this.isPending) {
      this.refuse(open[0], t("one_die_open"));
      return false;
    }
    this.world.mark("analyse");
    return true;
  }

  setMode(mode) {
    this.mode = mode;
    for (const button of document.querySelectorAll("[data-edit]")) {
      button.setAttribute("aria-pressed", `${button.dataset.edit === mode}`);
    }
    this.draw();
  }

  clear() {
    const own = new Array(26).fill(0), opp = new Array(26).fill(0);
    own[OFF] = opp[OFF] = 15;
    this.setMode(this.mode || "own");
    this.setBoard({ own, opp, ownPinned: new Set(), oppPinned: new Set(), owed: 0, forfeit: 0 });
  }

  setBoard(position) {
    this.position = { ...position, owed: 0, forfeit: 0 };
    this.text = formatPosition(this.position);
    $("analyse-position").value = this.text;
    this.forget();
    this.draw();
    this.world.mark("analyse");
  }

  // Adds or removes a checker on a place; the remaining ones are borne off. The server rejects
  // impossible positions.
  edit(place, event) {
    if (!this.mode) return;
    const { position, game } = this;
    const there = place === BAR ? BAR : place === OFF ? OFF : mirror(game, place);
    const mode = event?.shiftKey && this.mode === "own" ? "opp" : this.mode;
    const add = (side, at, pins, under) => {
      if (at === OFF || position[side][OFF] === 0) return;
      if (game.contact === "pin" && position[under.side][under.at] > 0) {
        if (position[under.side][under.at] > 1 && position[side][at] === 0) return;
        if (position[side][at] === 0) pins.add(under.at);
      }
      position[side][at] += 1;
      position[side][OFF] -= 1;
    };
    if (mode === "own") add("own", place, position.oppPinned, { side: "opp", at: there });
    if (mode === "opp") add("opp", there, position.ownPinned, { side: "own", at: place });
    if (mode === "take") {
      const side = position.own[place] > 0 && place !== OFF ? "own" : "opp";
      const at = side === "own" ? place : there;
      if (at === OFF || position[side][at] === 0) return;
      position[side][at] -= 1;
      position[side][OFF] += 1;
      position.ownPinned.delete(place);
      position.oppPinned.delete(there);
    }
    this.setBoard(position);
  }

  // --- Requests ---

  get request() {
    const request = { variant: this.game.name, position: this.text };
    if (this.dice) request.dice = this.dice;
    return request;
  }

  forget() {
    this.stop?.();
    this.asked = null;
    for (const id of kFields) $(id).removeAttribute("aria-invalid");
    if (this.rows?.length > 0 || $("analyse-summary").classList.contains("wrong")) $("analyse-summary").textContent = "";
    $("analyse-summary").classList.remove("wrong");
    this.rows = [];
    this.picked = this.hovered = null;
    this.slider.show(null);
    $("analyse-result").replaceChildren();
    say($("analyse-title"), t("analysis"));
  }

  async analyse(more) {
    if (!this.isSound()) return;
    this.forget();
    const plies = Number($("analyse-plies").value);
    say($("analyse-summary"), t("searching"));
    const asked = this.asked = {};
    const onProgress = ({ done, total }) => {
      if (asked === this.asked && total > 0) say($("analyse-summary"), t("searched_chains", { share: number(100 * done / total) }));
    };
    const onStart = (stop) => this.stoppable(asked, (byUser) => {
      stop();
      if (!byUser) return;
      this.asked = null;
      say($("analyse-summary"), t("stopped"));
    });
    const report = await this.asking(asked, () => analyzeInJob({ ...this.request, plies, ...more }, { onStart, onProgress }));
    if (asked !== this.asked || !report) return;
    this.ended();
    if (report.chain) this.showChains(report);
    else if (report.rolls) this.showRolls(report);
    else this.showPlays(report);
  }

  async playOn() {
    if (!this.isSound()) return;
    this.stop?.(true);
    const asked = this.asked = {};
    const request = this.isPending || this.dice ? this.request : { ...this.request, dice: [2, 1] };
    if (await this.asking(asked, () => post("moves", request))) this.world.views.play.playFrom(this.game, this.text, "you", this.dice);
  }

  // Shows the button that stops what was asked, by calling `stop(byUser)`.
  stoppable(asked, stop) {
    if (asked !== this.asked) return stop();
    this.stop = (byUser = false) => { this.ended(); stop(byUser); };
    $("analyse-stop").hidden = false;
  }
  ended() {
    this.stop = null;
    $("analyse-stop").hidden = true;
  }

  // Errors are shown in place of the result, beside the field that is wrong.
  asking(asked, work) {
    return retrying(work, () => asked === this.asked, {
      refused: (text, field) => {
        this.ended();
        this.refuse(field && ({ dice: "analyse-die1", variant: "analyse-game" }[field] ?? "analyse-position"), text);
      },
      paused: () => { this.ended(); say($("analyse-summary"), t("waits_for_network")); } });
  }

  valueWords({ value, plies }) {
    const [lost, , tie, win, gammon] = value.outcomes;
    return t(this.game.ties ? "value_with_ties" : "value", { equity: signed(value.equity), depth: depthName({ exact: value.exact, plies }),
      win: percent(win + gammon), gammon: percent(gammon), lost: percent(lost), tie: percent(tie) });
  }

  table(heads, rows) {
    const body = make("tbody");
    let depth;
    for (const row of rows) {
      if (row.depth !== undefined && depth !== undefined && row.depth !== depth) {
        body.append(make("tr", { class: "depth" }, make("td", { colspan: heads.length }, make("span", {},
          t("searched_less", { n: row.depth })))));
      }
      depth = row.depth;
      const pick = () => this.pick(row);
      const line = make("tr", { onmouseenter: () => this.point(row), onmouseleave: () => this.point(null), onclick: pick },
        ...row.cells.map((cell, i) => make("td", {}, i === 1 && row.steps
          ? make("button", { type: "button", class: "pick", onfocus: () => this.point(row), onclick: pick }, cell) : cell)));
      row.line = line;
      body.append(line);
    }
    this.rows = rows;
    $("analyse-result").replaceChildren(make("table", { class: "plays" }, make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head === "#" ? head : t(`head_${head}`))))), body));
    if (rows[0]?.steps) this.pick(rows[0]);
  }

  point(row) {
    this.hovered = row;
    this.draw();
  }
  pick(row) {
    this.picked = row;
    for (const other of this.rows) other.line.setAttribute("aria-selected", `${other === row}`);
    this.slider.show(row.chain);
    this.draw();
  }

  showPlays(report) {
    say($("analyse-title"), report.dice ? t("plays_of", { dice: report.dice }) : t("plays_of_number"));
    say($("analyse-summary"), this.valueWords(report));
    announce(t("best_of_plays", { play: report.plays[0].play, equity: signed(report.plays[0].equity), n: report.plays.length }));
    const best = report.plays[0];
    this.table(["#", "play", "equity", "error", ...kOutcomeHeads], report.plays.slice(0, 60).map((play, i) => ({
      depth: play.exact ? best.plies : play.plies, steps: parsePlay(play.play),
      cells: [`${i + 1}`, play.play, signed(play.equity),
              i === 0 ? "" : join([play.plies === best.plies || play.exact ? "" : "≈", signed(play.difference)], ""),
              ...outcomeCells(play)] })));
  }

  showRolls(report) {
    say($("analyse-title"), t("all_rolls"));
    say($("analyse-summary"), this.valueWords(report));
    announce(this.valueWords(report));
    this.table(["dice", "best_play", "equity", ...kOutcomeHeads], report.rolls.map((roll) => ({
      steps: parsePlay(roll.play), dice: roll.dice,
      cells: [roll.dice, roll.play, signed(roll.equity), ...outcomeCells(roll)] })));
  }

  showChains(report) {
    const { chain } = report;
    say($("analyse-title"), t("whole_chains"));
    say($("analyse-summary"), t(chain.complete ? "all_ends" : "some_ends", { n: chain.ends, width: chain.beam_width }));
    const best = chain.chains[0];
    announce(t("best_chain", { chain: join(best.line.map(({ play }) => play), t("then")) }));
    const chainOf = ({ line }) => chainSteps(this.text, this.dice, line);
    this.table(["#", "chain", "equity", "error", ...kOutcomeHeads], chain.chains.slice(0, 20).map((line, i) => ({
      depth: line.plies, chain: chainOf(line), steps: parsePlay(line.line[0].play),
      cells: [`${i + 1}`, line.line.map(({ play }) => play).join(" · "), signed(line.equity), i === 0 ? "" : join([line.plies === best.plies ? "" : "≈", signed(line.difference)], ""),
              ...outcomeCells(line)] })));
  }

  // --- Rollouts ---

  rollOut() {
    if (!this.isSound()) return;
    this.forget();
    say($("analyse-title"), t("rollout"));
    say($("analyse-summary"), t("rolling_out"));
    const job = this.asked = {};
    const body = { request: "rollout", ...this.request, trials: 12960 };
    if (this.dice || this.isPending) body.candidates = 5;
    this.asking(job, () => new Promise((resolve, reject) => {
      startJob(body, (event, what) => {
        if (event === "error") reject(what);
        if (job !== this.asked) return;
        if (event === "progress") this.showRolled(what);
        if (event === "result") { this.showRollout(what); resolve(); }
      }).then((stop) => this.stoppable(job, stop), reject);
    })).then(() => { if (job === this.asked) this.ended(); });
  }

  rolledRow(play, i) {
    return { steps: play.play ? parsePlay(play.play) : null,
             cells: [`${i + 1}`, play.play ?? t("this_position"), signed(play.equity, 4), plusMinus(play.standard_error), number(play.trials)] };
  }

  showRolled({ done, total, plays }) {
    say($("analyse-summary"), t("rolled_out", { done, total }));
    if (plays.length === 0) return;
    const sorted = [...plays].sort((a, b) => b.equity - a.equity);
    this.table(["#", "play", "equity", "error", "games"], sorted.map((play, i) => this.rolledRow(play, i)));
  }

  showRollout(report) {
    const plays = report.plays ?? [report];
    const best = plays[0];
    const words = t(best.play ? "rollout_play" : "rollout_position", { equity: signed(best.equity, 4), error: number(best.standard_error, 4), play: best.play, n: best.trials });
    say($("analyse-summary"), join([words, t("rollout_error")]));
    announce(words);
    this.table(["#", "play", "equity", "error", "to_best", "games", "outcomes"], plays.map((play, i) => {
      const row = this.rolledRow(play, i);
      const to = i === 0 || play.difference === undefined ? "" : join([signed(play.difference, 4), plusMinus(play.difference_error)]);
      row.cells = [...row.cells.slice(0, 4), to, row.cells[4], outcomeBar(play.outcomes)];
      return row;
    }));
  }

  draw() {
    if ($("analyse").hidden) return;
    const row = this.hovered ?? this.picked;
    const dice = this.dice ?? (row?.dice && this.rows.includes(row) ? row.dice.split("-").map(Number) : null);
    const step = row === this.picked && this.slider.at > 0 ? this.slider.step : null;  // of a chain
    this.board.draw({ game: this.game, position: step ? parsePosition(step.position) : this.position, you: t("you_to_play"), opponent: t("the_opponent"), dice,
                      acts: "own", sources: null,
                      arrows: step ? step.steps : this.rows.includes(row) ? row.steps : null });
    $("analyse-die1").disabled = $("analyse-die2").disabled = this.isPending;
    $("analyse-chain").disabled = !this.game.chains || !(this.isPending || (this.dice && this.dice[0] === this.dice[1]));
    $("analyse-form").querySelector("button.main").disabled = !this.game.net;
    $("analyse-rollout").disabled = !this.game.net;
    if (!this.game.net) say($("analyse-summary"), t("no_net", { game: gameTitle(this.game.name) }));
  }
}
