// Made from src/brelan/server/wire.py and messages.py by `python -m brelan.server.protocol`; do not edit.

export interface Hello {
  kind: "hello";
  key?: string | null;
  number?: number;
  protocol?: string;
}

export interface Play {
  kind: "play";
  id: string;
  turn: number;
  move: string | (string | Record<string, unknown>)[] | Record<string, unknown>;
}

export interface Signal {
  kind: "signal";
  id: string;
  signal: string | Record<string, unknown>;
}

export interface Say {
  kind: "say";
  id: string;
  text: string;
}

export interface TakeBack {
  kind: "take_back";
  id: string;
}

export interface GoOn {
  kind: "go_on";
  id: string;
  turn: number;
}

export interface Vote {
  kind: "vote";
  id: string;
  about: "bot" | "mute" | "share";
  yes: boolean;
  seat?: number | null;
}

export interface Leave {
  kind: "leave";
  id: string;
}

export interface Return {
  kind: "return";
  id: string;
}

export interface Fill {
  kind: "fill";
  id: string;
  seat: number;
  level: string;
}

export interface Rematch {
  kind: "rematch";
  id: string;
}

export interface Rename {
  kind: "rename";
  id: string;
  name: string;
}

export interface Commit {
  kind: "commit";
  id: string;
  commitment: string;
}

export interface AddNumber {
  kind: "add_number";
  id: string;
  number: string;
}

export interface Update {
  kind: "update";
  number: number;
  entries: Entry[];
  scene: Scene;
}

export interface Entry {
  number: number;
  what: string;
  seat: number | null;
  time: number;
  events?: Record<string, unknown>[];
  text?: string;
}

export interface Scene {
  table: string;
  game: string;
  version: number;
  options: Record<string, unknown>;
  seat: number;
  people: Person[];
  at: number;
  turn: number;
  games: number;
  view: Record<string, unknown> | null;
  allowed: string[];
  may_take_back: boolean;
  may_go_on: boolean;
  may_share: boolean;
  polls: Poll[];
  watchers: number;
  end: End | null;
  shuffle: Shuffle | null;
  coming: Shuffle | null;
  again?: boolean;
  daily?: string;
  past?: Past | null;
  muted?: number[];
}

export interface Person {
  name: string | null;
  own: boolean;
  level?: string | null;
  here?: boolean;
}

export interface Poll {
  about: "bot" | "mute" | "share";
  seat: number | null;
  yes: number[];
  asked: number[];
}

export interface End {
  scores: number[];
  winners: number[];
  clause: string;
  shared?: boolean;
}

export interface Shuffle {
  rule: number;
  commitment: string;
  numbers: Record<string, string>;
  secret?: string | null;
  commitments?: Record<string, string>;
  closed?: boolean;
  withheld?: number[];
  dealing?: Dealing | null;
}

export interface Dealing {
  pack: number[];
  hand: number;
  lot?: boolean;
  before?: number;
}

export interface Past {
  table: string;
  game?: number;
  moves?: number;
  seat?: number;
}

export interface Presence {
  kind: "presence";
  here: boolean[];
  watchers: number;
}

export interface Done {
  kind: "done";
  id: string;
  number: number;
}

export interface Refused {
  kind: "refused";
  id: string | null;
  error: string;
  clause?: string;
  step?: number;
  text?: string;
}

export interface GameFacts {
  name: string;
  version: number;
  least: number;
  most: number;
  team: boolean;
  usual: number;
  minutes: number | null;
  age: number | null;
  difficulty: number | null;
  gentle: Record<string, unknown>;
  lesson: boolean;
  options: OptionFacts[];
  signals: string[];
  levels: string[];
  fields: FieldFacts[];
  actions: Record<string, string[]>;
}

export interface OptionFacts {
  name: string;
  kind: "choice" | "number" | "several" | "switch";
  values: unknown[];
  default: unknown;
}

export interface FieldFacts {
  name: string;
  word: "owner" | "public";
  by_seat: boolean;
  counter: string | null;
}

export interface Lesson {
  game: string;
  version: number;
  seats: number;
  options: Record<string, unknown>;
  teaches: string[];
  steps: LessonStep[];
  view: Record<string, unknown>;
}

export interface LessonStep {
  say: string;
  view: Record<string, unknown>;
  allowed: string[];
  moves: string[][];
  refused: Record<string, string>;
  events: Record<string, unknown>[];
}

