import { changedSince } from '#api/platform/http/optimistic-concurrency.ts';
import { RefusalError } from '#api/platform/http/refusal.ts';
import { compileCheck, InvalidValuesError } from '#api/platform/http/validation.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import { normaliseName } from '#api/platform/workbook/cell-names.ts';
import type { RangeImportField } from '#contract/catalogue/range/range-import.ts';
import type { BodyOf } from '#contract/index.ts';
import {
  changedFields,
  getRangeVersionField,
  type ProductOrganisation,
  parseRangeState,
  type RangeRow,
  type RangeState,
} from './range.rules.ts';
import {
  type AudienceIdsByName,
  type EditableRangeField,
  exportedText,
  parseCellNumber,
  parseRangeCell,
} from './range-cells.rules.ts';
import { type AudienceItemNames, RANGE_HEADINGS, type RangeColumn, WITHDRAWN_LABEL } from './range-export.rules.ts';
import { type CellPlace, PRODUCT_SCHEMA, type RangeRowReason } from './range-import-reasons.rules.ts';
import { FIELD_OF_STATE, type RangeFieldChange, toRangeValue } from './range-values.rules.ts';

/** A row of a file: its cells, and the field of each; null: not imported. */
export interface RangeSheetRow {
  line: number | null;
  cells: readonly string[];
  fields: readonly (RangeImportField | null)[];
}

/** What the rows of a batch are planned with. */
export interface RangeImportContext {
  columns: readonly RangeColumn[];
  names: AudienceItemNames;
  idsByName: AudienceIdsByName;
  /** Whether the organisation keeps its own prices. */
  canSetPrices: boolean;
}

/** A product of the range as it is shown, and as it is stored. */
export interface RangeSubject {
  product: ProductOrganisation;
  row: RangeRow;
}

/** What a row does. */
export interface RangeRowPlan {
  outcome: 'change' | 'unchanged' | 'refuse';
  /** Why it is refused. */
  reasons: readonly StoredReason[];
  /** Whether someone else has changed the same values since the export. */
  isConflict: boolean;
  after: RangeState;
  changes: RangeFieldChange[];
}

/** Calculated from other columns; the supplier's columns and the name in the catalogue are the supplier's to change. */
const CALCULATED: readonly RangeImportField[] = ['price', 'priceHighest'];
const SUPPLIERS: readonly RangeImportField[] = ['productName', 'sku', 'cataloguePrice', 'cataloguePriceHighest'];
const PRICES: readonly RangeImportField[] = ['overriddenPrice', 'pricePercent'];

const check = compileCheck(PRODUCT_SCHEMA, 422);

/** The cell of a field in a row; undefined where the file has no such column. */
export function getRangeCell({ cells, fields }: RangeSheetRow, field: RangeImportField): string | undefined {
  const index = fields.indexOf(field);
  return index < 0 ? undefined : (cells[index] ?? '').trim();
}

/** Where the cell of a field is in the file. */
function placeOf({ line, fields }: RangeSheetRow, field: RangeImportField): CellPlace {
  const index = fields.indexOf(field);
  return { field, column: index < 0 ? null : index, line };
}

/** Whether a cell says what the export writes now, as a text or as a number. */
function isAsExported(cell: string, exported: string): boolean {
  if (cell === exported) return true;
  const number = parseCellNumber(cell);
  return number !== undefined && exported !== '' && Math.abs(number - Number(exported)) < 1e-9;
}

/** The version that the export wrote; undefined where the file has none, or one that is newer than the product. */
function readVersion(sheetRow: RangeSheetRow, { row }: RangeSubject): number | undefined {
  const version = Number(getRangeCell(sheetRow, 'version') || Number.NaN);
  return Number.isInteger(version) && version <= row.version ? version : undefined;
}

/** Why columns that an import cannot change are refused: each of them differs from what it is now. */
function listReadOnlyProblems(sheetRow: RangeSheetRow, subject: RangeSubject, { columns }: RangeImportContext): RangeRowReason[] {
  const version = getRangeCell(sheetRow, 'version');
  // After a change by someone else these differ without having been edited.
  const isCurrent = version === undefined || readVersion(sheetRow, subject) === subject.row.version;
  return columns.flatMap((column): RangeRowReason[] => {
    const { field } = column;
    const isCalculated = CALCULATED.includes(field);
    if (!SUPPLIERS.includes(field) && !(isCalculated && isCurrent)) return [];
    const cell = getRangeCell(sheetRow, field);
    const exported = exportedText(column, subject.product);
    if (cell === undefined || isAsExported(cell, exported)) return [];
    return [{ kind: isCalculated ? 'calculated' : 'of_supplier', at: placeOf(sheetRow, field), now: exported }];
  });
}

interface EditableCells {
  input: Record<string, unknown>;
  reasons: RangeRowReason[];
}

