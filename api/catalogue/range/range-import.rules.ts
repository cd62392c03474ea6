import { HttpError } from '#api/platform/http/errors.ts';
import { changedSince } from '#api/platform/http/optimistic-concurrency.ts';
import { compileCheck } from '#api/platform/http/validation.ts';
import { normaliseName } from '#api/platform/workbook/cell-names.ts';
import { columnName } from '#api/platform/workbook/workbook-xml.ts';
import type { RangeImportField } from '#contract/catalogue/range/range-import.ts';
import { type BodyOf, contract } from '#contract/index.ts';
import {
  changedFields,
  getRangeVersionField,
  type ProductOrganisation,
  parseRangeState,
  RANGE_SKIP_REASONS,
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
  reasons: string[];
  /** Whether someone else has changed the same values since the export. */
  isConflict: boolean;
  after: RangeState;
  changes: { field: string; before: string; after: string }[];
}

/** Calculated from other columns; the supplier's columns and the name in the catalogue are the supplier's to change. */
const CALCULATED: readonly RangeImportField[] = ['price', 'priceHighest'];
const SUPPLIERS: readonly RangeImportField[] = ['productName', 'sku', 'cataloguePrice', 'cataloguePriceHighest'];
const PRICES: readonly RangeImportField[] = ['overriddenPrice', 'pricePercent'];

const check = compileCheck(contract['PUT /api/productorganisation'].body, 422);

/** The cell of a field in a row; undefined where the file has no such column. */
export function getRangeCell({ cells, fields }: RangeSheetRow, field: RangeImportField): string | undefined {
  const index = fields.indexOf(field);
  return index < 0 ? undefined : (cells[index] ?? '').trim();
}

