// The Practice view: solve the costly decisions of your own games again, or decisions of the
// bundled test sets, whose plays were rolled out.
import { post, randomSeed } from "./api.js";
import { Board } from "./board.js";
import { $, fillSelect, say, announce, retrying, showNote } from "./dom.js";
import { join, t } from "./language.js";
import { MoveEntry } from "./move_entry.js";
import { gameTitle } from "./games.js";
import { gradeAll, gradeDecision } from "./grading.js";
import { savedGames } from "./storage.js";
import { formatQuery } from "./url_state.js";
import { diceText } from "./play_panels.js";
import { parsePlay, parsePosition } from "./position.js";
import { playCheckerSounds } from "./sound.js";

const kGames = 10, kCostly = 0.02, kDrawn = 20;

export class PracticeView {
  constructor(world) {
    this.world = world;
    this.board = new Board($("practice-board"), {
      press: (place, event) => event.type === "keydown" && this.entry?.isFull ? this.check() : this.makeMove((entry) => entry.tap(place, this.task.dice), place),
      drag: (from, to) => this.makeMove((entry) => entry.move(from, to), from, to),
      targets: (from) => this.entry.targets(from),
      undo: () => this.makeMove((entry) => entry.undo()),
    });
    for (const [id, work] of [["check", () => this.check()], ["undo", () => this.makeMove((entry) => entry.undo())],
                              ["solution", () => this.solve(this.task.best)], ["next", () => this.next()],
                              ["analyse", () => { world.views.analyse.set(this.task.game, this.task.position, this.task.dice); world.show("analyse"); }]]) {
      $(`practice-${id}`).addEventListener("click", work);
    }
    fillSelect($("practice-from"), [["", t("your_last_games")], ...world.games.map(({ name }) => [name, gameTitle(name)])]);
    $("practice-from").addEventListener("change", () => { world.mark("practice"); this.from($("practice-from").value); });
    this.set = "";  // the variant of the test set; "" for your own games
    this.tasks = [];
    this.judged = new Map();  // graded decisions by their origin, so that none is graded twice
    this.solved = this.tried = 0;
  }

  shown() {
    this.draw();
    if (!this.task) this.collect();
  }

  link() { return formatQuery({ set: $("practice-from").value || undefined }); }
  open(params) {
    const name = params.get("set"), set = this.world.game(name)?.name ?? "";
    if (name && !set) showNote("link", t("no_such_game", { name }));
    $("practice-from").value = set;
    if (set !== this.set) this.from(set);
  }

  // Switches to another source of decisions.
  from(set) {
    Object.assign(this, { set, tasks: [], task: null, entry: null, answer: null, solved: 0, tried: 0 });
    this.draw();
    this.collect();
  }

  collect() { return this.set ? this.drawFromTestSet() : this.findCostlyDecisions(); }

  // Requests random decisions of a test set.
  async drawFromTestSet() {
    const { set } = this;
    const looking = this.looking = {};
    const wanted = () => looking === this.looking;
    this.showStatus(t("drawing_decisions"));
    const found = await retrying(() => post("decisions", { variant: set, count: kDrawn, seed: randomSeed() }), wanted,
                                 { paused: () => this.showStatus(t("waits_for_network")) });
    if (!found || !wanted()) return;
    const game = this.world.game(set);
    this.trials = found.trials;
    this.tasks = found.decisions.map(({ position, dice, plays }) => ({ game, position, dice, plays, best: plays[0] }));
    this.next();
  }

  // Finds the user's costliest decisions in the last games.
  async findCostlyDecisions() {
    const looking = this.looking = {};
    const wanted = () => looking === this.looking && !$("practice").hidden;
    const games = savedGames().filter(({ moves, game }) => moves.length > 0 && this.world.game(game)?.net).slice(0, kGames);
    this.showStatus(t(games.length > 0 ? "reviewing_games" : "play_first"));
    for (const kept of games) {
      const game = this.world.game(kept.game);
      const mine = kept.moves.map((move, i) => ({ ...move, game, key: `${kept.id} ${i}` }))
        .filter(({ actor, key }) => actor === "you" && !this.judged.has(key));
      if (!(await gradeAll(game, mine, { plies: 1, wanted }))) return;
      for (const decision of mine) this.judged.set(decision.key, decision);
    }
    this.tasks = [...this.judged.values()].filter(({ cost }) => cost >= kCostly).sort((a, b) => b.cost - a.cost);
    if (games.length > 0) this.next();
  }

