// Sounds synthesized from noise and tones: checkers, dice, the end of a game.
let context, isOn = true;

export function enableSound(on) { isOn = on; }

// Counts the sounds, for tests.
const count = () => { document.body.dataset.sounds = Number(document.body.dataset.sounds ?? 0) + 1; };

// Returns a gain that falls from `volume` to zero within `length` seconds from `at` on.
function fadingGain(at, volume, length) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}

function playKnock(at, pitch, volume) {
  const length = 0.05, samples = Math.round(length * context.sampleRate);
  const noise = context.createBuffer(1, samples, context.sampleRate);
  noise.getChannelData(0).forEach((_, i, data) => { data[i] = 2 * Math.random() - 1; });
  const source = context.createBufferSource(), filter = context.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fadingGain(at, volume, length));
  source.start(at);
}

function playTone(at, pitch) {
  const source = context.createOscillator();
  source.frequency.value = pitch;
  source.connect(fadingGain(at, 0.15, 0.5));
  source.start(at);
  source.stop(at + 0.5);
}

// Runs `work(now)`, which schedules a sound, with the time of the audio context in seconds.
// Browsers allow sound only after user input; earlier sounds are dropped.
function withAudio(work) {
  if (!isOn || !navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  count();
  work(context.currentTime);
}

// Plays one knock per checker, at these times in milliseconds from now.
export const playCheckerSounds = (times) => withAudio((now) => { for (const time of times) playKnock(now + time / 1000, 900, 0.6); });
export const playDiceSound = () => withAudio((now) => { for (const [after, pitch] of [[0, 2600], [0.06, 2200], [0.11, 2900], [0.19, 2400]]) playKnock(now + after, pitch, 0.4); });
export const playEndSound = (won) => withAudio((now) => { (won ? [523, 659, 784] : [440, 349]).forEach((pitch, i) => playTone(now + 0.16 * i, pitch)); });
