import type { ReadingChoice, SheetSample, SheetStart } from './sheet-reading.ts';
import { isLikeAddress } from './stray-cells.rules.ts';

/** The field that a heading means; undefined where it is not known. */
export type FieldOfHeading = (heading: string) => string | undefined;

/** Lines below a line by which its width is judged. */
const LINES_BELOW = 8;
/** Headings above this share of the columns below them can be headings; titles stand in few cells. */
const MIN_WIDTH = 0.5;

interface Candidate extends SheetStart {
  score: number;
}

/**
 * Where the headings are: the line of a sheet that has the most known ones, below titles and behind sheets of explanations; also two lines, where merged headings
 * have others below them. Where none is known, the first line of words that is about as wide as what is below it. Undefined where nothing is like headings: then
 * the first line is. What was chosen is kept.
 */
export function findHeadings(
  samples: readonly SheetSample[],
  fieldOf: FieldOfHeading,
  choice: Pick<ReadingChoice, 'sheet' | 'line'> = {},
): SheetStart | undefined {
  const candidates = samples
    .filter(({ sheet }) => choice.sheet === undefined || sheet === choice.sheet)
    .flatMap((sample) => rateSheet(sample, fieldOf, choice.line));
  let best: Candidate | undefined;
  // The first of several that are equally good.
  for (const candidate of candidates) if (candidate.score > (best?.score ?? 0)) best = candidate;
  if (best)
    return {
      sheet: best.sheet,
      line: best.line,
      headingLines: best.headingLines ?? 1,
      ...(best.headings && { headings: best.headings }),
    };
  return choice.line === undefined ? undefined : { sheet: choice.sheet ?? 0, line: choice.line, headingLines: 1 };
}

function rateSheet({ sheet, lines }: SheetSample, fieldOf: FieldOfHeading, chosenLine: number | undefined): Candidate[] {
  return lines.flatMap(({ line, cells }, index) => {
    if (chosenLine !== undefined && line !== chosenLine) return [];
    // Reports repeat their headings on every page.
    const below = lines.slice(index + 1).flatMap((each) => (isSame(each.cells, cells) ? [] : [each.cells]));
    const one: Candidate = { sheet, line, headingLines: 1, score: rateLine(cells, below, fieldOf) };
    const next = lines[index + 1];
    if (next?.line !== line + 1 || below.length < 2 || countValues(next.cells, below.slice(1)) > 0) return [one];
    const headings = joinHeadings(cells, next.cells, fieldOf);
    const score = rateLine(headings, below.slice(1), fieldOf);
    const isBetter =
      countKnown(headings, fieldOf) > Math.max(countKnown(cells, fieldOf), countKnown(next.cells, fieldOf)) && score > one.score;
    return [isBetter ? { sheet, line, headingLines: 2, headings, score } : one];
  });
}

/** How much a line is like headings of what is below it; 0 where it is not. */
function rateLine(cells: readonly string[], below: readonly (readonly string[])[], fieldOf: FieldOfHeading): number {
  const filled = countFilled(cells);
  const width = getWidth(below);
  if (filled === 0 || below.length === 0 || filled / width < MIN_WIDTH) return 0;
  const known = countKnown(cells, fieldOf);
  const values = countValues(cells, below);
  if (values > known || values > filled / 2) return 0;
  return 1 + known * 10 - values * 6 + Math.min(1, filled / width) * 5;
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((cell, column) => cell === other[column]);

const countFilled = (cells: readonly string[]) => cells.filter((cell) => cell !== '').length;

const countKnown = (cells: readonly string[], fieldOf: FieldOfHeading) =>
  new Set(cells.flatMap((cell) => (cell === '' ? [] : (fieldOf(cell) ?? [])))).size;

/** How many cells the lines below usually have. */
function getWidth(below: readonly (readonly string[])[]): number {
  const widths = below
    .slice(0, LINES_BELOW)
    .map(countFilled)
    .toSorted((a, b) => a - b);
  return Math.max(1, widths[Math.floor(widths.length / 2)] ?? 1);
}

/** Cells that are values: numbers, dates and addresses, and words that are in the same column again. */
const countValues = (cells: readonly string[], below: readonly (readonly string[])[]) =>
  cells.filter((cell, column) => cell !== '' && (isValue(cell) || below.some((line) => line[column] === cell))).length;

const isValue = (cell: string) => (/^[-+(\d.,:/ %)]+$/.test(cell) && /\d/.test(cell)) || isLikeAddress(cell);

/** The headings of two lines: the lower one, or the upper one where it has none; both where the lower one is not known or stands in several columns. */
function joinHeadings(upper: readonly string[], lower: readonly string[], fieldOf: FieldOfHeading): string[] {
  let above = '';
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, column) => {
    const [up = '', low = ''] = [upper[column], lower[column]];
    // A merged cell has its text in the first column.
    above = up === '' && low !== '' ? above : up;
    if (low === '' || above === '') return low || above;
    const isAlone = lower.filter((each) => each === low).length === 1;
    return isAlone && fieldOf(low) !== undefined ? low : `${above} ${low}`;
  });
}
