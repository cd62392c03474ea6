import type { ProductImportState } from '#contract/catalogue/import.ts';
import type { ReplyOf } from '#contract/index.ts';
import { FILE_FIELDS } from '../files/file-fields.ts';
import type { ProductRowView } from './file-products.queries.ts';
import type { ProductImportRecord } from './product-imports.queries.ts';

type ProductImport = ReplyOf<'GET /api/operator/productimports/:id'>['productImport'];
type ProductImportRow = ReplyOf<'GET /api/operator/productimports/:id/rows'>['rows'][number];

/** One of these tells products apart. */
const REQUIRED_FIELDS: readonly string[] = ['productCode', 'name'];
const FIELDS = Object.entries(FILE_FIELDS).map(([field, { label }]) => ({
  field,
  label,
  isRequired: REQUIRED_FIELDS.includes(field),
}));

const toIso = (date: Date | null) => date?.toISOString() ?? null;

function getState({ state, is_stopped, finished_at, undone_at }: ProductImportRecord): ProductImportState {
  if (state !== 'started') return state;
  if (undone_at) return 'undone';
  if (finished_at) return 'finished';
  return is_stopped ? 'stopped' : 'running';
}

/** An import as the wire shows it. */
export function toProductImport(one: ProductImportRecord, isInterrupted: boolean): ProductImport {
  const count = (outcome: string) => one.counts[outcome] ?? 0;
  return {
    id: one.id,
    fileName: one.file_name,
    createdOnUtc: one.created_at.toISOString(),
    createdBy: one.created_by,
    organisationId: one.organisation_id,
    organisationName: one.organisation_name,
    madeForClient: one.is_made_for_client,
    state: getState(one),
    problem: one.problem,
    rows: one.row_count,
    products: one.product_count,
    columns: one.columns,
    format: one.mapping.format ?? 'shopify',
    mapping: {
      // In the order of the file.
      columns: one.columns.flatMap(({ header }) =>
        Object.entries(one.mapping.columns).flatMap(([field, column]) => (column === header ? [{ field, column }] : [])),
      ),
      constants: Object.entries(one.mapping.constants).map(([field, value]) => ({ field, value })),
    },
    fields: FIELDS,
    previewProgress: { done: one.preview_position + 1, total: one.product_count },
    isPreviewInterrupted: isInterrupted,
    counts: {
      created: count('created'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      conflict: count('conflict'),
      ignored: count('ignored'),
      warnings: count('warnings'),
    },
    bulkEditId: one.visible_bulk_edit_id,
    previewedOnUtc: toIso(one.previewed_at),
    startedOnUtc: toIso(one.started_at),
    finishedOnUtc: toIso(one.finished_at),
    undoneOnUtc: toIso(one.undone_at),
  };
}

/** More than a product can have. */
const ROWS_OF_PRODUCT = 100_000;

/** A row of the report as the wire shows it. */
export const toProductImportRow = ({
  product_position,
  row_no,
  line,
  outcome,
  handle,
  sku,
  text,
  changes,
  product_id,
}: ProductRowView): ProductImportRow => ({
  id: (product_position + 2) * ROWS_OF_PRODUCT + row_no,
  line,
  outcome,
  handle,
  sku,
  text,
  changes,
  productId: product_id,
});
