import { toSpreadsheetText } from '#api/platform/workbook/formula-like.ts';
import type { ProductImportPlan } from './compare.rules.ts';
import type { ClientPlan } from './compare-client.rules.ts';
import type { FieldChange } from './field-changes.rules.ts';
import type { ProductDraft } from './product-draft.ts';

export type CatalogueImportOutcome = 'created' | 'changed' | 'unchanged' | 'refused' | 'ignored' | 'warning';

/** A report entry about a row. Every non-empty row has exactly one outcome and any number of warnings. */
export interface ReportEntry {
  /** Line number of the row's first line in the file; null for a message about the whole file. */
  line: number | null;
  outcome: CatalogueImportOutcome;
  handle: string;
  sku: string;
  text: string;
  /** Groups similar entries, so that they can be counted instead of listed; `product` for a new product. */
  kind?: string;
  /** What the row changes, field by field. */
  changes?: readonly FieldChange[];
}

export interface ImportSummary {
  products: { created: number; changed: number; unchanged: number; refused: number; ignored: number };
  variants: { created: number; changed: number; unchanged: number; discontinued: number };
  stockCounts: number;
  rows: number;
  rowsRefused: number;
  warnings: number;
  /** Rows written in the database, in any table; 0 if nothing changed. */
  rowsWritten: number;
}

/** A summary with all counters at zero. */
export function emptySummary(): ImportSummary {
  return {
    products: { created: 0, changed: 0, unchanged: 0, refused: 0, ignored: 0 },
    variants: { created: 0, changed: 0, unchanged: 0, discontinued: 0 },
    stockCounts: 0,
    rows: 0,
    rowsRefused: 0,
    warnings: 0,
    rowsWritten: 0,
  };
}

/** Adds the result of one product to the counters. */
export function addToSummary({ products, variants }: ImportSummary, { outcome, combinations }: ProductImportPlan): void {
  products[outcome]++;
  for (const row of combinations.rows) variants[row.outcome]++;
  variants.discontinued += combinations.discontinued.length;
}

/** Report entries for the rows of a product that was not refused. The entry of the first row also describes the product. */
export function reportPlan(
  draft: ProductDraft,
  { outcome, changes, differences, combinations }: ProductImportPlan,
): ReportEntry[] {
  const entries: ReportEntry[] = [];
  const skuOf = new Map(draft.combinations.map(({ line, fields, isSkuGenerated }) => [line, isSkuGenerated ? '' : fields.sku]));
  const add = (
    line: number,
    sku: string,
    rowOutcome: CatalogueImportOutcome,
    text: string,
    more?: Pick<ReportEntry, 'kind' | 'changes'>,
  ) => entries.push({ line, outcome: rowOutcome, handle: draft.handle, sku, text, ...more });
  const variantCount = combinations.rows.length;
  // A product can be in a row of its own, without a variant.
  if (!combinations.rows.some(({ line }) => line === draft.line))
    add(
      draft.line,
      '',
      outcome === 'created' ? 'created' : changes.length > 0 ? 'changed' : 'unchanged',
      changes.join('; ') || `"${draft.fields.name}"`,
      { changes: differences },
    );
  for (const { line, outcome: own, text, differences: ownDifferences } of combinations.rows) {
    const sku = skuOf.get(line) ?? '';
    if (line !== draft.line) add(line, sku, own, text, { changes: ownDifferences });
    else if (outcome === 'created') {
      add(
        line,
        sku,
        'created',
        `"${draft.fields.name}"${variantCount > 1 ? ` with ${variantCount} variants` : ''}${draft.offered ? '' : ', not offered'}`,
        { kind: 'product' },
      );
    } else {
      const descriptions = [...changes, ...(own === 'unchanged' ? [] : [`${own === 'created' ? 'new variant ' : ''}${text}`])];
      add(line, sku, descriptions.length > 0 ? 'changed' : 'unchanged', descriptions.join('; ') || `"${draft.fields.name}"`, {
        changes: [...differences, ...ownDifferences],
      });
    }
  }
  for (const { sku, text } of combinations.discontinued) {
    add(draft.line, sku, 'changed', `${text} is no longer in the file and was marked as discontinued`, {
      changes: [{ field: `${text}: discontinued`, before: 'no', after: 'yes' }],
    });
  }
  return entries;
}

/** Report entries for the rows of a product that is refused, which is counted. */
export function refuseProduct(
  { handle, line, combinations }: ProductDraft,
  text: string,
  { products }: ImportSummary,
): ReportEntry[] {
  products.refused++;
  if (combinations.length === 0) return [{ line, outcome: 'refused', handle, sku: '', text }];
  return combinations.map((row) => ({ line: row.line, outcome: 'refused', handle, sku: row.fields.sku, text }));
}

/** Adds the result of a client's file for a product of the catalogue to the counters. */
export function addClientToSummary({ products, variants }: ImportSummary, { outcome, rows }: ClientPlan): void {
  products[outcome]++;
  for (const row of rows) if (row.outcome !== 'ignored') variants[row.outcome]++;
}

/** Report entries for the rows of a product of the catalogue in a client's file. */
export function reportClientPlan(
  draft: ProductDraft,
  { changes, differences, left, rows }: ClientPlan,
  name: string,
): ReportEntry[] {
  const skuOf = new Map(draft.combinations.map(({ line, fields, isSkuGenerated }) => [line, isSkuGenerated ? '' : fields.sku]));
  const entries = rows.map(({ line, outcome, text, differences: own }): ReportEntry => {
    const isFirst = line === draft.line && changes.length > 0;
    return {
      line,
      outcome: isFirst ? 'changed' : outcome,
      handle: draft.handle,
      sku: skuOf.get(line) ?? '',
      text: isFirst ? [...changes, ...(outcome === 'unchanged' ? [] : [text])].join('; ') : text,
      changes: isFirst ? [...differences, ...own] : own,
    };
  });
  if (left.length > 0)
    entries.push({
      line: draft.line,
      outcome: 'warning',
      handle: draft.handle,
      sku: '',
      text: `"${name}" of the catalogue differs and was left: ${left.join(', ')}`,
      kind: 'left as in the catalogue',
    });
  return entries;
}

/** Formats the totals of an import as lines of text. */
export function describeSummary({
  products,
  variants,
  stockCounts,
  rows,
  rowsRefused,
  warnings,
  rowsWritten,
}: ImportSummary): string[] {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ');
  return [
    `products   ${list(products)}`,
    `variants   ${list(variants)}`,
    `stock      ${stockCounts} quantities set`,
    `rows       ${rows} read, ${rowsRefused} refused, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}; ${rowsWritten} changed in the database`,
  ];
}

export const reportHeader = 'Line,Outcome,Handle,SKU,Reason\r\n';

/** Formats a line of the CSV report. Cells that a spreadsheet would run as a formula are marked as text. */
export function reportLine({ line, outcome, handle, sku, text }: ReportEntry): string {
  return `${[line === null ? '' : String(line), outcome, handle, sku, text].map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  const safe = toSpreadsheetText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
