import type { StatusCode } from '../cxml/statuses.rules.ts';

/** Why a trip cannot begin, with the status of cXML that says so. The message tells the buyer's administrator what to do. */
export class TripRefusedError extends Error {
  readonly code: StatusCode;

  constructor(code: StatusCode, message: string) {
    super(message);
    this.code = code;
  }
}
