import type { ReplyOf } from '#contract/index.ts';

export type EditedSizeGuide = ReplyOf<'GET /api/operator/sizeguides/:id'>['sizeGuide'];
export type GuidePreview = ReplyOf<'POST /api/operator/sizeguides/preview'>;
type GuideProblem = GuidePreview['problems'][number];
export type Wearers = EditedSizeGuide['wearers'];

/** A guide as it is being edited. */
export interface GuideDraft {
  name: string;
  wearers: Wearers;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The version that was loaded; null for a new guide. */
  version: number | null;
}

/** The measures that are offered as columns. Any other heading can be typed. */
export const MEASURES = [
  'Chest',
  'Waist',
  'Hip',
  'Collar',
  'Inside leg',
  'Sleeve',
  'Thigh',
  'Head',
  'Palm',
  'Hand length',
  'Foot length',
  'Height',
  'Back length',
] as const;

/** A new guide: one measure and a few sizes. */
export const newGuide: GuideDraft = {
  name: '',
  wearers: 'everyone',
  columns: ['Size', 'Chest (cm)'],
  rows: ['S', 'M', 'L'].map((size) => [size, '']),
  version: null,
};

export const MAX_ROWS = 200;
export const MAX_COLUMNS = 30;

/** A cell, or with row -1 a heading. */
export interface CellPlace {
  row: number;
  column: number;
}

/** Replaces one cell or heading. */
export function setCell(draft: GuideDraft, { row, column }: CellPlace, text: string): GuideDraft {
  const replace = (cells: readonly string[]) => cells.map((cell, at) => (at === column ? text : cell));
  return row < 0
    ? { ...draft, columns: replace(draft.columns) }
    : { ...draft, rows: draft.rows.map((cells, at) => (at === row ? replace(cells) : cells)) };
}

/** The cells of a block copied from a spreadsheet. */
export function splitBlock(text: string): string[][] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()));
}

/** Puts a block of cells into the table from one cell on. Rows and columns are added as needed; pasted over a heading, the first row is headings. */
export function pasteBlock(draft: GuideDraft, block: readonly (readonly string[])[], { row, column }: CellPlace): GuideDraft {
  const width = Math.min(MAX_COLUMNS, Math.max(draft.columns.length, column + Math.max(0, ...block.map(({ length }) => length))));
  const height = Math.min(MAX_ROWS, Math.max(draft.rows.length, row + block.length));
  const table = [draft.columns, ...draft.rows];
  const cellAt = (r: number, c: number) => block[r - row]?.[c - column]?.trim() ?? table[r + 1]?.[c] ?? '';
  const line = (r: number) => Array.from({ length: width }, (_, c) => cellAt(r, c));
  return { ...draft, columns: line(-1), rows: Array.from({ length: height }, (_, r) => line(r)) };
}

export const addRow = (draft: GuideDraft): GuideDraft => ({ ...draft, rows: [...draft.rows, draft.columns.map(() => '')] });

export const removeRow = (draft: GuideDraft, row: number): GuideDraft => ({
  ...draft,
  rows: draft.rows.filter((_, at) => at !== row),
});

/** Adds a column for a measure, with the unit that the other columns have. */
export const addColumn = (draft: GuideDraft, heading: string): GuideDraft => ({
  ...draft,
  columns: [...draft.columns, heading === '' ? '' : `${heading} (${getGuideUnit(draft)})`],
  rows: draft.rows.map((cells) => [...cells, '']),
});

export const removeColumn = (draft: GuideDraft, column: number): GuideDraft => ({
  ...draft,
  columns: draft.columns.filter((_, at) => at !== column),
  rows: draft.rows.map((cells) => cells.filter((_, at) => at !== column)),
});

/** The unit of the measures: that of the first column behind the sizes that names one. */
export const getGuideUnit = ({ columns }: Pick<GuideDraft, 'columns'>): 'cm' | 'in' =>
  columns
    .slice(1)
    .find((heading) => /\((cm|in)\)$/.test(heading))
    ?.endsWith('(in)')
    ? 'in'
    : 'cm';

/** Names another unit in the headings. The figures stay as they are typed. */
export const setUnit = (draft: GuideDraft, unit: 'cm' | 'in'): GuideDraft => ({
  ...draft,
  columns: draft.columns.map((heading, at) => (at === 0 ? heading : heading.replace(/\((?:cm|in)\)$/, `(${unit})`))),
});

/** What is wrong with one cell or heading, as one text. */
export const problemOf = (problems: readonly GuideProblem[], { row, column }: CellPlace): GuideProblem | undefined =>
  problems
    .filter((each) => each.column === column && each.row === (row < 0 ? null : row))
    .toSorted((one, other) => Number(other.isError) - Number(one.isError))[0];

/** A problem with its place: "Line 5, Chest (cm): …" of a file, "M, Chest (cm): …" of a table. */
export function describeProblem(
  { row, column, line, message }: GuideProblem,
  { columns, rows }: Pick<GuideDraft, 'columns' | 'rows'>,
): string {
  const size = row === null ? '' : (rows[row]?.[0] ?? '') || `Row ${row + 1}`;
  const place = [line === null ? size : `Line ${line}`, column === null ? '' : columns[column]].filter(Boolean).join(', ');
  return place === '' ? message : `${place}: ${message}`;
}

/** Why a guide cannot be saved; undefined where it can. */
export function findGuideBlocker(draft: GuideDraft, preview: GuidePreview | undefined): string | undefined {
  if (draft.name.trim() === '') return 'Enter a name.';
  if (!preview) return 'The table is being checked.';
  const errors = preview.problems.filter(({ isError }) => isError).length;
  return errors === 0 ? undefined : errors === 1 ? 'Correct the highlighted cell.' : `Correct the ${errors} highlighted cells.`;
}
