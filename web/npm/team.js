// Workers that play one rollout together (eval/play/trial_memo.h): what each has played of a block
// lies in memory that all of them see, which only pages have that are isolated from others, and Node.
const kNumbers = 5;  // of a value; the first is NaN where it was not played
const kValues = kNumbers << 14;  // numbers that are exchanged at a time
const kArrived = 0, kLeft = 1;  // how many meetings were come to; whether one of the team has left

export const canShare = typeof SharedArrayBuffer !== "undefined";

// Of a team of `of`: what newcomers are told, together with their number from 1.
export const newTeam = (of) => ({ of, signs: new Int32Array(new SharedArrayBuffer(8)),
                                  values: new Float64Array(new SharedArrayBuffer(3 * 8 * kValues)).fill(NaN) });

// Nobody is waited for any longer.
export function leave({ signs }) {
  Atomics.store(signs, kLeft, 1);
  Atomics.notify(signs, kArrived);
}

export const alone = { number: 1, of: 1, exchange: () => true };

// One of a team; `isStopped()` says whether whoever asked wants no more: then what has been played by then
// is exchanged once more.
export function memberOf({ number, of, signs, values }, isStopped) {
  let meetings = 0;
  // Of a meeting. All have read the last one's when all have come to this one, and none writes the next but
  // one's before all come to the next, so that is when it is cleared.
  const placeOf = (meeting) => values.subarray((meeting % 3) * kValues, (meeting % 3 + 1) * kValues);
  // Until all have written.
  const meet = () => {
    const all = of * ++meetings;
    Atomics.add(signs, kArrived, 1);
    Atomics.notify(signs, kArrived);
    for (let arrived; (arrived = Atomics.load(signs, kArrived)) < all;) {
      if (Atomics.load(signs, kLeft)) return false;
      Atomics.wait(signs, kArrived, arrived, 100);
    }
    return true;
  };
  const exchange = (mine) => {
    for (let begin = 0; begin < mine.length; begin += kValues) {
      const part = mine.subarray(begin, begin + kValues);
      const place = placeOf(meetings);
      for (let i = 0; i < part.length; i += kNumbers) {
        if (!Number.isNaN(part[i])) place.set(part.subarray(i, i + kNumbers), i);
      }
      if (!meet()) return false;
      part.set(place.subarray(0, part.length));
      if (number === 1) placeOf(meetings + 1).fill(NaN);
    }
    if (!isStopped()) return true;
    leave({ signs });
    return false;
  };
  return { number, of, exchange };
}
