import { type Heading, type MeasureRange, readCell, readHeading, toCm, type Unit } from './measures.rules.ts';

/** The wearers of a guide, as codes of `size_chart.gender`. */
export const WEARERS = { men: 0, women: 1, everyone: 2 } as const;
export type Wearers = keyof typeof WEARERS;

export interface FileRow {
  /** Line number of the row's first line in the file. */
  line: number;
  cells: readonly string[];
}

/** A size guide and the meaning of its columns, as stored in `size_guide` and `size_chart`. */
export interface Guide {
  columns: string[];
  rows: string[][];
  gender: number;
  sizeColumns: string[];
  points: Record<string, string>;
  legs: Record<string, string[]>;
}

/** A message about a row (`line` is set) or a column (`line` is null): what was recognised, and what was not. */
export interface GuideNote {
  line: number | null;
  outcome: 'read' | 'warning' | 'refused';
  text: string;
}

type Cells = (MeasureRange | undefined)[];

/** A column of the file that holds a usable measure. */
interface MeasureColumn {
  /** Index of the column in the file. */
  index: number;
  heading: Heading & { measure: NonNullable<Heading['measure']> };
  /** In cm, by row. */
  cells: Cells;
  /** By row, for a column with several leg lengths: those lengths, in cm. */
  legs: (number[] | undefined)[];
  unit: Unit;
}

const formatNumber = (value: number) => String(Math.round(value * 10) / 10);
const formatRange = ({ low, high }: MeasureRange) =>
  low === high ? formatNumber(low ?? 0) : `${formatNumber(low ?? 0)}–${formatNumber(high ?? 0)}`;
/** Numbers without a word or unit. */
const UNITLESS = /^[\d\s.,½¼¾/+–-]+$/;
/** A cell that says nothing. */
export const NOTHING = /^(?:[-–—]|n\/?a|)$/i;

/**
 * Reads a manufacturer's table. The first column and any column headed as a size name the sizes; columns with measures
 * that size advice can use are read; all others are only displayed. A measure in inches gets a converted column in cm
 * next to it. The notes describe, row by row, what was recognised.
 */
export function readGuide(
  header: readonly string[],
  file: readonly FileRow[],
  wearers: Wearers,
): { guide: Guide; notes: GuideNote[] } {
  const notes: GuideNote[] = [];
  const rows = file.filter(({ line, cells }) => {
    const problem =
      cells.slice(header.length).some((cell) => cell.trim() !== '') || cells.length < header.length
        ? `has ${cells.length} cells where the header has ${header.length}`
        : NOTHING.test(cells[0] ?? '')
          ? 'has no size in its first column'
          : undefined;
    if (problem) notes.push({ line, outcome: 'refused', text: `the row ${problem}` });
    return !problem;
  });
  const headings = header.map(readHeading);
  const readings = preferCentimetres(
    headings.flatMap((heading, index) => readColumn(header, heading, index, rows, notes) ?? []),
    header,
    notes,
  );
  for (const [index, { measure, isSize, isOfGarment }] of headings.entries()) {
    if (index > 0 && !measure && !isSize)
      notes.push({
        line: null,
        outcome: 'read',
        text: `"${header[index]}" is displayed but not used for advice${isOfGarment ? ': it measures the garment' : ''}`,
      });
  }
  const guide: Guide = {
    columns: [],
    rows: rows.map(() => []),
    gender: WEARERS[wearers],
    sizeColumns: header.filter((_, index) => index === 0 || headings[index]?.isSize),
    points: {},
    legs: {},
  };
  for (const [index, name] of header.entries()) {
    const reading = readings.find((each) => each.index === index);
    const own = rows.map(({ cells }) => (cells[index] ?? '').trim());
    const converted = reading && rows.map((_, row) => cellOf(reading, row));
    // The sizes' names, and numbers that are not in cm, stay as the manufacturer wrote them.
    const isInPlace = reading?.unit === 'cm' && (index > 0 || converted?.join() === own.join());
    addColumn(guide, name, isInPlace && converted ? converted : own);
    if (!reading || !converted) continue;
    const column = isInPlace ? name : nameInCm(header, name);
    if (!isInPlace) addColumn(guide, column, converted);
    const { measure, legs } = reading.heading;
    if (legs.length > 0) guide.legs[column] = legs;
    else guide.points[column] = measure.point === 'waist' && wearers === 'women' ? 'waistNatural' : measure.point;
  }
  const sizes = new Set<string>();
  for (const [row, { line, cells }] of rows.entries()) {
    const size = (cells[0] ?? '').trim();
    const isDuplicate = sizes.has(size.toLowerCase());
    sizes.add(size.toLowerCase());
    const measures = readings.map((reading) => [reading, cellOf(reading, row)] as const).filter(([, text]) => text !== '–');
    const words = measures.map(([{ index, unit }, text]) => {
      const own = (cells[index] ?? '').trim();
      return `${header[index]} ${text} cm${unit === 'cm' ? '' : ` (${own}${UNITLESS.test(own) ? ` ${unit}` : ''})`}`;
    });
    const text = words.length > 0 ? words.join(', ') : 'no measure that size advice can use';
    notes.push({ line, outcome: words.length > 0 ? 'read' : 'warning', text: `${size}: ${text}` });
    if (isDuplicate) notes.push({ line, outcome: 'warning', text: `${size} is already in an earlier row; that row is used` });
  }
  // Notes about columns come first, then those about rows in file order.
  return { guide, notes: notes.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)) };
}

