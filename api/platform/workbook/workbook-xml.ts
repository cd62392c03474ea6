/** What a cell holds. A text stays a text, whatever sign it begins with; a Date is shown in UTC. */
export type Cell = string | number | boolean | Date | null;

/** What the parts of a workbook look like inside (ECMA-376, SpreadsheetML): pure texts. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// Characters that XML cannot hold; a workbook with one does not open.
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
// A code of a character, as spreadsheets write those that XML cannot hold: they would read it as that character.
const CODE = /_(?=x[0-9a-f]{4}_)/gi;

const escaped = (text: string): string =>
  text
    .replaceAll(UNWRITABLE, '')
    .replaceAll(CODE, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** A, B … Z, AA … */
const columnName = (place: number): string =>
  (place < 26 ? '' : columnName(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26));

const DAY_MS = 86_400_000;
/** 1 January 1970 as spreadsheets count days. */
const EPOCH = 25_569;

function cellXml(reference: string, style: number, value: Cell): string {
  const at = style === 0 ? `r="${reference}"` : `r="${reference}" s="${style}"`;
  if (value === null || value === '') return '';
  if (typeof value === 'string') return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  if (typeof value === 'boolean') return `<c ${at} t="b"><v>${Number(value)}</v></c>`;
  return `<c ${at}><v>${typeof value === 'number' ? value : value.getTime() / DAY_MS + EPOCH}</v></c>`;
}

/** A sheet up to its first row, which stays in sight; widths in letters. */
export const sheetHeaderXml = (widths: readonly number[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>' +
  widths.map((width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`).join('') +
  '</cols><sheetData>';

/** A row by its number from 1 on; of each cell the number of its style. */
export const rowXml = (row: number, cells: readonly Cell[], styles: readonly number[]): string =>
  `<row r="${row}">${cells.map((cell, place) => cellXml(columnName(place) + row, styles[place] ?? 0, cell)).join('')}</row>`;

export const SHEET_FOOTER_XML = '</sheetData></worksheet>';

const FIRST_FORMAT = 164;

/** The styles of a workbook: 0 is plain, then one for each format. */
const stylesXml = (formats: readonly string[]): string =>
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">` +
  formats.map((format, place) => `<numFmt numFmtId="${FIRST_FORMAT + place}" formatCode="${escaped(format)}"/>`).join('') +
  '</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${formats.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  formats
    .map(
      (_, place) => `<xf numFmtId="${FIRST_FORMAT + place}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const relations = (targets: readonly [kind: string, target: string][]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  targets
    .map(([kind, target], place) => `<Relationship Id="rId${place + 1}" Type="${RELATION}/${kind}" Target="${target}"/>`)
    .join('') +
  '</Relationships>';

/** The path of a sheet within a workbook, by its place from 0 on. */
export const sheetPath = (place: number): string => `xl/worksheets/sheet${place + 1}.xml`;

/** What a workbook has beside its sheets, by path. */
export function createPackageParts(sheets: readonly string[], formats: readonly string[]): Record<string, string> {
  const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${CONTENT}.${type}+xml"/>`;
  return {
    '[Content_Types].xml':
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}` +
      `${sheets.map((_, place) => part(sheetPath(place), 'worksheet')).join('')}</Types>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>` +
      sheets.map((name, place) => `<sheet name="${escaped(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`).join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, place): [string, string] => ['worksheet', `worksheets/sheet${place + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': stylesXml(formats),
  };
}
