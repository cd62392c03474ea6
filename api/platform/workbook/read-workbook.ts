import { posix } from 'node:path';
import { type MergedCells, parseColumn, parseMerged, readLastRow } from './cell-references.ts';
import { Archive, ArchiveTooLargeError, DamagedArchiveError } from './unzip.ts';
import { type CellStyles, formatHours, NO_STYLES, readStyles } from './workbook-styles.ts';
import type { Cell } from './workbook-xml.ts';
import { MalformedXmlError, readPrefixed, readXml, type XmlAttributes } from './xml-reader.ts';

/** A workbook that is damaged, or is not one. */
export class DamagedWorkbookError extends Error {}
/** A workbook with more content than allowed. */
export class WorkbookTooLargeError extends Error {}

/** What a workbook may contain at most. More than this is not read into memory. */
export interface WorkbookLimits {
  /** Bytes of all files of the workbook, unpacked. */
  unpackedBytes: number;
  /** Characters of the texts that cells share. */
  sharedCharacters: number;
}

/** A row with content: its number from 1 on, and its cells up to the last one that is not empty. */
export interface WorkbookRow {
  number: number;
  cells: Cell[];
  /** The program does not show the row. */
  isHidden?: true;
  /** Cells with a formula; absent for none. */
  formulas?: number;
}

/** What a sheet shows differently from its cells. */
export interface SheetLayout {
  /** Columns that the program does not show, from 0 on, with both ends. */
  hiddenColumns: { first: number; last: number }[];
  /** Those of more than one row. */
  merged: MergedCells[];
  /** Its rows can be filtered, so that hidden ones are probably filtered out. */
  hasFilter: boolean;
}

/** The last column of spreadsheet programs, XFD, is the 16,384th. */
const MAX_COLUMNS = 16_384;
/** Their last row. */
const MAX_ROWS = 1_048_576;
/** Spreadsheet programs limit texts in cells to this many characters. */
const MAX_CELL_LENGTH = 32_767;
/** More relationships than a workbook has are not read. */
const MAX_RELATIONSHIPS = 1000;
const MAX_SHEETS = 1000;
const MAX_HIDDEN = 1000;
const MAX_MERGED = 100_000;
/** Programs allow 31 characters. */
const MAX_SHEET_NAME = 100;

/**
 * Reads the first sheet of a workbook (ECMA-376, SpreadsheetML) row by row, without rows that are empty. Memory does not depend on the
 * number of rows. A formula has the value that the program stored; numbers with the format of a date are dates in UTC; those that are
 * shown as hours (37:30) or with zeros before them are texts. Cells in columns
 * above `maxColumns` are left out. Returns what the sheet shows differently.
 *
 * Throws DamagedWorkbookError, WorkbookTooLargeError, and what `onRow` throws.
 */
export const readFirstSheet = (
  bytes: Uint8Array,
  limits: WorkbookLimits,
  maxColumns: number,
  onRow: (row: WorkbookRow) => void,
): Promise<SheetLayout> =>
  openWorkbook(bytes, limits, async ({ sheets, read }) => {
    const first = sheets.findIndex(({ isHidden }) => !isHidden);
    return (await read(Math.max(0, first), maxColumns, onRow)).layout;
  });

/** A workbook that is open. */
export interface OpenWorkbook {
  /** Its sheets in the order of their tabs, at least one. */
  sheets: readonly { name: string; isHidden: boolean }[];
  /**
   * Reads a sheet, as `readFirstSheet`; ends early when `onRow` returns false, and then knows only what comes before the rows. `rows` is the number that the
   * workbook says, if it does. Throws DamagedWorkbookError where there is no such sheet.
   */
  read(
    sheet: number,
    maxColumns: number,
    onRow: (row: WorkbookRow) => unknown,
  ): Promise<{ layout: SheetLayout; rows: number | null }>;
}

/** Opens a workbook while `use` runs. Throws as `readFirstSheet`. */
export async function openWorkbook<T>(
  bytes: Uint8Array,
  limits: WorkbookLimits,
  use: (workbook: OpenWorkbook) => Promise<T>,
): Promise<T> {
  try {
    const archive = await Archive.open(bytes, limits.unpackedBytes);
    const { sheets, ...parts } = await findParts(archive);
    const styles = parts.styles ? await readStyles(archive, parts.styles) : NO_STYLES;
    const texts = parts.sharedTexts ? await readSharedTexts(archive, parts.sharedTexts, limits.sharedCharacters) : [];
    return await use({
      sheets: sheets.map(({ name, isHidden }) => ({ name, isHidden })),
      read: async (index, maxColumns, onRow) => {
        const sheet = sheets[index]?.path;
        if (sheet === undefined) throw new DamagedWorkbookError('The workbook has no such sheet.');
        return readRows(archive, { ...parts, sheet, styles, texts, maxColumns }, onRow);
      },
    });
  } catch (error) {
    if (error instanceof ArchiveTooLargeError) throw new WorkbookTooLargeError(error.message);
    if (error instanceof DamagedArchiveError || error instanceof MalformedXmlError) throw new DamagedWorkbookError(error.message);
    throw error;
  }
}

