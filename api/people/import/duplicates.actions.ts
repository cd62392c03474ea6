import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import type { ImportOutcome } from '#contract/people/import.ts';
import type { PendingImportRow } from './find-person.rules.ts';
import type { ImportRowReason } from './import-reasons.rules.ts';
import { findEarlierLines } from './rows.queries.ts';

/** What the rows of a file may be about only once, by the column of the row that holds it. */
const NOUNS = { customer_id: 'person', account_id: 'balance', product_organisation_id: 'product' } as const;

/** The part of a decision that does not depend on what the rows are. */
interface AnyDecision {
  row: PendingImportRow;
  outcome: ImportOutcome;
  reasons: readonly StoredReason[];
}

/** Refuses rows about a person, balance or product that an earlier row is about already. `getSubject` is its id; null where it is not known. */
export async function refuseDuplicates<Decision extends AnyDecision>(
  tx: Tx,
  caller: Scope,
  { importId, column }: { importId: number; column: keyof typeof NOUNS },
  decisions: readonly Decision[],
  getSubject: (decision: Decision) => number | null,
): Promise<Decision[]> {
  const known = decisions.filter((decision) => decision.row.line !== null && getSubject(decision) !== null);
  const firstLines = await findEarlierLines(
    tx,
    caller,
    { importId, beforeRow: known[0]?.row.row_no ?? 0, column },
    known.map((decision) => getSubject(decision) as number),
  );
  return decisions.map((decision) => {
    const subject = getSubject(decision);
    if (subject === null || decision.row.line === null) return decision;
    // Another line has been found already, and counts; only an address can be left out for it.
    if (decision.row.duplicate_of_line !== null && (decision.row.duplicate_kind !== 'email' || decision.outcome === 'refuse'))
      return decision;
    const line = firstLines.get(subject);
    if (line === undefined) firstLines.set(subject, decision.row.line);
    if (line === undefined || decision.outcome === 'refuse') return decision;
    const reason: ImportRowReason = { kind: 'same_subject', line, what: NOUNS[column] };
    return { ...decision, outcome: 'refuse', reasons: [reason] };
  });
}
