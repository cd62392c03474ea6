import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { STALE_SINCE_SNAPSHOT } from '#api/platform/http/optimistic-concurrency.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { keepsOwnPrices, readRangeRows } from './range.queries.ts';
import {
  applyBulkChange,
  type BulkChange,
  hasRangeEditConflict,
  hasSamePrice,
  isRoundedByPercent,
  type RangeSkipReason,
} from './range.rules.ts';
import { planRangeUpdate, type RangeSelection } from './range-bulk-edit.actions.ts';
import { listPlannedPrices } from './range-price-preview.queries.ts';
import { type PlannedPrice, type PricePreview, summarisePrices } from './range-price-preview.rules.ts';

/**
 * What a bulk edit would make of prices, planned by the rules that run it; changes nothing. Throws 403, 404, 409 and 422 as the bulk edit does.
 */
export async function previewPrices(tx: Tx, scope: Scope, selection: RangeSelection, change: BulkChange): Promise<PricePreview> {
  assertCanManageStructure(scope);
  const items = await planRangeUpdate(tx, scope, selection, change);
  const expected = new Map(items.map(({ subjectId, expectedVersion }) => [subjectId, expectedVersion ?? null]));
  const [rows, canSetPrices] = await Promise.all([
    readRangeRows(
      tx,
      scope,
      items.flatMap(({ subjectId }) => subjectId ?? []),
    ),
    keepsOwnPrices(tx, scope),
  ]);
  const planned: PlannedPrice[] = [];
  const reasons: RangeSkipReason[] = [];
  const roundedIds = new Set<number>();
  for (const row of rows) {
    const after = applyBulkChange(row, change, canSetPrices);
    const seen = expected.get(row.id) ?? null;
    if ('skip' in after) reasons.push(after.skip);
    else if (seen === STALE_SINCE_SNAPSHOT || hasRangeEditConflict(row, after, change, seen))
      reasons.push({ kind: 'product_changed_since' });
    else if (!hasSamePrice(row.state, after)) {
      planned.push({ id: row.id, priceMinor: after.overriddenPriceMinor, percent: after.pricePercent });
      const { percent } = change.price ?? {};
      const { overriddenPriceMinor } = row.state;
      if (percent !== undefined && overriddenPriceMinor !== null && isRoundedByPercent(overriddenPriceMinor, percent))
        roundedIds.add(row.id);
    }
  }
  return summarisePrices(await listPlannedPrices(tx, scope, planned), {
    ...{ total: items.length, reasons, roundedIds },
    currencyCode: scope.currencyCode,
  });
}
