import { describeInvalidValue, type InvalidValue } from '#api/platform/http/validation.ts';
import { describeReason, describeReasons, joinWordings, type ReasonOf, type StoredReason } from '#api/platform/reasons.ts';
import { columnName } from '#api/platform/workbook/workbook-xml.ts';
import type { RangeImportField } from '#contract/catalogue/range/range-import.ts';
import { contract } from '#contract/index.ts';
import { RANGE_ACCESS_WORDING, RANGE_SKIP_WORDING, RANGE_VALUE_WORDING } from './range.rules.ts';
import { RANGE_CELL_WORDING, type RangeCellReason } from './range-cells.rules.ts';
import { RANGE_HEADINGS } from './range-export.rules.ts';
import { describeRangeValue, type RangeValue } from './range-values.rules.ts';

/** The schema that the values of a row are checked against. */
export const PRODUCT_SCHEMA = contract['PUT /api/productorganisation'].body;

/** Where a value is in a file; column and line are null where the file has no such column, or the line is not known. */
export type CellPlace = { field: RangeImportField; column: number | null; line: number | null };

/** “Own price (I12)”: the heading of a field and where its cell is in the file. */
const nameCell = ({ field, column, line }: CellPlace): string =>
  column === null || line === null ? RANGE_HEADINGS[field] : `${RANGE_HEADINGS[field]} (${columnName(column)}${line})`;

/** Why a product cannot have a value. */
export const PRODUCT_VALUE_WORDING = joinWordings(RANGE_VALUE_WORDING, {
  invalid_product_value: (value: InvalidValue) => describeInvalidValue(PRODUCT_SCHEMA, value),
});

const describeNow = (text: string) => (text === '' ? 'It is empty now' : `It is ${text} now`);

const RANGE_ROW_WORDING = {
  id_is_no_number: ({ id }: { id: string }) => `The ID “${id}” is not a whole number.`,
  neither_id_nor_sku: () => 'The row has neither an ID nor a SKU.',
  sku_of_several: ({ sku }: { sku: string }) => `Several products of your range have the SKU “${sku}”. Enter the ID.`,
  no_such_sku: ({ sku }: { sku: string }) => `No product of your range has the SKU “${sku}”.`,
  no_such_product: ({ id }: { id: number }) => `Your range has no product with the ID ${id}.`,
  calculated: ({ at, now }: { at: CellPlace; now: string }) =>
    `${nameCell(at)} is calculated. ${describeNow(now)}; change ${RANGE_HEADINGS.overriddenPrice} or ${RANGE_HEADINGS.pricePercent} instead.`,
  of_supplier: ({ at, now }: { at: CellPlace; now: string }) =>
    `${nameCell(at)} is your supplier’s. ${describeNow(now)}; if you did not edit it, export the range again.`,
  cell_unreadable: ({ at, cell, why }: { at: CellPlace; cell: string; why: RangeCellReason }) =>
    `${nameCell(at)} is “${cell}”. ${describeReason(RANGE_CELL_WORDING, why)}`,
  price_of_supplier: ({ at }: { at: CellPlace }) =>
    `${nameCell(at)} can’t be changed. ${RANGE_SKIP_WORDING.prices_of_supplier()}`,
  price_and_percentage: ({ price, percent }: { price: CellPlace; percent: CellPlace }) =>
    `${nameCell(price)} and ${nameCell(percent)} both have a value. Clear one of them.`,
  value_refused: ({ at, why }: { at: CellPlace | null; why: StoredReason[] }) => {
    const text = describeReasons(PRODUCT_VALUE_WORDING, why) ?? '';
    return at === null ? text : `${nameCell(at)}: ${text}`;
  },
  changed_since_export: ({ at, now }: { at: CellPlace; now: RangeValue }) =>
    `${nameCell(at)}: someone has changed it since the export. It is ${describeRangeValue(now) || 'empty'} now.`,
};
/** Why a row of a file does not change its product, as it is stored. */
export type RangeRowReason = ReasonOf<typeof RANGE_ROW_WORDING>;

/** The wording of everything for which an import of the range leaves a product alone. */
export const RANGE_IMPORT_WORDING = joinWordings(RANGE_SKIP_WORDING, RANGE_ACCESS_WORDING, RANGE_ROW_WORDING);
