/** Small sounds and light vibrations, synthesised by the device; docs/design-language.md lists them. Silent until the first tap, and if switched off. */
import { settings } from "./settings.svelte";

export type Sound = "lift" | "card" | "deal" | "turn" | "take" | "coin" | "ten" | "refused" | "win" | "loss";
/** Where a sound comes from, from -1 (left) to 1 (right), and whether it is another player's, farther away. */
export interface From {
  pan?: number;
  others?: boolean;
  count?: number; // cards dealt, points taken
}
type Note = [pitch: number, start: number, length: number, shape?: OscillatorType, to?: number];

const LOUD = 0.1;
const FAR = 0.5; // of somebody else's card
const APART = 0.055; // seconds between cards that are dealt
const MOST = 12; // cards, or coins, that are heard one by one
const chord = (shape: OscillatorType, gap: number, length: number, ...pitches: number[]): Note[] => pitches.map((pitch, i) => [pitch, i * gap, length, shape]);
const COIN: Note[] = [[1568, 0, 0.09], [2093, 0.06, 0.09]];
const NOTES: Record<Exclude<Sound, "lift" | "card" | "deal" | "coin">, Note[]> = {
  turn: [[523, 0, 0.14], [784, 0.14, 0.14]],
  take: chord("triangle", 0.07, 0.16, 196, 294, 392),
  ten: chord("triangle", 0.06, 0.2, 523, 659, 784, 1047),
  refused: [[185, 0, 0.12], [185, 0.15, 0.12]],
  win: [...chord("triangle", 0, 0.3, 523, 659, 784), [1047, 0.3, 0.5, "triangle"], [698, 0.3, 0.5, "triangle"]],
  loss: [[392, 0, 0.4], [330, 0.35, 0.4]],
};
const PULSES: Partial<Record<Sound, VibratePattern>> = { lift: 5, card: 10, turn: [15, 60, 15], take: 20, ten: [12, 40, 12], refused: [25, 40, 25], win: [20, 50, 20, 50, 40] };

let context: AudioContext | null = null;
let woken = false; // by a tap: browsers let nobody sound before

if (typeof addEventListener === "function") {
  for (const tap of ["pointerup", "keydown"]) addEventListener(tap, wake, { capture: true });
}
function wake(): void {
  woken = true;
  if (context?.state === "suspended") void context.resume();
}

/** Play a sound, if sound is on and there has been a tap. */
export function play(sound: Sound, { pan = 0, others = false, count = 1 }: From = {}): void {
  if (!woken || !settings.sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const where = placed(context, pan, others ? FAR : 1);
  if (!others) tap(sound);
  if (sound === "lift") brush(where, 0, 0.025, "bandpass", 3200, 0.3);
  else if (sound === "card") lay(where, 0, 1);
  else if (sound === "deal") for (let i = 0; i < Math.min(count, MOST); i++) lay(where, i * APART, 1.02 ** i);
  else if (sound === "coin") coins(where, count, 0);
  else for (const note of NOTES[sound]) ring(where, note);
  if (sound === "take") coins(where, count, 0.3);
}

/** Turn sound off, or on again, audibly. */
export function toggle(): void {
  settings.choose({ sound: !settings.sound });
  play("turn");
}

/** A light vibration, if the phone supports it and motion is not reduced. */
function tap(sound: Sound): void {
  const pulse = PULSES[sound];
  if (pulse && !settings.still) navigator.vibrate?.(pulse);
}

function placed(audio: AudioContext, pan: number, loud: number): AudioNode {
  const [volume, side] = [audio.createGain(), audio.createStereoPanner()];
  volume.gain.value = LOUD * loud;
  side.pan.value = pan;
  volume.connect(side).connect(audio.destination);
  return volume;
}

function coins(where: AudioNode, count: number, start: number): void {
  for (let i = 0; i < Math.min(count, MOST); i++) for (const [pitch, at, length] of COIN) ring(where, [pitch, start + i * 0.12 + at, length]);
}

/** A card being laid: paper, and the table beneath it. */
function lay(where: AudioNode, start: number, higher: number): void {
  brush(where, start, 0.07, "lowpass", 1800 * higher, 1);
  ring(where, [140 * higher, start, 0.06, "sine", 90 * higher]);
}

function ring(where: AudioNode, [pitch, start, length, shape = "sine", to = pitch]: Note): void {
  const audio = where.context;
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime + start];
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + length);
  volume.gain.setValueAtTime(0, now);
  volume.gain.linearRampToValueAtTime(1, now + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(where);
  tone.start(now);
  tone.stop(now + length);
}

function brush(where: AudioNode, start: number, length: number, shape: BiquadFilterType, pitch: number, loud: number): void {
  const audio = where.context;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const [noise, sieve, volume] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  noise.buffer = buffer;
  sieve.type = shape;
  sieve.frequency.value = pitch;
  volume.gain.value = loud;
  noise.connect(sieve).connect(volume).connect(where);
  noise.start(audio.currentTime + start);
}
