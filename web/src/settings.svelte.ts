/** What a player chose for this device: language, light, sound, motion, name. */
import { Media } from "./media.svelte";
import type { Who } from "./parts/faces";
import { store, stored } from "./stored";

export const LANGUAGES = ["en", "fr", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Light = "device" | "light" | "dark";
export type Motion = "device" | "still";

interface Chosen {
  language: Language | null;
  light: Light;
  sound: boolean;
  motion: Motion;
  name: string;
  face: Who | null;
}

function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGUAGES.find((language) => language === wanted.find((tag) => (LANGUAGES as readonly string[]).includes(tag))) ?? "en";
}

class Settings {
  #chosen = $state.raw<Chosen>({
    language: null,
    light: "device",
    sound: true, // from the first tap on
    motion: "device",
    name: "",
    face: null,
    ...stored<Partial<Chosen>>("settings", {}),
  });
  #night = new Media("(prefers-color-scheme: dark)");
  #calm = new Media("(prefers-reduced-motion: reduce)");

  get language(): Language {
    return this.#chosen.language ?? browserLanguage();
  }
  get light(): Light {
    return this.#chosen.light;
  }
  get dark(): boolean {
    return this.#chosen.light === "device" ? this.#night.holds : this.#chosen.light === "dark";
  }
  get sound(): boolean {
    return this.#chosen.sound;
  }
  get motion(): Motion {
    return this.#chosen.motion;
  }
  get still(): boolean {
    return this.#chosen.motion === "still" || this.#calm.holds;
  }
  get name(): string {
    return this.#chosen.name;
  }
  get face(): Who | null {
    return this.#chosen.face;
  }

  /** Change a setting and store it. */
  choose(what: Partial<Chosen>): void {
    this.#chosen = { ...this.#chosen, ...what };
    store("settings", this.#chosen);
  }
}

export const settings = new Settings();