interface Relationship {
  type: string;
  path: string;
}

interface Parts {
  /** In the order of their tabs. */
  sheets: { name: string; path: string; isHidden: boolean }[];
  sharedTexts: string | undefined;
  styles: string | undefined;
  /** Days are counted from 1904 instead of 1900. */
  from1904: boolean;
}

const ignore = () => {};

/** The relationships of a part, by id. */
async function readRelationships(archive: Archive, path: string): Promise<Map<string, Relationship>> {
  const folder = posix.dirname(path);
  const found = new Map<string, Relationship>();
  await readXml(archive.read(posix.join(folder, '_rels', `${posix.basename(path)}.rels`)), {
    open: (name, attributes) => {
      if (name !== 'Relationship' || found.size >= MAX_RELATIONSHIPS) return;
      const target = attributes.Target ?? '';
      found.set(attributes.Id ?? '', {
        type: posix.basename(attributes.Type ?? ''),
        path: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
    text: ignore,
    close: ignore,
  });
  return found;
}

async function findParts(archive: Archive): Promise<Parts> {
  const package_ = await readRelationships(archive, '');
  const workbook = package_.values().find(({ type }) => type === 'officeDocument')?.path;
  if (workbook === undefined) throw new DamagedWorkbookError('The archive is not a workbook.');
  const found: { name: string; id: string; isHidden: boolean }[] = [];
  let from1904 = false;
  await readXml(archive.read(workbook), {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet' || found.length >= MAX_SHEETS) return;
      found.push({
        name: (attributes.name ?? '').slice(0, MAX_SHEET_NAME),
        id: readPrefixed(attributes, 'id') ?? '',
        isHidden: /hidden/i.test(attributes.state ?? ''),
      });
    },
    text: ignore,
    close: ignore,
  });
  const relationships = await readRelationships(archive, workbook);
  const pathOf = (wanted: string) => relationships.values().find(({ type, path }) => type === wanted && archive.has(path))?.path;
  // Diagrams have tabs too.
  const sheets = found.flatMap(({ name, id, isHidden }) => {
    const relationship = relationships.get(id);
    return relationship && relationship.type !== 'chartsheet' ? [{ name, isHidden, path: relationship.path }] : [];
  });
  if (sheets.length === 0) throw new DamagedWorkbookError('The workbook has no sheet.');
  return { sheets, sharedTexts: pathOf('sharedStrings'), styles: pathOf('styles'), from1904 };
}

/** Replaces codes such as `_x000D_`, which stand for a character. */
const decodeCodes = (text: string) =>
  text.includes('_x') ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))) : text;

/** Collects the text of an item of rich text: that of its `t` elements, without phonetic guides. */
class RichText {
  #text = '';
  #isText = false;
  #isPhonetic = false;

  start(): void {
    this.#text = '';
    this.#isText = false;
    this.#isPhonetic = false;
  }

  open(name: string): void {
    if (name === 't') this.#isText = !this.#isPhonetic;
    if (name === 'rPh') this.#isPhonetic = true;
  }

