import type { Readable } from 'node:stream';
import { streamWorkbook } from '#api/platform/workbook/workbook.ts';
import type { ReplyOf } from '#contract/index.ts';

/** The most characters that a cell of a workbook can contain. */
const MAX_CELL = 32_767;

/** `Created on (UTC)` for `createdOnUtc`. */
function toHeading(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ utc$/, ' (UTC)');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value in a cell: lists line by line, and parts with their names. */
function describeValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(describeValue).join('\n');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .filter(([, part]) => describeValue(part) !== '')
    .map(([name, part]) => `${toHeading(name)}: ${describeValue(part)}`)
    .join(', ');
}

const toCell = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? value : describeValue(value).slice(0, MAX_CELL);

type Row = Record<string, unknown>;

function toSheet(name: string, rows: readonly Row[]) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = fields.map((field) => ({ header: toHeading(field), width: 24, value: (row: Row) => toCell(row[field]) }));
  return { name: toHeading(name), columns, rows };
}

/** One record: a line for each of its fields. */
const toRecordSheet = (name: string, row: Row) =>
  toSheet(
    name,
    Object.entries(row).map(([field, value]) => ({ field: toHeading(field), value })),
  );

/** Everything that is stored about a person as a workbook: a sheet for each section that is not empty. */
export function toMyDataWorkbook(data: ReplyOf<'GET /api/mydata'>): Readable {
  const { createdOnUtc, profile, ...sections } = data;
  const sheets = Object.entries(sections).flatMap(([name, section]) => {
    if (section === null) return [];
    if (!Array.isArray(section)) return [toRecordSheet(name, section as Row)];
    return section.length === 0 ? [] : [toSheet(name, section as Row[])];
  });
  return streamWorkbook(toRecordSheet('profile', { createdOnUtc, ...profile }), ...sheets);
}
