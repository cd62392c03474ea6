import { planRangeRows, type RangeImportDecision } from '#api/catalogue/range/range-import.actions.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import type { RangeImportField } from '#contract/catalogue/range/range-import.ts';
import { refuseDuplicates } from './duplicates.actions.ts';
import type { PendingImportRow } from './find-person.rules.ts';
import type { ImportRecord } from './imports.queries.ts';
import type { ImportRowResult } from './rows.queries.ts';

/** What a row does, with the product that it changes. */
interface RangeDecision {
  row: PendingImportRow;
  outcome: RangeImportDecision['outcome'];
  reasons: readonly StoredReason[];
  planned: RangeImportDecision;
}

/** Decides what rows do to products of the range; `lock` locks these until the transaction ends. */
export async function planRangeImportRows(
  tx: Tx,
  caller: Scope,
  { id: importId, mapping }: ImportRecord,
  rows: readonly PendingImportRow[],
  { lock }: { lock: boolean },
): Promise<RangeDecision[]> {
  const fields = mapping as (RangeImportField | null)[];
  const planned = await planRangeRows(
    tx,
    caller,
    rows.map(({ line, cells }) => ({ line, cells, fields })),
    { lock },
  );
  const decisions = planned.map((decision, index): RangeDecision => {
    const row = rows[index] as PendingImportRow;
    return row.problem === null
      ? { row, outcome: decision.outcome, reasons: decision.reasons, planned: decision }
      : { row, outcome: 'refuse', reasons: [row.problem], planned: decision };
  });
  const unique = await refuseDuplicates(
    tx,
    caller,
    { importId, column: 'product_organisation_id' },
    decisions,
    ({ planned: { id } }) => id,
  );
  return unique.map((decision) => ({
    ...decision,
    planned: { ...decision.planned, outcome: decision.outcome, reasons: decision.reasons },
  }));
}

/** A decision as it is stored with its row. */
export const toRangeRowResult = ({ row, outcome, reasons, planned }: RangeDecision): ImportRowResult => ({
  row_no: row.row_no,
  customer_id: null,
  product_organisation_id: planned.id,
  person: planned.name,
  outcome,
  changes: outcome === 'change' ? planned.changes : [],
  reasons,
});
