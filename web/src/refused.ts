/** A request that was refused; `failure.error` is one of the protocol's words. */
import type { Failure } from "./protocol";

export class RequestRefused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.error);
    this.failure = failure;
  }
}
