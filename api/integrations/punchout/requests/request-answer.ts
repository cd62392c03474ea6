import type { Status } from '../cxml/statuses.rules.ts';
import type { XmlOutput } from '../xml/write-xml.ts';

/** How a request is answered: with a status, and after success with what was asked for. */
export interface RequestAnswer {
  status: Status;
  content?: XmlOutput;
}

/** A request that is answered with a status alone. The message tells the buyer's administrator what to do. */
export class RequestRefusedError extends Error {
  readonly code: Status['code'];

  constructor(code: Status['code'], message: string) {
    super(message);
    this.code = code;
  }
}
