/** What a player chose for this device: language, light, sound, motion, name. */
import { prefersReducedMotion } from "svelte/motion";
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
  #chosen = $state<Chosen>({
    language: null,
    light: "device",
    sound: true, // from the first tap on
    motion: "device",
    name: "",
    face: null,
    ...stored<Partial<Chosen>>("settings", {}),
  });
  #night = $state(matchMedia("(prefers-color-scheme: dark)").matches);

  constructor() {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (change) => (this.#night = change.matches));
  }

  get language(): Language {
    return this.#chosen.language ?? browserLanguage();
  }
  get light(): Light {
    return this.#chosen.light;
  }
  get dark(): boolean {
    return this.#chosen.light === "device" ? this.#night : this.#chosen.light === "dark";
  }
  get sound(): boolean {
    return this.#chosen.sound;
  }
  get motion(): Motion {
    return this.#chosen.motion;
  }
  get still(): boolean {
    return this.#chosen.motion === "still" || prefersReducedMotion.current;
  }
  get name(): string {
    return this.#chosen.name;
  }
  get face(): Who | null {
    return this.#chosen.face;
  }

  /** Change a setting and store it. */
  choose(what: Partial<Chosen>): void {
    Object.assign(this.#chosen, what);
    store("settings", $state.snapshot(this.#chosen));
  }
}

export const settings = new Settings();
