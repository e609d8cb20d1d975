// A group of workers that play one rollout together (eval/rollout/trial_cache.h). They exchange
// finished trials through shared memory, which only Node and cross-origin isolated pages allow.
const kNumbers = 5;  // numbers per value; the first is NaN if the trial is missing
const kValues = kNumbers << 14;  // numbers exchanged at a time
const kArrived = 0, kLeft = 1;  // indices: arrivals at meetings; whether a worker has left

export const canShare = typeof SharedArrayBuffer !== "undefined";

// Makes a group of `of` workers. Each gets this object and its number, from 1.
export const createWorkerGroup = (of) => ({ of, signs: new Int32Array(new SharedArrayBuffer(8)),
                                  values: new Float64Array(new SharedArrayBuffer(3 * 8 * kValues)).fill(NaN) });

// Ends all waiting.
export function leave({ signs }) {
  Atomics.store(signs, kLeft, 1);
  Atomics.notify(signs, kArrived);
}

// A group of one worker, which has nothing to exchange.
export const soloGroup = { number: 1, of: 1, exchange: () => true };

// Returns one worker's view of the group. When `isStopped()` returns true, finished trials are
// exchanged once more.
export function groupMember({ number, of, signs, values }, isStopped) {
  let meetings = 0;
  // Returns the buffer of a meeting. There are three. When all have arrived at a meeting, all have
  // read the previous buffer; it is used again two meetings later, so worker 1 can clear it.
  const bufferOf = (meeting) => values.subarray((meeting % 3) * kValues, (meeting % 3 + 1) * kValues);
  // Waits until all have written.
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
      const buffer = bufferOf(meetings);
      for (let i = 0; i < part.length; i += kNumbers) {
        if (!Number.isNaN(part[i])) buffer.set(part.subarray(i, i + kNumbers), i);
      }
      if (!meet()) return false;
      part.set(buffer.subarray(0, part.length));
      if (number === 1) bufferOf(meetings + 1).fill(NaN);
    }
    if (!isStopped()) return true;
    leave({ signs });
    return false;
  };
  return { number, of, exchange };
}
