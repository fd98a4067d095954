/** Five small sounds, made by the browser itself; silent until wanted. */
import { settings } from "./settings.svelte";

export type Sound = "card" | "turn" | "take" | "refused" | "end";
type Note = [pitch: number, start: number, length: number];

const NOTES: Record<Exclude<Sound, "card">, Note[]> = {
  turn: [[523, 0, 0.14], [784, 0.11, 0.22]],
  take: [[147, 0, 0.16]],
  refused: [[185, 0, 0.18]],
  end: [[523, 0, 0.2], [659, 0.16, 0.2], [784, 0.32, 0.5]],
};
const LOUD = 0.12;

let context: AudioContext | null = null;

/** Play a sound, if sounds are wanted. */
export function play(sound: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (sound === "card") brush(context);
  else for (const note of NOTES[sound]) ring(context, note);
}

function ring(audio: AudioContext, [pitch, start, length]: Note): void {
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime + start];
  tone.type = "sine";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, now);
  volume.gain.linearRampToValueAtTime(LOUD, now + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + length);
}

function brush(audio: AudioContext): void {
  const length = 0.09;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const [noise, low, volume] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  noise.buffer = buffer;
  low.type = "lowpass";
  low.frequency.value = 2400;
  volume.gain.value = LOUD * 1.6;
  noise.connect(low).connect(volume).connect(audio.destination);
  noise.start();
}
