import { toSpreadsheetText } from './formula-like.ts';

/** The value of a cell. A text that could be taken for a formula gets an apostrophe in front; a Date is shown in UTC. */
export type Cell = string | number | boolean | Date | null;

/** The XML parts of a workbook (ECMA-376, SpreadsheetML) as pure functions. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// Characters that XML cannot contain; spreadsheet programs refuse a workbook with one.
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
// The escape code that spreadsheets use for such characters: in a text it would be read as the character.
const ESCAPE_CODE = /_(?=x[0-9a-f]{4}_)/gi;

const escaped = (text: string): string =>
  text
    .replaceAll(FORBIDDEN, '')
    .replaceAll(ESCAPE_CODE, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The name of a column by its index from 0 on: A, B … Z, AA … */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const DAY_MS = 86_400_000;
/** 1 January 1970 as a spreadsheet's day number. */
const EPOCH = 25_569;

/** The number of the style of the first format. */
export const FIRST_FORMAT_STYLE = 1;

function cellXml(reference: string, columnStyle: number, value: Cell): string {
  if (value === null || value === '') return '';
  const at = columnStyle === 0 ? `r="${reference}"` : `r="${reference}" s="${columnStyle}"`;
  if (typeof value === 'string')
    return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(toSpreadsheetText(value))}</t></is></c>`;
  if (typeof value === 'boolean') return `<c ${at} t="b"><v>${Number(value)}</v></c>`;
  return `<c ${at}><v>${typeof value === 'number' ? value : value.getTime() / DAY_MS + EPOCH}</v></c>`;
}

/** A sheet up to its first row, which is frozen; widths in characters. */
export const sheetHeaderXml = (widths: readonly number[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>' +
  widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('') +
  '</cols><sheetData>';

/** A row by its number from 1 on; `styles` has the style number of each cell. */
export const rowXml = (row: number, cells: readonly Cell[], styles: readonly number[]): string =>
  `<row r="${row}">${cells.map((cell, index) => cellXml(columnName(index) + row, styles[index] ?? 0, cell)).join('')}</row>`;

export const SHEET_FOOTER_XML = '</sheetData></worksheet>';

const FIRST_FORMAT = 164;

/** The styles of a workbook: 0 is plain, followed by one for each format. */
const stylesXml = (formats: readonly string[]): string =>
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">` +
  formats.map((format, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escaped(format)}"/>`).join('') +
  '</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${formats.length + FIRST_FORMAT_STYLE}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  formats
    .map(
      (_, index) => `<xf numFmtId="${FIRST_FORMAT + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const relationshipsXml = (targets: readonly [kind: string, target: string][]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  targets
    .map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATION}/${kind}" Target="${target}"/>`)
    .join('') +
  '</Relationships>';

/** The path of a sheet within a workbook, by its index from 0 on. */
export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

/** All parts of a workbook except its sheets, by path. */
export function createPackageParts(sheets: readonly string[], formats: readonly string[]): Record<string, string> {
  const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${CONTENT}.${type}+xml"/>`;
  return {
    '[Content_Types].xml':
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}` +
      `${sheets.map((_, index) => part(sheetPath(index), 'worksheet')).join('')}</Types>`,
    '_rels/.rels': relationshipsXml([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>` +
      sheets.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationshipsXml([
      ...sheets.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': stylesXml(formats),
  };
}
