/** The sum spoken aloud by the browser, where it has a voice of the reader's language. */
import { settings } from "$page/settings.svelte";
import { store, stored } from "$page/stored";
import { say } from "./say";

const speech = typeof speechSynthesis === "undefined" ? null : speechSynthesis;

/** The voice of the chosen language, or null. */
export const voice = () => speech?.getVoices().find((one) => one.lang.slice(0, 2).toLowerCase() === settings.language) ?? null;

/** Call back when voices come or go: browsers load them late. */
export function onVoices(changed: () => void): () => void {
  speech?.addEventListener?.("voiceschanged", changed);
  return () => speech?.removeEventListener?.("voiceschanged", changed);
}

/** Say something, in place of what is being said. */
export function speak(text: string): void {
  const own = voice();
  if (!speech || !own) return;
  speech.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.voice = own;
  words.lang = own.lang;
  words.rate = 0.9;
  speech.speak(words);
}

const spokenNumber = (value: number) => (value < 0 ? say("spoken_minus", { number: -value }) : String(value));

/** A sum in words. */
export function spoken(terms: readonly number[]): string {
  const [first = 0, ...more] = terms;
  const total = terms.reduce((sum, value) => sum + value, 0);
  const parts = more.map((value) => say(value < 0 ? "spoken_minus" : "spoken_plus", { number: Math.abs(value) }));
  return [spokenNumber(first), ...parts, ...(more.length ? [say("spoken_makes", { number: spokenNumber(total) })] : [])].join(" ");
}

export const wantsVoice = () => stored("koomi.voice", false);
export const wantVoice = (wanted: boolean) => store("koomi.voice", wanted);
