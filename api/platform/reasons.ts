import type { JsonObject } from './db/types.ts';

/** Why something was refused, left alone or done, as it is stored: a kind with its values, never a sentence, so that its wording can change. */
export type StoredReason = JsonObject & { kind: string };

/** The sentence of each kind of reason, made from its values when it is shown. */
export type ReasonWording = Readonly<Record<string, (values: never) => string>>;

/** The reasons that a wording words: each kind with its values. */
export type ReasonOf<Wording extends ReasonWording> = {
  [Kind in keyof Wording & string]: Parameters<Wording[Kind]> extends [infer Values] ? { kind: Kind } & Values : { kind: Kind };
}[keyof Wording & string];

/** A sentence of an earlier version, which stored sentences; it is only read. */
const EARLIER_SENTENCE = 'text';

/** A reason in a sentence. A kind that only a newer version knows is shown by its name. */
export function describeReason(wording: ReasonWording, reason: StoredReason): string {
  const describe = Object.hasOwn(wording, reason.kind) ? wording[reason.kind] : undefined;
  if (describe) return (describe as (values: StoredReason) => string)(reason);
  if (reason.kind === EARLIER_SENTENCE) return String(reason.text);
  const words = reason.kind.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Several reasons in one text; null where there are none. */
export const describeReasons = (wording: ReasonWording, reasons: readonly StoredReason[]): string | null =>
  reasons.length === 0 ? null : reasons.map((reason) => describeReason(wording, reason)).join(' ');

/** One wording of several, for reasons of several origins in one column. Throws where two of them word the same kind differently. */
export function joinWordings<Wordings extends readonly ReasonWording[]>(...wordings: Wordings): ReasonWording {
  const joined: Record<string, ReasonWording[string]> = {};
  for (const [kind, describe] of wordings.flatMap((wording) => Object.entries(wording))) {
    if (Object.hasOwn(joined, kind) && joined[kind] !== describe) throw new Error(`Two wordings have the kind ${kind}.`);
    joined[kind] = describe;
  }
  return joined;
}