/** The values of the cells that differ from what the export writes now, as a change of one product would send them. */
function readEditedCells(
  sheetRow: RangeSheetRow,
  { product }: RangeSubject,
  { columns, idsByName, canSetPrices }: RangeImportContext,
): EditableCells {
  const input: Record<string, unknown> = {};
  const reasons: RangeRowReason[] = [];
  for (const column of columns) {
    const { field } = column;
    if (field === 'id' || field === 'version' || SUPPLIERS.includes(field) || CALCULATED.includes(field)) continue;
    const cell = getRangeCell(sheetRow, field);
    if (cell === undefined || cell === exportedText(column, product)) continue;
    if (field === 'published' && normaliseName(cell) === normaliseName(WITHDRAWN_LABEL)) continue;
    const parsed = parseRangeCell(field as EditableRangeField, cell, product, idsByName);
    const at = placeOf(sheetRow, field);
    if ('reason' in parsed) reasons.push({ kind: 'cell_unreadable', at, cell, why: parsed.reason });
    else if (isEqual(parsed.value, product[field as keyof ProductOrganisation])) continue;
    else if (PRICES.includes(field) && !canSetPrices) reasons.push({ kind: 'price_of_supplier', at });
    else input[field] = parsed.value;
  }
  // One of them replaces the other, so a file that has both does not say which.
  const price = getRangeCell(sheetRow, 'overriddenPrice');
  const percent = getRangeCell(sheetRow, 'pricePercent');
  if (price && percent && PRICES.some((field) => field in input))
    reasons.push({
      kind: 'price_and_percentage',
      price: placeOf(sheetRow, 'overriddenPrice'),
      percent: placeOf(sheetRow, 'pricePercent'),
    });
  return { input, reasons };
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Why a product cannot have values, field by field; rethrows what is no refusal of a value. */
function listValueReasons(error: unknown): { field: string; why: readonly StoredReason[] }[] {
  if (error instanceof RefusalError) return Object.entries(error.reasonsByField).map(([field, why]) => ({ field, why }));
  if (error instanceof InvalidValuesError)
    return error.values.map((value) => ({ field: value.path.join('.'), why: [{ kind: 'invalid_product_value', ...value }] }));
  throw error;
}

/** The state after a change; its reasons name the cells whose values a product cannot have. */
function planState(
  sheetRow: RangeSheetRow,
  { row }: RangeSubject,
  input: Record<string, unknown>,
  canSetPrices: boolean,
): { after: RangeState; reasons: RangeRowReason[] } {
  try {
    const body: BodyOf<'PUT /api/productorganisation'> = { id: row.id, ...input };
    check(body);
    return { after: { ...row.state, ...parseRangeState(body, canSetPrices) }, reasons: [] };
  } catch (error) {
    const reasons = listValueReasons(error).map(({ field, why }): RangeRowReason => {
      const at = Object.hasOwn(RANGE_HEADINGS, field) ? placeOf(sheetRow, field as RangeImportField) : null;
      return { kind: 'value_refused', at, why: [...why] };
    });
    return { after: row.state, reasons };
  }
}

/** Decides what a row does to its product, given what the product is now. */
export function planRangeRow(sheetRow: RangeSheetRow, subject: RangeSubject, context: RangeImportContext): RangeRowPlan {
  const { row } = subject;
  const edited = readEditedCells(sheetRow, subject, context);
  const refuse = (because: readonly RangeRowReason[], isConflict = false): RangeRowPlan => ({
    outcome: 'refuse',
    reasons: because,
    isConflict,
    after: row.state,
    changes: [],
  });
  const unreadable = [...listReadOnlyProblems(sheetRow, subject, context), ...edited.reasons];
  if (unreadable.length > 0) return refuse(unreadable);
  const { after, reasons } = planState(sheetRow, subject, edited.input, context.canSetPrices);
  if (reasons.length > 0) return refuse(reasons);
  const fields = changedFields(row.state, after);
  if (fields.length === 0) return { outcome: 'unchanged', reasons: [], isConflict: false, after, changes: [] };
  const toValue = (state: RangeState, field: keyof RangeState) =>
    toRangeValue(state, field, subject.product.productName, context.names);
  const version = readVersion(sheetRow, subject);
  const conflicts = fields.filter((field) => changedSince([getRangeVersionField(field)], row.fieldVersions, version).length > 0);
  if (conflicts.length > 0)
    return refuse(
      conflicts.map(
        (field): RangeRowReason => ({
          kind: 'changed_since_export',
          at: placeOf(sheetRow, FIELD_OF_STATE[field]),
          now: toValue(row.state, field),
        }),
      ),
      true,
    );
  return {
    outcome: 'change',
    reasons: [],
    isConflict: false,
    after,
    changes: fields.map((field) => ({ kind: 'product', before: toValue(row.state, field), after: toValue(after, field) })),
  };
}