function addColumn(guide: Guide, name: string, cells: readonly string[]): void {
  guide.columns.push(name);
  for (const [row, cell] of cells.entries()) guide.rows[row]?.push(cell);
}

/** The heading of the column in cm that is added to one in inches: "Chest (in)" becomes "Chest (cm)". */
export function nameInCm(header: readonly string[], name: string): string {
  const bare =
    name
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replace(/ ?[([]? ?(?:\b(?:in|ins|inch|inches|mm|cm)\b\.?|["”″]) ?[)\]]?$/i, '')
      .trim() || name;
  return header.includes(`${bare} (cm)`) ? `${bare}, converted (cm)` : `${bare} (cm)`;
}

const cellOf = ({ cells, legs }: MeasureColumn, row: number): string => {
  const [range, several] = [cells[row], legs[row]];
  return several ? several.map(formatNumber).join(' / ') : range ? formatRange(range) : '–';
};

/** Of several columns for one measure (inches and centimetres), keeps the one in centimetres, otherwise the first. */
function preferCentimetres(readings: readonly MeasureColumn[], header: readonly string[], notes: GuideNote[]): MeasureColumn[] {
  const keyOf = ({ heading: { measure, legs } }: MeasureColumn) => `${measure.point} ${legs.join()}`;
  return readings.filter((reading) => {
    const same = readings.filter((other) => keyOf(other) === keyOf(reading));
    const chosen = same.find(({ unit }) => unit === 'cm') ?? same[0];
    if (chosen === reading) return true;
    notes.push({
      line: null,
      outcome: 'read',
      text: `"${header[reading.index]}" is displayed; "${header[chosen?.index ?? 0]}" is used for advice`,
    });
    return false;
  });
}

function readColumn(
  header: readonly string[],
  heading: Heading,
  index: number,
  rows: readonly FileRow[],
  notes: GuideNote[],
): MeasureColumn | undefined {
  const { measure } = heading;
  if (!measure) return undefined;
  const name = header[index] ?? '';
  const warn = (line: number | null, text: string) => notes.push({ line, outcome: 'warning', text: `"${name}": ${text}` });
  const isSeveral = heading.legs.length > 1;
  const partsOf = (cell: string) => (isSeveral ? cell.split('/') : [cell]);
  const read = rows.map(({ cells }) => partsOf(cells[index] ?? '').map(readCell));
  const parsed = read.flat().flatMap((each) => (each ? [each] : []));
  const numbers = parsed.flatMap(({ range }) => range.low ?? range.high ?? []);
  const inferredUnit: Unit = numbers.every((value) => value < measure.inchesBelow) ? 'in' : 'cm';
  const ownUnit = parsed.find((each) => each.unit)?.unit;
  const unit = heading.unit ?? ownUnit ?? inferredUnit;
  if (numbers.length === 0) {
    if (index > 0) warn(null, 'none of its values could be read');
    return undefined;
  }
  if (!heading.unit && !ownUnit) {
    if (inferredUnit === 'cm' && numbers.some((value) => value < measure.inchesBelow)) {
      warn(null, 'the unit could be cm or inches; it is displayed but not used for advice');
      return undefined;
    }
    notes.push({ line: null, outcome: 'read', text: `"${name}" is assumed to be in ${unit === 'in' ? 'inches' : 'cm'}` });
  }
  const legs: MeasureColumn['legs'] = [];
  const cells: Cells = rows.map(({ line, cells: own }, row) => {
    const text = (own[index] ?? '').trim();
    const ranges = (read[row] ?? []).map((each) => each && inCm(each.range, each.unit ?? unit));
    const isSound = ranges.every(
      (range) => range && [range.low, range.high].every((end) => end === undefined || (end >= measure.from && end <= measure.to)),
    );
    if (!isSound || (isSeveral && ranges.length !== heading.legs.length)) {
      // In the first column, text such as "M" is a size name, not an unreadable measure.
      if (!NOTHING.test(text) && index > 0) warn(line, `"${text}" could not be read`);
      return undefined;
    }
    if (isSeveral) legs[row] = ranges.map((range) => range?.low ?? range?.high ?? 0);
    return ranges[0];
  });
  return {
    index,
    heading: { ...heading, measure },
    cells: closeRanges(cells, rows, (line, text) => warn(line, text)),
    legs,
    unit,
  };
}

const inCm = ({ low, high }: MeasureRange, unit: Unit): MeasureRange => ({
  low: low === undefined ? undefined : toCm(low, unit),
  high: high === undefined ? undefined : toCm(high, unit),
});

/** Closes open-ended ranges ("up to 86") by giving them the width of a neighbouring size's range. */
function closeRanges(cells: Cells, rows: readonly FileRow[], warn: (line: number, text: string) => void): Cells {
  return cells.map((range, row) => {
    if (!range || (range.low !== undefined && range.high !== undefined)) return range;
    const neighbour = [cells[row - 1], cells[row + 1]].find(
      (each) => each?.low !== undefined && each.high !== undefined && each.high > each.low,
    );
    const width = (neighbour?.high ?? 0) - (neighbour?.low ?? 0);
    const filled = { low: range.low ?? (range.high ?? 0) - width, high: range.high ?? (range.low ?? 0) + width };
    warn(
      rows[row]?.line ?? 0,
      `the open-ended range is assumed to be as wide as a neighbouring size's: ${formatRange(filled)} cm`,
    );
    return filled;
  });
}
