// Titles of the variants and short rules with pictures (docs/rules.md has the full rules).
import { known, t } from "./language.js";

export const gameTitle = (name) => known(`game_${name}`) ? t(`game_${name}`) : name;

const chain = { position: "24:1,off:14|13:1,10:1,off:13", dice: [4, 4], arrows: [[24, 20], [20, 16]],
                caption: t("picture_chain") };
const begun = { position: "24:15|24:15", dice: [6, 5], arrows: [[24, 18], [24, 19]], caption: t("picture_start") };
const pinned = { position: "24:1,8:14|24:2,10:12,1:1|pinned=24/-", caption: t("picture_mother") };

const kRules = {
  gioul: [["contrary", "block", "chain", "forfeit"], [begun, chain]],
  "gul-bara": [["parallel", "block", "chain", "forfeit", "first_rolls"], [begun]],
  "gul-bara-lost": [["parallel", "block", "chain", "lost", "first_rolls"], [begun]],
  plakoto: [["contrary", "pin", "doublet", "mother"],
            [{ position: "12:1,5:1,3:13|24:1,23:2,14:2,10:10", dice: [4, 1], arrows: [[5, 1]], caption: t("picture_pin") }, pinned]],
  "plakoto-no-mother": [["contrary", "pin", "doublet", "no_mother"], [pinned]],
  fevga: [["parallel", "block", "doublet", "runner", "fevga_wall"],
          [{ ...begun, dice: [6, 6], arrows: [[24, 18]], caption: t("picture_fevga") }]],
  moultezim: [["parallel", "block", "doublet", "runner", "moultezim_wall"], [begun]],
  portes: [["contrary", "hit", "doublet"],
           [{ position: "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5", dice: [3, 1], arrows: [[8, 5], [6, 5]], caption: t("picture_portes") }]],
};

// Returns { texts, pictures } of a variant.
export function rulesOf(name) {
  const [rules, pictures] = kRules[name];
  return { texts: [...rules, "both_dice", "bear_off"].map((rule) => t(`rule_${rule}`)), pictures };
}
