// Titles of the variants and short rules with pictures (docs/rules.md has the full rules).

const kTitles = {
  gioul: "Gioul", "gul-bara": "Gul Bara", "gul-bara-lost": "Gul Bara, chains that are lost",
  plakoto: "Plakoto (Tapa)", "plakoto-no-mother": "Plakoto without the mother", fevga: "Fevga",
  moultezim: "Moultezim", portes: "Portes", tavli: "Tavli", "tapa-gul-bara": "Tapa and Gul Bara",
};
export const gameTitle = (name) => kTitles[name] ?? name;

const kPlain = "A doublet is its number four times.";
const kBlock = "One checker holds a point: the opponent cannot land there. Nothing is hit or pinned.";
const kContrary = "You bring your checkers from 24 down to 1, the opponent moves the other way.";
const kParallel = "Both move in the same direction, from 24 down to 1; the opponent's 24 is your 12.";
const kChain = "A doublet begins a chain: its number four times, then the next higher one four times, and so on up to four 6's.";
const kForfeit = "If you cannot complete a chain, the rest of it passes to the opponent, who plays it before rolling.";

const chain = { position: "24:1,off:14|13:1,10:1,off:13", dice: [4, 4], arrows: [[24, 20], [20, 16]],
                caption: "4-4: after two 4's the opponent holds 12. The chain ends: ten moves pass to the opponent." };
const begun = { position: "24:15|24:15", dice: [6, 5], arrows: [[24, 18], [24, 19]], caption: "The start, and a 6-5." };
const pinned = { position: "24:1,8:14|24:2,10:12,1:1|pinned=24/-", caption: "Your mother is pinned on 24. The opponent still has two on its start: play goes on." };

const kRules = {
  gioul: [[kContrary, kBlock, kChain, kForfeit], [begun, chain]],
  "gul-bara": [[kParallel, kBlock, kChain, kForfeit, "In your first three rolls a doublet is just four moves."], [begun]],
  "gul-bara-lost": [[kParallel, kBlock, kChain, "If you cannot complete a chain, the rest of it is lost.", "In your first three rolls a doublet is just four moves."], [begun]],
  plakoto: [[kContrary, "A checker that lands on a single one of the opponent's pins it: it can't move until it is left. Two hold a point, and so does one that pins.",
             kPlain, "The mother is the last checker on its start. A player whose mother is pinned loses 2 points if no checker of the opponent is left on its own start. Both pinned is a tie."],
            [{ position: "12:1,5:1,3:13|24:1,23:2,14:2,10:10", dice: [4, 1], arrows: [[5, 1]], caption: "5/1 pins the opponent's mother and wins 2 points." }, pinned]],
  "plakoto-no-mother": [[kContrary, "A checker that lands on a single one of the opponent's pins it: it can't move until it is left. Two hold a point, and so does one that pins.",
                         kPlain, "The last checker on a start may be pinned as any other; only both pinned is a tie."], [pinned]],
  fevga: [[kParallel, kBlock, kPlain, "Your first checker must pass the opponent's start (be on 11 or lower) before another may move.",
           "You may never hold all six points from 19 to 24, nor lock all that the opponent has left behind six points in a row."],
          [{ ...begun, dice: [6, 6], arrows: [[24, 18]], caption: "A first 6-6 is one checker move: the opponent holds 12." }]],
  moultezim: [[kParallel, kBlock, kPlain, "Your first checker must pass the opponent's start (be on 11 or lower) before another may move.",
               "You may never hold more than four of the points from 7 to 12, nor lock all that the opponent has left behind six points in a row."], [begun]],
  portes: [[kContrary, "Backgammon without the cube: a checker that lands on a single one of the opponent's sends it to the bar, from where it must enter before anything else moves. Two hold a point.", kPlain],
           [{ position: "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5", dice: [3, 1], arrows: [[8, 5], [6, 5]], caption: "The start, and the best 3-1." }]],
};
const kAll = ["Both dice are played if any order allows it; else the higher one if it can be.",
              "When all your checkers are on 6 to 1, your home, they are borne off. The first player with all checkers off wins 1 point, or 2 (a gammon) if the opponent has none off."];

// Returns { texts, pictures } of a variant.
export function rulesOf(name) {
  const [texts, pictures] = kRules[name];
  return { texts: [...texts, ...kAll], pictures };
}
