// Titles of the variants and their rules in short (docs/rules.md has the full rules).
import { known, t } from "./language.js";

export const gameTitle = (name) => known(`game_${name}`) ? t(`game_${name}`) : name;

const contrary = ["start_contrary", "begin", "dice"], parallel = ["start_parallel", "begin", "dice"];
const gulBara = [...parallel, "block", "first_rolls", "chain"];
const fevga = [...parallel, "doublet", "block", "runner"];
const kRules = {
  gioul: [...contrary, "block", "chain", "forfeit", "dead", "off", "win"],
  "gul-bara": [...gulBara, "forfeit", "dead", "off", "win", "elsewhere_gul_bara"],
  "gul-bara-lost": [...gulBara, "lost", "off", "win", "elsewhere_gul_bara"],
  plakoto: [...contrary, "doublet", "pin", "closed", "mother", "off", "pinned_off", "win"],
  "plakoto-no-mother": [...contrary, "doublet", "pin", "closed", "no_mother", "off", "pinned_off", "win"],
  fevga: [...fevga, "start_points", "trap", "off", "win"],
  moultezim: [...fevga, "four_points", "trap", "off", "win"],
  portes: ["start_portes", "begin", "dice", "doublet", "hit", "enter", "off", "win", "no_cube"],
};
export const rulesOf = (name) => kRules[name].map((rule) => t(`rule_${rule}`));
