import { describeReason, type ReasonOf, type ReasonWording, type StoredReason } from '../reasons.ts';
import { HttpError } from './errors.ts';

/** A refusal whose reasons are also known as kinds with values, for a bulk edit or an import that stores them. */
export class RefusalError extends HttpError {
  /** The reasons of each refused field, by the keys of `errors`. */
  readonly reasonsByField: Readonly<Record<string, readonly StoredReason[]>>;

  constructor(
    status: number,
    errors: Record<string, string[]>,
    reasonsByField: Readonly<Record<string, readonly StoredReason[]>>,
  ) {
    super(status, errors);
    this.reasonsByField = reasonsByField;
  }

  get reasons(): readonly StoredReason[] {
    return Object.values(this.reasonsByField).flat();
  }
}

/** Refuses fields for reasons, which are worded for the reply. `status` is 403, 409 or 422, as for `HttpError`. */
export function refuseFields<Wording extends ReasonWording>(
  wording: Wording,
  status: number,
  reasonsByField: Readonly<Record<string, readonly ReasonOf<Wording>[]>>,
): RefusalError {
  const byField = reasonsByField as Readonly<Record<string, readonly StoredReason[]>>;
  const errors = Object.entries(byField).map(([field, reasons]) => [
    field,
    reasons.map((reason) => describeReason(wording, reason)),
  ]);
  return new RefusalError(status, Object.fromEntries(errors) as Record<string, string[]>, byField);
}
