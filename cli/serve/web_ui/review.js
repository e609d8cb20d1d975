// The Review view: a game decision by decision, from the user's side: the loss of each by search,
// and the luck of the rolls.
import { post } from "./api.js";
import { apiMessage } from "./api_errors.js";
import { Board } from "./board.js";
import { $, fillSelect, make, say, announce, retrying } from "./dom.js";
import { gradeAll, millipoints } from "./grading.js";
import { join, signed, t } from "./language.js";
import { chainNumber, StepSlider } from "./step_slider.js";
import { listGames } from "./saved_games.js";
import { savedGame, savedGames } from "./storage.js";
import { copyLink, compressForUrl, formatQuery, decompressFromUrl } from "./url_state.js";
import { diceText, parseEnding } from "./play_panels.js";
import { shortTitle } from "./players.js";
import { drawEquityBar, drawEquityGraph, luckAndSkillText, totalsTable } from "./review_charts.js";
import { flipped, inYourNumbers, parsePlay, parsePosition } from "./position.js";

const kBest = 0.0005;  // a play that loses less is as good as the best
const costClass = (cost) => cost < 0.01 ? "c0" : cost < 0.04 ? "c1" : cost < 0.1 ? "c2" : "c3";
const costMark = { c0: "", c1: "?!", c2: "?", c3: "??" };

// Describes the result of a record (docs/game-files.md) for users.
function resultText(result) {
  const [, winner, n, resigned] = /^(first|second) wins (\d+)(, as .*)?$/.exec(result) ?? [];
  if (winner) return t(resigned ? `${winner}_wins_by_resignation` : `${winner}_wins`, { n: Number(n) });
  return { tie: t("result_tie"), running: t("result_running") }[result] ?? result;
}