export interface Attempt {
  at: LessonPlace;
  move?: string | (string | Record<string, unknown>)[] | Record<string, unknown> | null;
  language?: "de" | "en" | "fr";
}

export interface LessonPlace {
  step: number;
  played?: string[];
}

export interface LessonTurn {
  at: LessonPlace;
  right: boolean;
  clause: string;
  view: Record<string, unknown>;
  allowed: string[];
  events: Record<string, unknown>[];
  wants: string;
}

export interface DailyDeal {
  date: string;
  game: string;
  version: number;
  seats: number;
  options: Record<string, unknown>;
  level: string;
}

export interface Addresses {
  addresses: string[];
}

export interface MakeTable {
  game: string;
  name: string;
  people: (string | null)[];
  options?: Record<string, unknown>;
  take_back?: boolean;
  daily?: string;
  past?: Past | null;
}

export interface Seated {
  table: string;
  seat: number;
  key: string;
  invitation: string;
}

export interface Mine {
  tickets: Ticket[];
}

export interface Ticket {
  table: string;
  key: string;
}

export interface Place {
  table: string;
  game: string;
  seat: number;
  names: (string | null)[];
  levels: (string | null)[];
  turn: number;
  your_turn: boolean;
  over: boolean;
  touched: number;
}

export interface Sight {
  turn: number;
  record: string;
  allowed: number[];
}

export interface TakeSeat {
  invitation: string;
  name: string;
  seat?: number | null;
  key?: string | null;
}

export interface Review {
  table: string;
  game: string;
  version: number;
  options: Record<string, unknown>;
  number: number;
  team: boolean;
  people: Person[];
  at: number;
  view: Record<string, unknown>;
  moves: PastMove[];
  end: End;
  notation: string;
}

export interface PastMove {
  seat: number;
  said: string;
  at: number;
  events: Record<string, unknown>[];
  changed: Record<string, unknown>;
}

export interface OpenClass {
  game: string;
}

export interface ClassOpened {
  code: string;
  key: string;
}

export interface ClassFound {
  code: string;
  game: string;
}

export interface JoinClass {
  name: string;
  key?: string | null;
}

export interface ClassJoined {
  code: string;
  game: string;
  member: number;
  key: string;
}

export interface AlertKey {
  key: string | null;
}

export interface WantAlerts {
  endpoint: string;
  key: string;
  secret: string;
  language?: "de" | "en" | "fr";
  on?: boolean;
  quiet?: number[] | null;
}

export interface MuteAlerts {
  endpoint: string;
}

export interface HandOver {
  body: string;
}

export interface HandedOver {
  id: string;
}

export interface TakeOver {
}

export interface Forgotten {
  tables: number;
}

export interface Failure {
  error: string;
  text?: string;
  clause?: string;
}

export interface Work {
  kind: "work";
  id: string;
  task: number;
  exercise: number;
  text: string;
  helps?: number;
  slips?: number;
  seconds?: number;
  solved?: boolean;
  answer?: string;
}

export interface Assign {
  kind: "assign";
  id: string;
  what: "practice" | "tables" | "wait";
  level?: string;
  seats?: number;
}

export interface SeatRest {
  kind: "seat_rest";
  id: string;
}

export interface Pause {
  kind: "pause";
  id: string;
  yes: boolean;
}

export interface Dismiss {
  kind: "dismiss";
  id: string;
  member: number;
}

export interface Finish {
  kind: "finish";
  id: string;
}

export interface ClassRegister {
  kind: "register";
  code: string;
  game: string;
  now: number;
  task: Task;
  paused: boolean;
  pupils: PupilFacts[];
  tables: ClassTable[];
}

export interface Task {
  number: number;
  what: "practice" | "tables" | "wait";
  level: string;
  seed: number;
  seats: number;
}

export interface PupilFacts {
  member: number;
  name: string;
  here: boolean;
  table: string | null;
  sums: Sum[];
}

export interface Sum {
  exercise: number;
  text: string;
  helps: number;
  slips: number;
  seconds: number;
  since: number;
  solved: boolean;
  answer: string;
}

export interface ClassTable {
  table: string;
  members: number[];
  at: number;
  since: number;
  over: boolean;
  winners: number[];
  events: Record<string, unknown>[];
}

export interface ClassTask {
  kind: "task";
  code: string;
  game: string;
  name: string;
  task: Task;
  paused: boolean;
  done: number;
  table: string | null;
}

export type Command = Hello | Play | Signal | Say | TakeBack | GoOn | Vote | Leave | Return | Fill | Rematch | Rename | Commit | AddNumber;

