// The lessons: some boards per variant to click through. A text is t(`lesson_${key}`). Positions are
// from your view; `play` is legal there (tests/tools/browser/serve_play.mjs). Several `steps` are
// shown one by one.
const kStart = "24:15|24:15", kPortesStart = "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5";
const off = { key: "off", position: "6:2,5:3,4:2,2:1,off:7|6:4,5:4,3:2,off:5", dice: [6, 3], play: "6/off 6/3" };
const win = { key: "win", position: "2:1,off:14|24:1,5:14", dice: [4, 1], play: "2/off" };
const startContrary = { key: "start_contrary", position: kStart };
const startParallel = { key: "start_parallel", position: kStart };
const roll = { key: "roll", position: kStart, dice: [6, 5], play: "24/18 24/19" };

const gulBara = [
  startParallel, roll,
  { key: "block", position: "24:12,13:2,10:1|24:11,20:2,7:1,6:1", dice: [6, 5], play: "13/7 10/5" },
  { key: "first_rolls", position: `${kStart}|turns=0/0`, dice: [6, 6], play: "24/18(4)" },
  { key: "chain", steps: [{ position: "24:8,20:3,16:4|24:9,19:3,14:3", dice: [5, 5], play: "24/19(4)" },
                          { position: "24:4,20:3,19:4,16:4|24:9,19:3,14:3|owed=4", play: "20/14(3) 16/10" }] },
];
const kParallelForfeit = { position: "24:10,16:1,14:1,3:2,2:1|20:3,18:3,8:5,5:4", dice: [4, 4], play: "16/12 14/10" };
const fevga = [
  startParallel,
  { key: "runner", position: kStart, dice: [6, 5], play: "24/18 18/13" },
  { key: "runner_blocked", position: kStart, dice: [6, 6], play: "24/18" },
  { key: "block", position: "24:11,13:2,10:2|24:11,20:2,7:1,6:1", dice: [6, 5], play: "13/7 10/5" },
];
const trap = { key: "trap", position: "24:1,5:3,4:3,3:3,2:3,1:2|18:15", dice: [2, 1], play: "24/22 3/2" };
const plakoto = [
  startContrary, roll,
  { key: "pin", position: "24:9,16:2,13:2,10:2|24:10,18:1,14:2,11:2", dice: [6, 3], play: "13/7 10/7" },
  { key: "pinned", position: "24:8,16:3,13:3,9:1|24:8,16:1,14:2,11:4|pinned=9/-", dice: [5, 4], play: "24/19 24/20" },
];
const pinnedOff = { key: "pinned_off", position: "6:1,5:4,4:4,off:6|19:1,10:5,8:9|pinned=6/-", dice: [5, 4], play: "5/1" };

export const lessons = {
  gioul: [
    startContrary, roll,
    { key: "block", position: "24:12,13:2,10:1|24:11,20:2,7:1,6:1", dice: [6, 5], play: "13/7 13/8" },
    { key: "chain", steps: [{ position: kStart, dice: [5, 5], play: "24/19(4)" }, { position: "24:11,19:4|24:15|owed=4", play: "24/18(4)" }] },
    { key: "forfeit", position: "24:10,16:1,14:1,3:2,2:1|24:6,19:2,17:2,10:2,5:3", dice: [4, 4], play: "16/12 14/10" },
    { key: "dead", steps: [{ position: "18:1,14:1,12:1,11:1,9:1,7:3,6:2,5:2,4:1,3:1,2:1|24:15|forfeit=12", play: "18/14 14/10(2) 9/5" },
                                        { position: "12:1,11:1,10:2,7:3,6:2,5:3,4:1,3:1,2:1|24:15|forfeit=8", play: "12/7 11/6 10/5(2)" },
                                        { position: "7:4,6:3,5:5,4:1,3:1,2:1|24:15|forfeit=4", play: "-" }] },
    off, win,
  ],
  "gul-bara": [
    ...gulBara, { key: "forfeit", ...kParallelForfeit },
    { key: "dead", steps: [{ position: "18:3,10:2,9:2,8:1,6:2,5:2,4:1,3:1,2:1|24:15|forfeit=12", play: "10/6(2) 9/5(2)" },
                           { position: "18:3,8:1,6:4,5:4,4:1,3:1,2:1|24:15|forfeit=8", play: "8/3 6/1(3)" },
                           { position: "18:3,6:1,5:4,4:1,3:2,2:1,1:3|24:15|forfeit=4", play: "-" }] },
    off, win,
  ],
  "gul-bara-lost": [...gulBara, { key: "lost", ...kParallelForfeit }, off, win],
  plakoto: [
    ...plakoto,
    { key: "mother", position: "12:1,5:1,3:13|24:1,23:2,14:2,10:10", dice: [4, 1], play: "5/1" },
    { key: "mother_waits", position: "24:1,8:14|24:2,10:12,1:1|pinned=24/-" },
    pinnedOff, off, win,
  ],
  "plakoto-no-mother": [...plakoto, { key: "no_mother", position: "24:1,8:14|24:2,10:12,1:1|pinned=24/-" }, pinnedOff, off, win],
  fevga: [
    ...fevga,
    { key: "start_points", position: "24:2,23:1,22:1,21:1,20:1,5:1,off:8|6:2,5:2,4:2,3:1,off:8", dice: [5, 5], play: "-" },
    trap, off, win,
  ],
  moultezim: [
    ...fevga,
    { key: "four_points", position: "24:6,13:2,11:2,10:2,9:2,8:1|18:5,16:5,6:5", dice: [5, 1], play: "13/8 24/23" },
    trap, off, win,
  ],
  portes: [
    { key: "start_portes", position: kPortesStart },
    { key: "first_roll", position: kPortesStart, dice: [3, 3], play: "8/5(2) 6/3(2)" },
    { key: "hit", position: "24:2,13:5,8:3,6:5|24:2,21:1,13:5,8:3,6:4", dice: [4, 2], play: "8/4* 6/4" },
    { key: "enter", position: "bar:1,24:1,13:5,8:3,6:5|24:2,13:5,8:3,6:5", dice: [6, 4], play: "bar/21 24/18" },
    { key: "closed", position: "bar:1,24:1,13:5,8:3,6:5|13:3,8:3,6:3,5:2,4:2,3:2", dice: [6, 5], play: "-" },
    off, win,
  ],
};
