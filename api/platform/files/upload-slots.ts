import { unavailable } from '../http/errors.ts';

/** How many uploads are accepted at the same time. */
export interface UploadLimits {
  total: number;
  perOrganisation: number;
  perPerson: number;
}

/** Whose an upload is: ids that no other organisation and no other person has. An operator's is of no organisation. */
export interface Uploader {
  organisationId: number | undefined;
  /** A person, an operator or an API key, with its kind. */
  person: string;
}

/**
 * How many uploads of a kind one process accepts at the same time, so that what they take is limited however many are sent, and that no person takes the places
 * of colleagues.
 */
export class UploadSlots {
  readonly #uploads = new Map<string, number>();
  readonly #limits: UploadLimits;
  readonly #message: string;

  /** `message` is what those who are refused read. */
  constructor(limits: UploadLimits, message: string) {
    this.#limits = limits;
    this.#message = message;
  }

  /** Accepts an upload before its body is received. Throws 503 if there are too many. Returns a function that ends the upload, once. */
  accept({ organisationId, person }: Uploader): () => void {
    const { total, perOrganisation, perPerson } = this.#limits;
    const shares: [name: string, limit: number][] = [
      ['all', total],
      [person, perPerson],
    ];
    if (organisationId !== undefined) shares.push([`organisation ${organisationId}`, perOrganisation]);
    if (shares.some(([name, limit]) => (this.#uploads.get(name) ?? 0) >= limit)) throw unavailable(this.#message);
    for (const [name] of shares) this.#count(name, 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      for (const [name] of shares) this.#count(name, -1);
    };
  }

  #count(name: string, change: number): void {
    const uploads = (this.#uploads.get(name) ?? 0) + change;
    if (uploads > 0) this.#uploads.set(name, uploads);
    else this.#uploads.delete(name);
  }
}