export type Answer = Update | Presence | Done | Refused;

export type ClassCommand = Hello | Work | Assign | SeatRest | Pause | Dismiss | Finish;

export type ClassAnswer = ClassRegister | ClassTask | Done | Refused;

export const ERRORS = ["bad_message", "unknown", "wrong_key", "outdated", "version", "illegal", "stale", "not_yours", "not_now", "today", "setup", "words", "muted", "full", "limit", "busy"] as const;
export type Failing = (typeof ERRORS)[number];

export const CLOSE = { bad_hello: 4400, wrong_key: 4401, forbidden: 4403, no_table: 4404, no_hello: 4408, full: 4409, outdated: 4410, version: 4426, limit: 4429, restart: 1012, busy: 1013 } as const;
export const FINAL: readonly number[] = [4401, 4404, 4410, 4426]; // coming back does not help

/** What each request answers. */
export interface Answers {
  games: GameFacts[];
  texts: Record<string, unknown>;
  lesson: Lesson;
  attempt: LessonTurn;
  daily: DailyDeal;
  lan: Addresses;
  openapi: Record<string, unknown>;
  make: Seated;
  mine: Place[];
  look: Scene;
  sight: Sight;
  sit: Seated;
  review: Review;
  open_class: ClassOpened;
  find_class: ClassFound;
  join_class: ClassJoined;
  alerts: AlertKey;
  want_alerts: AlertKey;
  mute_alerts: AlertKey;
  hand_over: HandedOver;
  take_over: HandOver;
  forget: Forgotten;
  healthz: Record<string, string>;
}

export const path = {
  games: () => `/api/games`,
  texts: (game: string | number, language: string | number) => `/api/texts/${encodeURIComponent(game)}/${encodeURIComponent(language)}`,
  rules: (game: string | number) => `/api/rules/${encodeURIComponent(game)}`,
  lesson: (game: string | number) => `/api/lessons/${encodeURIComponent(game)}`,
  attempt: (game: string | number) => `/api/lessons/${encodeURIComponent(game)}/try`,
  daily: (game: string | number) => `/api/daily/${encodeURIComponent(game)}`,
  print: (game: string | number, sheet: string | number, paper: string | number, language: string | number) => `/api/print/${encodeURIComponent(game)}/${encodeURIComponent(sheet)}/${encodeURIComponent(paper)}/${encodeURIComponent(language)}`,
  lan: () => `/api/lan`,
  openapi: () => `/api/openapi.json`,
  make: () => `/api/tables`,
  mine: () => `/api/mine`,
  look: (table: string | number) => `/api/tables/${encodeURIComponent(table)}`,
  sight: (table: string | number) => `/api/tables/${encodeURIComponent(table)}/sight`,
  sit: (table: string | number) => `/api/tables/${encodeURIComponent(table)}/seats`,
  notation: (table: string | number) => `/api/tables/${encodeURIComponent(table)}/notation`,
  review: (table: string | number, number: string | number, seat: string | number) => `/api/tables/${encodeURIComponent(table)}/review/${encodeURIComponent(number)}/${encodeURIComponent(seat)}`,
  open_class: () => `/api/classes`,
  find_class: (code: string | number) => `/api/classes/${encodeURIComponent(code)}`,
  join_class: (code: string | number) => `/api/classes/${encodeURIComponent(code)}/members`,
  class_sheet: (code: string | number, language: string | number) => `/api/classes/${encodeURIComponent(code)}/sheet/${encodeURIComponent(language)}`,
  class_rows: (code: string | number, language: string | number) => `/api/classes/${encodeURIComponent(code)}/rows/${encodeURIComponent(language)}`,
  alerts: () => `/api/alerts`,
  want_alerts: (table: string | number) => `/api/tables/${encodeURIComponent(table)}/alerts`,
  mute_alerts: (table: string | number) => `/api/tables/${encodeURIComponent(table)}/alerts/mute`,
  hand_over: () => `/api/handovers`,
  take_over: (id: string | number) => `/api/handovers/${encodeURIComponent(id)}/take`,
  forget: () => `/api/forget`,
  healthz: () => `/healthz`,
  metrics: () => `/metrics`,
  socket: (table: string | number) => `/api/tables/${encodeURIComponent(table)}/socket`,
  class_socket: (code: string | number) => `/api/classes/${encodeURIComponent(code)}/socket`,
};

export const PROTOCOL = "910fa288b9acc9d1"; // of all the above
