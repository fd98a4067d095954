/** A table's errors: three of those in src/brelan/core/errors.py. */

/** A move that breaks a clause. Nothing has changed. */
export class IllegalAction extends Error {
  readonly clause: string;
  readonly step: number; // the index of the action in its move

  constructor(clause: string, what: string, step = 0) {
    super(`${clause}: ${what}`);
    this.clause = clause;
    this.step = step;
  }
}

/** A seat count, option or combination of options that the game does not have. */
export class BadSetup extends Error {
  readonly clause: string;

  constructor(message: string, clause = "") {
    super(message);
    this.clause = clause;
  }
}

/** A saved game that cannot be read: the line, and what is wrong with it. */
export class BadNotation extends Error {
  constructor(line: number, message: string) {
    super(line ? `line ${line}: ${message}` : message);
  }
}
