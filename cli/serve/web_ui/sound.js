// Sounds synthesized from noise and tones: checkers, dice, the end of a game.
let context, isOn = true;

export function switchSound(on) { isOn = on; }

// Counts the sounds, for tests.
const count = () => { document.body.dataset.sounds = Number(document.body.dataset.sounds ?? 0) + 1; };

// Returns a gain that falls from `loud` to zero within `length` seconds from `at` on.
function fading(at, loud, length) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}

function knock(at, pitch, loud) {
  const length = 0.05, samples = Math.round(length * context.sampleRate);
  const noise = context.createBuffer(1, samples, context.sampleRate);
  noise.getChannelData(0).forEach((_, i, data) => { data[i] = 2 * Math.random() - 1; });
  const source = context.createBufferSource(), filter = context.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(at, loud, length));
  source.start(at);
}

function tone(at, pitch) {
  const source = context.createOscillator();
  source.frequency.value = pitch;
  source.connect(fading(at, 0.15, 0.5));
  source.start(at);
  source.stop(at + 0.5);
}

// Browsers allow sound only after user input. Earlier sounds are dropped.
function sounding(work) {
  if (!isOn || !navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  count();
  work(context.currentTime);
}

// One knock per checker, at these times in milliseconds.
export const soundCheckers = (ends) => sounding((now) => { for (const end of ends) knock(now + end / 1000, 900, 0.6); });
export const soundDice = () => sounding((now) => { for (const [after, pitch] of [[0, 2600], [0.06, 2200], [0.11, 2900], [0.19, 2400]]) knock(now + after, pitch, 0.4); });
export const soundEnd = (won) => sounding((now) => { (won ? [523, 659, 784] : [440, 349]).forEach((pitch, i) => tone(now + 0.16 * i, pitch)); });
