import { unavailable } from '../http/errors.ts';

/** How many uploads of a kind one process accepts at the same time, so that what they take is limited however many are sent. */
export class UploadSlots {
  readonly #uploads = new Map<number, number>();
  readonly #limits: { total: number; perOrganisation: number };
  readonly #message: string;
  #total = 0;

  /** `message` is what those who are refused read. */
  constructor(limits: { total: number; perOrganisation: number }, message: string) {
    this.#limits = limits;
    this.#message = message;
  }

  /** Accepts an upload before its body is received. Throws 503 if there are too many. Returns a function that ends the upload, once. */
  accept(organisationId: number): () => void {
    const own = this.#uploads.get(organisationId) ?? 0;
    if (this.#total >= this.#limits.total || own >= this.#limits.perOrganisation) throw unavailable(this.#message);
    this.#total += 1;
    this.#uploads.set(organisationId, own + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#total -= 1;
      const left = (this.#uploads.get(organisationId) ?? 1) - 1;
      if (left > 0) this.#uploads.set(organisationId, left);
      else this.#uploads.delete(organisationId);
    };
  }
}