/** “Own price (I12)”: the heading of a field and where its cell is in the file. */
function nameCell({ line, fields }: RangeSheetRow, field: RangeImportField): string {
  const index = fields.indexOf(field);
  return index < 0 || line === null ? RANGE_HEADINGS[field] : `${RANGE_HEADINGS[field]} (${columnName(index)}${line})`;
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
function listReadOnlyProblems(sheetRow: RangeSheetRow, subject: RangeSubject, { columns }: RangeImportContext): string[] {
  const version = getRangeCell(sheetRow, 'version');
  // After a change by someone else these differ without having been edited.
  const isCurrent = version === undefined || readVersion(sheetRow, subject) === subject.row.version;
  return columns.flatMap((column) => {
    const { field } = column;
    const isCalculated = CALCULATED.includes(field);
    if (!SUPPLIERS.includes(field) && !(isCalculated && isCurrent)) return [];
    const cell = getRangeCell(sheetRow, field);
    const exported = exportedText(column, subject.product);
    if (cell === undefined || isAsExported(cell, exported)) return [];
    const now = exported === '' ? 'It is empty now' : `It is ${exported} now`;
    return isCalculated
      ? `${nameCell(sheetRow, field)} is calculated. ${now}; change ${RANGE_HEADINGS.overriddenPrice} or ${RANGE_HEADINGS.pricePercent} instead.`
      : `${nameCell(sheetRow, field)} is your supplier’s. ${now}; if you did not edit it, export the range again.`;
  });
}

interface EditableCells {
  input: Record<string, unknown>;
  reasons: string[];
}

/** The values of the cells that differ from what the export writes now, as a change of one product would send them. */
function readEditedCells(
  sheetRow: RangeSheetRow,
  { product }: RangeSubject,
  { columns, idsByName, canSetPrices }: RangeImportContext,
): EditableCells {
  const input: Record<string, unknown> = {};
  const reasons: string[] = [];
  for (const column of columns) {
    const { field } = column;
    if (field === 'id' || field === 'version' || SUPPLIERS.includes(field) || CALCULATED.includes(field)) continue;
    const cell = getRangeCell(sheetRow, field);
    if (cell === undefined || cell === exportedText(column, product)) continue;
    if (field === 'published' && normaliseName(cell) === normaliseName(WITHDRAWN_LABEL)) continue;
    const parsed = parseRangeCell(field as EditableRangeField, cell, product, idsByName);
    if ('reason' in parsed) reasons.push(`${nameCell(sheetRow, field)} is “${cell}”. ${parsed.reason}`);
    else if (isEqual(parsed.value, product[field as keyof ProductOrganisation])) continue;
    else if (PRICES.includes(field) && !canSetPrices)
      reasons.push(`${nameCell(sheetRow, field)} can’t be changed. ${RANGE_SKIP_REASONS.suppliersPrice}`);
    else input[field] = parsed.value;
  }
  // One of them replaces the other, so a file that has both does not say which.
  const price = getRangeCell(sheetRow, 'overriddenPrice');
  const percent = getRangeCell(sheetRow, 'pricePercent');
  if (price && percent && PRICES.some((field) => field in input))
    reasons.push(
      `${nameCell(sheetRow, 'overriddenPrice')} and ${nameCell(sheetRow, 'pricePercent')} both have a value. Clear one of them.`,
    );
  return { input, reasons };
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The state after a change; its reasons name the cells whose values a product cannot have. */
function planState(
  sheetRow: RangeSheetRow,
  { row }: RangeSubject,
  input: Record<string, unknown>,
  canSetPrices: boolean,
): { after: RangeState; reasons: string[] } {
  try {
    const body: BodyOf<'PUT /api/productorganisation'> = { id: row.id, ...input };
    check(body);
    return { after: { ...row.state, ...parseRangeState(body, canSetPrices) }, reasons: [] };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const reasons = Object.entries(error.errors).map(([field, texts]) =>
      field in RANGE_HEADINGS ? `${nameCell(sheetRow, field as RangeImportField)}: ${texts.join(' ')}` : texts.join(' '),
    );
    return { after: row.state, reasons };
  }
}

const FIELD_OF_STATE: Readonly<Record<keyof RangeState, RangeImportField>> = {
  name: 'name',
  organisationSku: 'organisationSku',
  overriddenPriceMinor: 'overriddenPrice',
  pricePercent: 'pricePercent',
  published: 'published',
  featured: 'featured',
  displayOrder: 'displayOrder',
  businessAreaIds: 'businessAreaIds',
  jobRoleIds: 'jobRoleIds',
  collectionIds: 'collectionIds',
  customerRoleIds: 'customerRoleIds',
};

/** A value as the preview shows it. */
function formatValue(state: RangeState, field: keyof RangeState, { product }: RangeSubject, names: AudienceItemNames): string {
  const value = state[field];
  switch (field) {
    case 'name':
      return state.name ?? product.productName;
    case 'overriddenPriceMinor':
      return state.overriddenPriceMinor === null ? '' : (state.overriddenPriceMinor / 100).toFixed(2);
    case 'pricePercent':
      return state.pricePercent === null ? '' : `${state.pricePercent < 0 ? '−' : '+'}${Math.abs(state.pricePercent)} %`;
    case 'published':
      return state.published ? 'Published' : 'Not published';
    case 'featured':
      return state.featured ? 'Yes' : 'No';
    case 'organisationSku':
    case 'displayOrder':
      return String(value ?? '');
    default:
      return state[field].map((id) => names[field].get(id) ?? `no. ${id}`).join(', ') || 'Everyone';
  }
}

/** Decides what a row does to its product, given what the product is now. */
export function planRangeRow(sheetRow: RangeSheetRow, subject: RangeSubject, context: RangeImportContext): RangeRowPlan {
  const { row } = subject;
  const edited = readEditedCells(sheetRow, subject, context);
  const refuse = (because: string[], isConflict = false): RangeRowPlan => ({
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
  const format = (state: RangeState, field: keyof RangeState) => formatValue(state, field, subject, context.names);
  const version = readVersion(sheetRow, subject);
  const conflicts = fields.filter((field) => changedSince([getRangeVersionField(field)], row.fieldVersions, version).length > 0);
  if (conflicts.length > 0)
    return refuse(
      conflicts.map(
        (field) =>
          `${nameCell(sheetRow, FIELD_OF_STATE[field])}: someone has changed it since the export. It is ${format(row.state, field) || 'empty'} now.`,
      ),
      true,
    );
  return {
    outcome: 'change',
    reasons: [],
    isConflict: false,
    after,
    changes: fields.map((field) => ({
      field: RANGE_HEADINGS[FIELD_OF_STATE[field]],
      before: format(row.state, field),
      after: format(after, field),
    })),
  };
}
