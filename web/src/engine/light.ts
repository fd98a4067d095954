/** Whether a move revealed something hidden, by the same three checks as src/brelan/core/light.py. */
import { diceFor } from "./dice.ts";
import { seenBy, tell, type Event } from "./events.ts";
import { Position } from "./position.ts";
import { notFor } from "./record.ts";

const HIDDEN_BYTE = 0xff; // of a hidden number of any size

const same = (one: Uint8Array, other: Uint8Array) => one.every((byte, i) => byte === other[i]);

/** Whether an action declares it: by its verb, or because somebody learnt what others may not know. */
export const revealsSomething = (verb: boolean, events: readonly Event[]) => verb || events.some(({ own }) => Object.keys(own).length > 0);

/** Whether anything the acting seat could not see has changed, or has become visible. */
export function touched(before: Position, after: Position): boolean {
  const { seat } = before;
  const [mask, seen, sees] = [notFor(before.engine.facts, seat), before.view(seat), after.view(seat)];
  return mask.some((hidden, i) => hidden && seen[i] === HIDDEN_BYTE && (before.record[i] !== after.record[i] || sees[i] !== HIDDEN_BYTE));
}

/** Whether the same actions lead to the same view and scores in so many worlds the acting seat could be facing. */
export function foreseen(before: Position, actions: readonly number[], worlds: number): boolean {
  const { engine, seat, seats } = before;
  const [known, throws] = [before.view(seat), diceFor(0)];
  const outcome = (record: Uint8Array): Uint8Array | null => {
    const world = new Position(engine, seats, record, throws);
    for (const action of actions) {
      if (world.whyNot(action)) return null;
      world.play(action);
    }
    return Uint8Array.from([...world.view(seat), ...new Uint8Array(BigInt64Array.from(world.scores(), BigInt).buffer)]);
  };
  const shown = outcome(before.record.slice());
  return shown !== null && repeated(worlds, () => {
    const record = engine.records();
    engine.call("guess", known, 0, seat, throws, record, 0);
    const found = outcome(record);
    return found !== null && same(found, shown);
  });
}

/** Whether the acting seat sees the same events in so many worlds it could be facing. */
export function toldAlike(before: Position, actions: readonly number[], worlds: number): boolean {
  const { engine, seat } = before;
  const [view, throws] = [before.view(seat), diceFor(0)];
  const told = (world: Position) => JSON.stringify(actions.flatMap((action) => {
    const old = world.record.slice();
    world.play(action);
    return tell(engine, old, action, world.record).map((event) => seenBy(event, seat));
  }));
  const heard = told(before.copy());
  return repeated(worlds, () => {
    const world = Position.guessed(engine, view, seat, throws);
    return told(world) === heard;
  });
}

const repeated = (times: number, holds: () => boolean) => Array.from({ length: times }).every(holds);