  text(text: string): void {
    if (this.#isText && this.#text.length < MAX_CELL_LENGTH) this.#text += text.slice(0, MAX_CELL_LENGTH - this.#text.length);
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
  }

  end(): string {
    return decodeCodes(this.#text);
  }
}

/** What a text costs beside its characters: empty ones take memory too. */
const CHARACTERS_PER_TEXT = 8;

async function readSharedTexts(archive: Archive, path: string, maxCharacters: number): Promise<string[]> {
  const texts: string[] = [];
  const item = new RichText();
  let characters = 0;
  await readXml(archive.read(path), {
    open: (name) => (name === 'si' ? item.start() : item.open(name)),
    text: (text) => item.text(text),
    close: (name) => {
      if (name !== 'si') return item.close(name);
      const text = item.end();
      characters += text.length + CHARACTERS_PER_TEXT;
      if (characters > maxCharacters) throw new WorkbookTooLargeError('The workbook contains too much text.');
      // A copy: V8 keeps a whole chunk of the document in memory for a part of it.
      texts.push(` ${text}`.slice(1));
    },
  });
  return texts;
}

const DAY_MS = 86_400_000;
/** Day 0. Programs count 29 February 1900, which did not exist: earlier days are one day off, as they are in the programs. */
const EPOCHS = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };

interface SheetContext extends Omit<Parts, 'sheets' | 'styles'> {
  sheet: string;
  styles: CellStyles;
  texts: readonly string[];
  maxColumns: number;
}

function parseValue(type: string | undefined, style: number, raw: string, context: SheetContext): Cell {
  if (type === 's') return context.texts[Number(raw)] ?? null;
  if (type === 'b') return raw === '1' || raw === 'true';
  if (type === 'str') return decodeCodes(raw);
  const number = Number(raw);
  // Errors such as #N/A, and dates in ISO form.
  if (type === 'e' || type === 'd' || raw.trim() === '' || Number.isNaN(number)) return raw === '' ? null : raw;
  if (context.styles.hours.has(style)) return formatHours(number);
  if (!context.styles.dates.has(style)) {
    const digits = context.styles.digits.get(style);
    // A number that is shown as 00000123 is written so elsewhere.
    return digits === undefined || !Number.isSafeInteger(number) || number < 0 ? number : String(number).padStart(digits, '0');
  }
  return new Date((context.from1904 ? EPOCHS.from1904 : EPOCHS.from1900) + Math.round(number * DAY_MS));
}

const isTrue = (value: string | undefined) => /^(?:1|true)$/.test(value ?? '');
/** Rows and columns of no height or width are not shown either. */
const isZero = (value: string | undefined) => value !== undefined && Number(value) === 0;

/** Thrown by a reader that has what it needs. */
class EndOfReading extends Error {}

async function readRows(
  archive: Archive,
  context: SheetContext,
  onRow: (row: WorkbookRow) => unknown,
): Promise<{ layout: SheetLayout; rows: number | null }> {
  const layout: SheetLayout = { hiddenColumns: [], merged: [], hasFilter: false };
  let rows: number | null = null;
  let row: WorkbookRow = { number: 0, cells: [] };
  let column = -1;
  let type: string | undefined;
  let style = 0;
  let value = '';
  let isValue = false;
  const inline = new RichText();
  const addMerged = (reference: string | undefined) => {
    const merged = parseMerged(reference);
    if (merged) layout.merged.push(merged);
  };
  const endCell = () => {
    const cell = type === 'inlineStr' ? inline.end() : parseValue(type, style, value, context);
    if (cell === null || cell === '' || column >= context.maxColumns) return;
    while (row.cells.length < column) row.cells.push(null);
    row.cells[column] = cell;
  };
  const handlers = {
    open: (name: string, attributes: XmlAttributes) => {
      if (name === 'row') {
        row = { number: Number(attributes.r ?? row.number + 1), cells: [] };
        if (!Number.isInteger(row.number) || row.number < 1 || row.number > MAX_ROWS)
          throw new DamagedWorkbookError('A row is outside the sheet.');
        if (isTrue(attributes.hidden) || isZero(attributes.ht)) row.isHidden = true;
        column = -1;
      } else if (name === 'c') {
        column = parseColumn(attributes.r) ?? column + 1;
        if (column >= MAX_COLUMNS) throw new DamagedWorkbookError('A cell is outside the sheet.');
        type = attributes.t;
        style = Number(attributes.s ?? -1);
        value = '';
        inline.start();
      } else if (name === 'v') isValue = true;
      else if (name === 'f') row.formulas = (row.formulas ?? 0) + 1;
      else if (
        name === 'col' &&
        (isTrue(attributes.hidden) || isZero(attributes.width)) &&
        layout.hiddenColumns.length < MAX_HIDDEN
      )
        layout.hiddenColumns.push({ first: Number(attributes.min) - 1, last: Number(attributes.max) - 1 });
      else if (name === 'mergeCell' && layout.merged.length < MAX_MERGED) addMerged(attributes.ref);
      else if (name === 'autoFilter') layout.hasFilter = true;
      else if (name === 'dimension') rows = readLastRow(attributes.ref);
      else inline.open(name);
    },
    text: (text: string) => {
      if (!isValue) inline.text(text);
      else if (value.length < MAX_CELL_LENGTH) value += text.slice(0, MAX_CELL_LENGTH - value.length);
    },
    close: (name: string) => {
      if (name === 'v') isValue = false;
      else if (name === 'c') endCell();
      else if (name === 'row') {
        if (row.cells.length > 0 && onRow(row) === false) throw new EndOfReading();
      } else inline.close(name);
    },
  };
  try {
    await readXml(archive.read(context.sheet), handlers);
  } catch (error) {
    if (!(error instanceof EndOfReading)) throw error;
  }
  return { layout, rows };
}
