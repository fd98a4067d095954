/** The worker: it loads engines on demand and answers calls in order. */
import { SOURCES } from "$generated/all.engines";
import { engineOf, type Engine } from "../engine/engine.ts";
import type { Facts } from "../engine/facts.ts";
import type { Script } from "../engine/lesson.ts";
import type { Call, Reply } from "./calls.ts";
import { failureOf, Host } from "./host.ts";
import { Refusal } from "./localroom.ts";
import { openShelf } from "./shelf.ts";

const post = (reply: Reply) => (self as unknown as Worker).postMessage(reply);
const engines = new Map<string, Promise<Engine>>();

async function fetched(address: string | undefined): Promise<Response> {
  if (!address) throw new Refusal("unknown");
  const answer = await fetch(address);
  if (!answer.ok) throw new Refusal("busy");
  return answer;
}

async function load(game: string): Promise<Engine> {
  const [wasm, facts] = await Promise.all([fetched(SOURCES[game]?.wasm), fetched(SOURCES[game]?.manifest)]);
  return engineOf((await facts.json()) as Facts, await wasm.arrayBuffer());
}

function engine(game: string): Promise<Engine> {
  const found = engines.get(game) ?? load(game);
  engines.set(game, found);
  found.catch(() => engines.delete(game));
  return found;
}

const script = async (game: string) => (await fetched(SOURCES[game]?.lesson)).json() as Promise<Script>;
const host = openShelf().then((shelf) => new Host({ engine, script, shelf, tell: (table, what) => post({ table, ...what } as Reply) }));

self.onmessage = async ({ data: { number, call, given } }: MessageEvent<Call>) => {
  try {
    const found = await ((await host)[call] as (...words: unknown[]) => unknown)(...given);
    post({ number, found });
  } catch (error) {
    post({ number, failure: failureOf(error) });
  }
};
