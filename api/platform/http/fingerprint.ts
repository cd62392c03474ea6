import { createHash } from 'node:crypto';
import { HttpError } from './errors.ts';

/**
 * What someone was shown when they decide on it: a short text that is sent with it and comes back with the decision. Under the lock of what is decided, it
 * is compared with the fingerprint of then, and a decision about something else is refused.
 */

/** What is shown, by name. The order of the names counts. */
export type ShownFacts = Readonly<Record<string, unknown>>;

const HASH_LENGTH = 8;

/**
 * The fingerprint of facts: a hash of each, so that it can be said which of them have changed. For facts that everyone sees who gets the fingerprint: a
 * short value could be found by trying.
 */
export const createFingerprint = (facts: ShownFacts): string =>
  Object.values(facts)
    .map((fact) =>
      createHash('sha256')
        .update(JSON.stringify(fact ?? null))
        .digest('hex')
        .slice(0, HASH_LENGTH),
    )
    .join('');

/** The names of the facts that are no longer those of a fingerprint; all of them for a text that is no fingerprint of such facts. */
function listChangedFacts(fingerprint: string, facts: ShownFacts): string[] {
  const present = createFingerprint(facts);
  const names = Object.keys(facts);
  if (fingerprint.length !== present.length) return names;
  const hashAt = (text: string, index: number) => text.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH);
  return names.filter((_, index) => hashAt(fingerprint, index) !== hashAt(present, index));
}

/** The code of the error for a decision about something that has changed since it was opened. */
const CHANGED = 'changed';
/** The code of the error for a request whose outcome has changed since its preview. */
const OUTCOME_CHANGED = 'outcome_changed';

/**
 * The refusal of a decision because `subject` ("Order 11789") is no longer what was seen: 409 under `key` with the code `changed`, and what has changed in
 * sentences.
 */
export const createChangedError = (key: string, subject: string, changes: readonly string[]): HttpError =>
  new HttpError(
    409,
    { [key]: [`${subject} has changed since you opened it.`, ...(changes.length > 0 ? changes : ['Please check it again.'])] },
    {},
    CHANGED,
  );

/**
 * Throws `createChangedError` when facts are no longer those that the person who decides has seen. `wording` says of each fact what it is now; facts without a
 * sentence of their own are left out. Without a fingerprint the decision counts whatever was seen. What is decided must be locked.
 */
export function assertAsSeen<Facts extends ShownFacts>(
  fingerprint: string | null | undefined,
  facts: Facts,
  { key, subject, wording }: { key: string; subject: string; wording: Readonly<Partial<Record<keyof Facts & string, string>>> },
): void {
  if (!fingerprint) return;
  const changed = listChangedFacts(fingerprint, facts);
  if (changed.length > 0)
    throw createChangedError(
      key,
      subject,
      changed.flatMap((name) => wording[name] ?? []),
    );
}

/** The fingerprint of the sentences of a preview. */
export const createOutcomeFingerprint = (outcome: readonly string[]): string => createFingerprint({ outcome });

/**
 * Throws 409 under `key` with the code `outcome_changed` and the outcome as it would be when it is no longer what the preview said. Without a fingerprint the outcome
 * counts whatever was seen.
 */
export function assertOutcomeAsSeen(fingerprint: string | null | undefined, outcome: readonly string[], key: string): void {
  if (fingerprint && fingerprint !== createOutcomeFingerprint(outcome))
    throw new HttpError(409, { [key]: ['The outcome has changed since it was shown.', ...outcome] }, {}, OUTCOME_CHANGED);
}