  async next() {
    this.task = this.tasks.shift();
    this.entry = this.answer = null;
    this.draw();
    if (!this.task && this.set) return void this.collect();
    if (!this.task) {
      if (this.judged.size > 0) this.showStatus(this.tried > 0 ? t("all_solved", { solved: this.solved, tried: this.tried }) : t("nothing_costly"));
      return;
    }
    const { task } = this;
    const { game, position, dice } = task;
    const decision = await retrying(() => post("moves", { variant: game.name, position, ...(dice ? { dice } : {}) }), () => task === this.task);
    if (!decision || task !== this.task) return;
    this.entry = new MoveEntry(game, decision);
    const [number, left] = decision.chain?.numbers[0] ?? [];
    const roll = dice ? t("you_rolled", { dice: diceText(dice) }) : t("play_of_chain", { left, number });
    this.showStatus(t("what_do_you_play", { game: gameTitle(game.name), roll }));
    this.draw();
  }

  // Runs `move(entry)`, which makes a checker move if it can, else says why not.
  makeMove(move, from, to) {
    if (!this.entry || this.answer) return;
    const isMade = move(this.entry);
    this.draw();
    if (isMade) playCheckerSounds([0]);
    else if (from !== undefined) {
      this.showStatus(this.entry.whyNot(from, to));
      this.board.shake(from);
    }
  }

  // Grades the entered play: by the test set, or by 1-ply search.
  async check() {
    const move = this.entry?.completePlay();
    if (!move || this.answer) return;
    const { task } = this;
    const ofSet = task.plays?.find(({ afterstate }) => afterstate === move.afterstate);
    const found = ofSet ? { cost: ofSet.loss / 1000, error: ofSet.error, best: task.best }
      : await retrying(() => gradeDecision(task.game, { ...task, afterstate: move.afterstate }, 1), () => task === this.task);
    if (!found || task !== this.task || this.answer) return;
    const { cost, error, best } = found;
    const isBest = cost < 0.0005, asGood = 1000 * cost <= (error ?? 0);  // within their error
    this.tried += 1;
    if (isBest || asGood) this.solved += 1;
    const exact = t("millipoints", { n: Math.round(1000 * cost) });
    const costs = ofSet && error === undefined ? t("about", { cost: exact }) : exact;
    this.solve(best, isBest ? t("yes_best") : t(asGood ? "yes_as_good" : "play_costs", { play: move.play, costs }));
  }

  solve(best, verdict = "") {
    const { task } = this;
    this.answer = best;
    const known = task.plays ? t("rolled_out_in", { n: this.trials }) : t("you_played_cost", { play: task.play, cost: t("millipoints", { n: Math.round(1000 * task.cost) }) });
    this.showStatus(join([verdict, t("best_is", { play: best.play }), known]));
    this.draw();
    $("practice-next").focus({ preventScroll: true });
  }

  showStatus(text) {
    say($("practice-status"), text);
    announce(text);
  }

  draw() {
    if ($("practice").hidden) return;
    const { task, entry, answer } = this;
    const game = task?.game ?? this.world.game(this.set || "gioul");
    const position = answer || !entry ? parsePosition(task?.position ?? game.start) : entry.position;
    const asks = entry && !answer;
    this.board.draw({ game, position, you: t("you"), opponent: t("the_opponent"), dice: task?.dice ?? null, acts: "own",
                      sources: asks ? entry.sources() : null, left: asks && task.dice ? entry.remainingDice(task.dice) : null,
                      arrows: answer ? parsePlay(answer.play) : null });
    $("practice-check").disabled = !asks || !entry.completePlay();
    $("practice-undo").disabled = !asks || entry.made.length === 0;
    $("practice-solution").disabled = !asks;
    $("practice-next").disabled = $("practice-analyse").disabled = !task;
    const solved = { solved: this.solved, tried: this.tried, n: this.tasks.length };
    say($("practice-score"), this.tried > 0 ? t(this.set ? "solved" : "solved_to_come", solved) : task && !this.set ? t("to_come", solved) : "");
  }
}
