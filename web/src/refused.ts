/** A refused request; `failure.error` is one of the protocol's errors. */
import type { Failure } from "./protocol";

export class RequestRefused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.error);
    this.failure = failure;
  }
}
