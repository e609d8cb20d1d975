// Titles of the variants and their rules in short (docs/rules.md has the full rules).
import { hasText, t } from "./language.js";

export const gameTitle = (name) => hasText(`game_${name}`) ? t(`game_${name}`) : name;

const contrary = ["start_contrary", "begin", "dice"], parallel = ["start_parallel", "begin", "dice"];
const end = ["win", "no_cube"];
const gulBara = [...parallel, "block", "walls", "first_rolls", "chain"];
const fevga = [...parallel, "doublet", "block", "runner"];
const kRules = {
  gioul: [...contrary, "block", "walls", "chain", "forfeit", "dead", "off", ...end],
  "gul-bara": [...gulBara, "forfeit", "dead", "off", ...end, "elsewhere_gul_bara"],
  "gul-bara-lost": [...gulBara, "lost", "off", ...end, "elsewhere_gul_bara"],
  plakoto: [...contrary, "doublet", "pin", "closed", "mother", "off", "pinned_off", ...end],
  "plakoto-no-mother": [...contrary, "doublet", "pin", "closed", "no_mother", "off", "pinned_off", ...end],
  fevga: [...fevga, "start_points", "trap", "off", ...end],
  moultezim: [...fevga, "four_points", "trap", "off", ...end],
  portes: ["start_portes", "begin", "dice", "doublet", "hit", "enter", "off", ...end],
};
export const rulesOf = (name) => kRules[name].map((rule) => t(`rule_${rule}`));
