import type { BulkEditContext, BulkEditRecord, ItemResult } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { foldCase } from '#api/platform/fold-case.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { normaliseName } from '#api/platform/workbook/cell-names.ts';
import { findRangeIdsBySku, keepsOwnPrices, listAudienceItemNames, lockRangeRows, readRangeRows } from './range.queries.ts';
import { AUDIENCE_LISTS, type RangeRow, type RangeState } from './range.rules.ts';
import { type RangeProductChange, saveRangeUpdates, toSavedValues } from './range-bulk-edit-handlers.actions.ts';
import type { AudienceIdsByName } from './range-cells.rules.ts';
import { type AudienceItemNames, createRangeExportColumns } from './range-export.rules.ts';
import { getRangeCell, planRangeRow, type RangeRowPlan, type RangeSheetRow } from './range-import.rules.ts';
import type { RangeRowReason } from './range-import-reasons.rules.ts';
import { listRangeByIds } from './range-list.queries.ts';

/** What a row of a file does to which product of the range; without a product, why it has none. */
export interface RangeImportDecision extends RangeRowPlan {
  id: number | null;
  name: string;
  row: RangeRow | undefined;
}

const isPositive = (text: string) => /^\d{1,15}$/.test(text) && Number(text) > 0;

/** The product that a row is about, or why there is none: by the id of the export, otherwise by the supplier's SKU. */
function findSubject(
  sheetRow: RangeSheetRow,
  bySku: ReadonlyMap<string, readonly number[]>,
): { id: number } | { reason: RangeRowReason } {
  const id = getRangeCell(sheetRow, 'id');
  const sku = getRangeCell(sheetRow, 'sku');
  if (id) return isPositive(id) ? { id: Number(id) } : { reason: { kind: 'id_is_no_number', id } };
  if (!sku) return { reason: { kind: 'neither_id_nor_sku' } };
  const ids = bySku.get(foldCase(sku)) ?? [];
  if (ids.length > 1) return { reason: { kind: 'sku_of_several', sku } };
  return ids[0] === undefined ? { reason: { kind: 'no_such_sku', sku } } : { id: ids[0] };
}

const toIdsByName = (names: AudienceItemNames) =>
  Object.fromEntries(
    AUDIENCE_LISTS.map((list) => [list, new Map([...names[list]].map(([id, name]) => [normaliseName(name), id]))]),
  ) as unknown as AudienceIdsByName;

const NO_STATE = {} as RangeState;
const refuse = (id: number | null, name: string, ...reasons: RangeRowReason[]): RangeImportDecision => ({
  ...{ outcome: 'refuse', reasons, isConflict: false, after: NO_STATE, changes: [] },
  ...{ id, name, row: undefined },
});

/** Decides what rows do to products of the range as these are now; `lock` locks them until the transaction ends. One decision for each row. */
export async function planRangeRows(
  tx: Tx,
  scope: Scope,
  sheetRows: readonly RangeSheetRow[],
  { lock }: { lock: boolean },
): Promise<RangeImportDecision[]> {
  const skus = sheetRows.flatMap((row) => (getRangeCell(row, 'id') ? [] : foldCase(getRangeCell(row, 'sku') ?? '') || []));
  const bySku = await findRangeIdsBySku(tx, scope, skus);
  const subjects = sheetRows.map((row) => findSubject(row, bySku));
  const ids = [...new Set(subjects.flatMap((subject) => ('id' in subject ? subject.id : [])))];
  const rows = new Map((await (lock ? lockRangeRows : readRangeRows)(tx, scope, ids)).map((row) => [row.id, row]));
  const [products, names, canSetPrices] = await Promise.all([
    listRangeByIds(tx, scope, ids),
    listAudienceItemNames(tx, scope),
    keepsOwnPrices(tx, scope),
  ]);
  const byId = new Map(products.map((product) => [product.id, product]));
  const columns = createRangeExportColumns(scope.currencyCode, names);
  const context = { columns, names, idsByName: toIdsByName(names), canSetPrices };
  return sheetRows.map((sheetRow, index) => {
    const subject = subjects[index];
    const written = getRangeCell(sheetRow, 'name') ?? '';
    if (!subject || 'reason' in subject) return refuse(null, written, ...(subject ? [subject.reason] : []));
    const product = byId.get(subject.id);
    const row = rows.get(subject.id);
    if (!product || !row) return refuse(null, written, { kind: 'no_such_product', id: subject.id });
    return {
      ...planRangeRow(sheetRow, { product, row }, context),
      ...{ id: product.id, name: product.name ?? product.productName, row },
    };
  });
}

/** Writes planned rows, each at the position of its item, and answers the results. The organisation is locked. */
export async function applyRangeRows(
  context: BulkEditContext,
  edit: BulkEditRecord<unknown>,
  planned: readonly { position: number; decision: RangeImportDecision }[],
): Promise<ItemResult[]> {
  const changes = planned.flatMap(({ decision: { outcome, row, after } }): RangeProductChange[] =>
    outcome === 'change' && row ? [{ id: row.id, productId: row.productId, before: row.state, after }] : [],
  );
  const versions = await saveRangeUpdates(context, edit, 'productOrganisation.imported', changes);
  return planned.map(({ position, decision: { id, outcome, reasons, isConflict, row } }): ItemResult => {
    const item = { position, subjectId: id };
    if (outcome === 'refuse' || !row) return { ...item, outcome: isConflict ? 'conflict' : 'refused', reasons };
    if (outcome === 'unchanged') return { ...item, outcome: 'unchanged' };
    const before = toSavedValues({ productId: row.productId, state: row.state });
    return { ...item, outcome: 'changed', version: versions.get(row.id) ?? 0, before };
  });
}