// Reads a file of another program, which may be in any encoding.
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = bytes[0] << 8 | bytes[1];
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export class ReviewView {
  constructor(world) {
    this.world = world;
    fillSelect($("review-plies"), [0, 1, 2].map((n) => [`${n}`, t("plies", { n })]), "1");
    this.board = new Board($("review-board"), {});
    $("review-form").addEventListener("submit", (event) => { event.preventDefault(); this.read(0); });
    $("review-which").addEventListener("change", () => this.read(Number($("review-which").value)));
    $("review-file").addEventListener("change", async () => {
      const file = $("review-file").files[0];
      if (file) { $("review-text").value = await textOf(file); this.read(0); }
    });
    $("review-save").addEventListener("click", () => this.save(this.decisions.length > 0 ? [this] : [], `${this.game.name}-game`));
    $("review-save-all").addEventListener("click", () =>
      this.save(savedGames().filter(({ moves }) => moves.length > 0).map((kept) => this.asGame(kept)), "gioul-games"));
    $("review-link").addEventListener("click", () => copyLink($("review-link")));
    $("review-plies").addEventListener("change", () => this.grade());
    $("review-whose").addEventListener("change", () => this.draw());
    this.slider = new StepSlider($("review-steps"), ({ at }) => this.go(at));
    for (const [id, to] of [["first", () => 0], ["previous", () => this.at - 1], ["next", () => this.at + 1],
                            ["last", () => this.decisions.length - 1], ["worst", () => this.nextMistake()]]) {
      $(`review-${id}`).addEventListener("click", () => this.go(to()));
    }
    $("review").addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      if (event.key === "ArrowLeft") this.go(this.at - 1);
      if (event.key === "ArrowRight") this.go(this.at + 1);
    });
    $("review-analyse").addEventListener("click", () => {
      const decision = this.decisions[this.at];
      world.views.analyse.set(this.game, decision.position, decision.dice);
      world.show("analyse");
    });
    $("review-play").addEventListener("click", () => {
      const decision = this.decisions[this.at];
      world.views.play.playFrom(this.game, decision.position, "you", decision.dice);
    });
    this.decisions = [];
    this.at = 0;
    this.game = world.game("gioul");
    this.names = ["first", "second"];
  }

  // Titles of players whose names are those of the record.
  get titles() { return this.names.map((name) => ["you", "first", "second"].includes(name) ? t(name) : shortTitle(name)); }

  shown() {
    $("review-kept-card").hidden = listGames($("review-kept"), this.world.views) === 0;
    this.draw();
  }

  // --- Sources of games ---

  link() { return formatQuery({ ...this.source, at: this.decisions.length > 0 && this.source ? this.at + 1 : undefined }); }

  // Shows the game in the page's address.
  open(params) {
    const at = parseInt(params.get("at"), 10) - 1 || 0;
    const source = { kept: params.get("kept") ?? undefined, game: params.get("game") ?? undefined };
    if (source.kept === this.source?.kept && source.game === this.source?.game) {
      if (this.decisions.length > 0) this.go(at);
      return;
    }
    if (source.kept) {
      const kept = savedGame(source.kept);
      if (kept?.moves.length > 0) this.load(kept, at);
      else this.refuse(t("game_gone"));
    } else if (source.game) {
      decompressFromUrl(source.game).then((text) => { $("review-text").value = text; this.read(0, at); },
                                 () => this.refuse(t("no_game_in_address")));
    }
  }

  // Shows a game of this page, as stored.
  load(kept, at = 0) {
    this.reading = null;
    this.refuse(null);
    Object.assign(this, this.asGame(kept), { note: undefined });
    this.source = { kept: kept.id };
    $("review-text").value = this.asText(this);
    $("review-which-label").hidden = true;
    this.world.show("review");
    this.start(at);
  }

  asGame({ game, moves, ended, player }) {
    const first = moves[0].actor;
    return { game: this.world.game(game), names: first === "you" ? ["you", player] : [player, "you"],
             decisions: moves.map((move) => ({ ...move, second: move.actor !== first })),
             result: this.resultOf(ended, moves, first) };
  }

  // Formats a result as in docs/game-files.md; a player who resigns may stop anywhere.
  resultOf(ended, moves, first) {
    if (!ended) return "running";
    if (!ended.winner) return "tie";
    const [winner, loser] = ended.winner === first ? ["first", "second"] : ["second", "first"];
    return `${winner} wins ${ended.points}${parseEnding(moves.at(-1).afterstate) ? "" : `, as ${loser} resigned`}`;
  }

  // Shows beside the record why it cannot be shown, or nothing.
  refuse(why) {
    say($("review-wrong"), why ?? "");
    $("review-wrong").hidden = !why;
    if (!why) return $("review-text").removeAttribute("aria-invalid");
    $("review-text").setAttribute("aria-invalid", "true");
    $("review-wrong").scrollIntoView({ block: "nearest" });
  }

  async read(which, at = 0) {
    const text = $("review-text").value;
    const reading = this.reading = {};
    await retrying(async () => {
      const { games, game } = await post("replay", { text, game: which || undefined });
      const errors = await Promise.all(games.map(({ error }) => error && apiMessage(error)));
      if (reading !== this.reading) return;
      this.refuse(null);
      which ||= games.findIndex(({ error }) => !error);
      fillSelect($("review-which"), games.map((head, i) => [`${i}`, head.error ? `✗ ${head.line}: ${errors[i]}` : t("game_and_result", { number: head.number, result: resultText(head.result) })]), `${which}`);
      $("review-which-label").hidden = games.length < 2;
      this.game = this.world.game(game.variant);
      this.names = game.players.map((player, i) => player || ["first", "second"][i]);
      this.decisions = game.decisions;
      this.result = game.result;
      this.note = games[which].note && await apiMessage(games[which].note);
      this.source = { game: await compressForUrl(games.length > 1 ? this.asText(this) : text) };
      this.start(at);
    }, () => reading === this.reading, { refused: (why) => this.refuse(why) });
  }

  // Formats a game as in docs/game-files.md, for gioul show and gioul verify.
  asText({ game, names, decisions, result }, number = 0) {
    const position = decisions[0]?.position ?? game.start;  // a player may resign at once
    const checkers = parsePosition(position).own.reduce((sum, count) => sum + count, 0);
    const lines = [`game ${number}`, `variant ${game.name}`, `checkers ${checkers}`, ...(position === game.start ? [] : [`start ${position}`]), `first player ${names[0]}`, `second player ${names[1]}`];
    decisions.forEach((decision, i) => {
      lines.push(`${`${i + 1}`.padStart(4)}  ${decision.second ? "second" : "first "}  ${this.demand(decision).padEnd(10)}  ${decision.play}`);
    });
    lines.push(result);
    return `${lines.join("\n")}\n`;
  }

  demand(decision) {
    const { owed, forfeit } = parsePosition(decision.position);
    if (owed > 0) return `owed ${owed}`;
    if (forfeit > 0) return `forfeit ${forfeit}`;
    return diceText(decision.dice);
  }

  save(games, name) {
    if (games.length === 0) return;
    const text = games.map((game, i) => this.asText(game, i)).join("\n");
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `${name}.txt` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // The players whose mistakes are shown: the user, else both.
  start(at = 0) {
    fillSelect($("review-whose"), [["", t("everybodys")], ...this.titles.map((title, i) => [`${i}`, title])],
               this.yours < 0 ? "" : `${this.yours}`);
    this.go(at);
    this.grade();
  }

  // Returns which player is the user, or -1; and which one sits at the bottom.
  get yours() { return this.names.indexOf("you"); }
  get seat() { return this.yours < 0 ? Number($("review-whose").value) : this.yours; }

  // --- Losses ---

  async grade() {
    for (const decision of this.decisions) for (const found of ["cost", "luck", "value"]) delete decision[found];
    const judging = this.judging = {};
    this.graded = 0;
    this.draw();
    if (!this.game.net || this.decisions.length === 0) return;
    const whole = await gradeAll(this.game, this.decisions, {
      plies: Number($("review-plies").value), luck: true, wanted: () => judging === this.judging,
      onGraded: (done) => { this.graded = done; this.showTotals(); } });
    if (!whole) return;
    this.draw();
    announce(t("review_done"));
  }

  nextMistake() {
    const whose = $("review-whose").value;
    const next = this.decisions.findIndex(({ cost, second }, i) =>
      i > this.at && cost >= 0.04 && (whose === "" || second === (whose === "1")));
    return next < 0 ? this.at : next;
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.decisions.length - 1, to));
    this.draw();
    this.world.mark("review");
    const decision = this.decisions[this.at];
    if (decision) announce($("review-status").textContent);
  }

  // --- Display ---

  draw() {
    if ($("review").hidden) return;
    const { game, seat, yours } = this;
    const decision = this.decisions[this.at];
    const empty = !decision;
    for (const id of ["first", "previous", "next", "last", "worst", "analyse", "play", "save", "link"]) $(`review-${id}`).disabled = empty;
    for (const id of ["moves", "totals"]) $(`review-${id}-card`).hidden = empty;
    const position = parsePosition(decision?.position ?? game.start);
    const isOpponents = decision !== undefined && Number(decision.second) !== seat;
    const isBetter = decision?.best && !decision.forced && decision.cost >= kBest;
    const home = t("home");
    this.board.draw({ game, position: isOpponents ? flipped(position) : position, you: this.titles[seat], opponent: this.titles[1 - seat],
                      dark: yours >= 0 && $("play-colour").value === "dark", homes: yours < 0 ? { own: home, opp: home } : undefined,
                      dice: decision?.dice ?? null, acts: isOpponents ? "opp" : "own",
                      arrows: decision ? parsePlay(decision.play) : null, better: isBetter ? parsePlay(decision.best.play) : null });
    $("review-legend").hidden = !isBetter;
    say($("review-status"), empty ? t("review_empty") : this.words(decision, isOpponents));
    this.slider.show(this.chainSteps(), this.at - this.chainStart(this.at));
    this.showMoves();
    $("review-graph").parentElement.hidden = empty || !game.net;
    $("review-graph").replaceChildren(...drawEquityGraph(this.decisions, { at: this.at, seat, name: this.titles[seat], onSelect: (i) => this.go(i) }));
    drawEquityBar($("review-equity"), this.decisions, { at: this.at, seat, name: this.titles[seat] });
    say($("review-note"), this.note ? t("file_note", { note: this.note }) : "");
    this.showTotals();
  }

  showTotals() {
    const { decisions, seat, titles } = this;
    const isDone = this.graded === decisions.length;
    say($("review-sums"), !this.game.net || decisions.length === 0 ? "" : isDone ? luckAndSkillText(decisions, seat, titles)
      : t("evaluating", { done: this.graded, total: decisions.length }));
    $("review-totals").replaceChildren(...(isDone || !this.game.net ? [totalsTable(this.game, decisions, { seat, titles })] : []));
  }

  // Returns the index of the first decision of the chain or forfeit that a decision belongs to.
  chainStart(at) {
    const isBegun = (i) => parsePosition(this.decisions[i].position).owed > 0 && i > 0;
    const isForfeit = (i) => parsePosition(this.decisions[i].position).forfeit > 0;
    while (at > 0 && this.decisions[at] && this.decisions[at].second === this.decisions[at - 1].second &&
           (isBegun(at) || (isForfeit(at) && isForfeit(at - 1)))) --at;
    return at;
  }
  // Returns the steps of the chain that is shown, or nothing.
  chainSteps() {
    const start = this.chainStart(this.at);
    const all = this.decisions.map((decision, at) => ({ ...decision, at, number: chainNumber(decision) }));
    return all.filter(({ at }) => this.chainStart(at) === start);
  }

  words(decision, isOpponents) {
    const who = this.titles[decision.second ? 1 : 0];
    const shown = (play) => isOpponents && play !== "-" ? t("on_the_board", { play, shown: inYourNumbers(this.game, play) }) : play;
    const parts = [t("decision", { number: this.at + 1, player: who, demand: this.demandText(decision), play: shown(decision.play) })];
    if (decision.forced) parts.push(t("forced"));
    else if (decision.cost !== undefined) {
      parts.push(decision.cost < kBest ? t("best_play") :
        t(decision.mixed ? "cost_about" : "cost_exactly", { cost: t("millipoints", { n: Math.round(1000 * decision.cost) }), best: shown(decision.best.play) }));
    }
    if (decision.luck !== undefined) parts.push(t("luck_of_roll", { luck: signed(decision.luck) }));
    return join(parts);
  }

  demandText(decision) {
    const { owed, forfeit } = parsePosition(decision.position);
    return owed > 0 ? t("owed", { n: owed }) : forfeit > 0 ? t("forfeited", { n: forfeit }) : this.demand(decision);
  }

  showMoves() {
    const list = $("review-moves");
    list.replaceChildren(...this.decisions.map((decision, i) => {
      const kind = decision.cost === undefined || decision.forced ? null : costClass(decision.cost);
      const cost = kind === null ? "" : join([millipoints(decision.cost), costMark[kind]]);
      return make("li", {}, make("button", { type: "button", "aria-current": i === this.at ? "step" : null, onclick: () => this.go(i) },
        make("span", {}, this.yours < 0 ? join([i + 1, this.titles[decision.second ? 1 : 0]])
          : t(Number(decision.second) === this.yours ? "move_of_you" : "move_of_opponent", { number: i + 1 })), make("span", { class: "dice" }, this.demandText(decision)),
        make("span", {}, decision.play), make("span", { class: `cost ${kind ?? ""}` }, cost)));
    }), ...(this.result && this.decisions.length ? [make("li", {}, resultText(this.result))] : []));
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.parentElement.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}
