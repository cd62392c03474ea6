import { type Heading, type MeasureRange, readCell, readHeading, toCm, type Unit } from './measures.rules.ts';

/** The wearers of a guide, as codes of `size_chart.gender`. */
export const WEARERS = { men: 0, women: 1, everyone: 2 } as const;
export type Wearers = keyof typeof WEARERS;

export interface FileRow {
  /** Of the row's first line in the file. */
  line: number;
  cells: readonly string[];
}

/** A size guide and how it is read, as they are stored. */
export interface Guide {
  columns: string[];
  rows: string[][];
  gender: number;
  sizeColumns: string[];
  points: Record<string, string>;
  legs: Record<string, string[]>;
}

/** Something that was understood, or was not; of the row at a line, or of a column. */
export interface GuideNote {
  line: number | null;
  outcome: 'read' | 'warning' | 'refused';
  text: string;
}

type Cells = (MeasureRange | undefined)[];

interface Reading {
  at: number;
  heading: Heading & { measure: NonNullable<Heading['measure']> };
  /** In cm, by row. */
  cells: Cells;
  /** By row: what the cell says of several legs, cm. */
  legs: (number[] | undefined)[];
  unit: Unit;
}

const shown = (value: number) => String(Math.round(value * 10) / 10);
const textOf = ({ low, high }: MeasureRange) => (low === high ? shown(low ?? 0) : `${shown(low ?? 0)}–${shown(high ?? 0)}`);
/** Figures without a word or a unit. */
const BARE = /^[\d\s.,½¼¾/+–-]+$/;
const NOTHING = /^\s*(?:[-–—]|n\/?a|)\s*$/i;

/**
 * Reads a maker's table: the first column and those called a size name the sizes, columns of measures that advice can use are read, the others are shown
 * as they are. Measures in inches get a column in cm beside them. Notes say row by row what was understood.
 */
export function readGuide(
  header: readonly string[],
  file: readonly FileRow[],
  wearers: Wearers,
): { guide: Guide; notes: GuideNote[] } {
  const notes: GuideNote[] = [];
  const rows = file.filter(({ line, cells }) => {
    const fault =
      cells.slice(header.length).some((cell) => cell.trim() !== '') || cells.length < header.length
        ? `has ${cells.length} cells where the header has ${header.length}`
        : NOTHING.test(cells[0] ?? '')
          ? 'has no size in its first column'
          : undefined;
    if (fault) notes.push({ line, outcome: 'refused', text: `the row ${fault}` });
    return !fault;
  });
  const headings = header.map(readHeading);
  const readings = bestOf(
    headings.flatMap((heading, at) => readColumn(header, heading, at, rows, notes) ?? []),
    header,
    notes,
  );
  for (const [at, { measure, isSize, isOfGarment }] of headings.entries()) {
    if (at > 0 && !measure && !isSize)
      notes.push({
        line: null,
        outcome: 'read',
        text: `"${header[at]}" is shown, not used for advice${isOfGarment ? ': it measures the garment' : ''}`,
      });
  }
  const guide: Guide = {
    columns: [],
    rows: rows.map(() => []),
    gender: WEARERS[wearers],
    sizeColumns: header.filter((_, at) => at === 0 || headings[at]?.isSize),
    points: {},
    legs: {},
  };
  for (const [at, name] of header.entries()) {
    const reading = readings.find((each) => each.at === at);
    const own = rows.map(({ cells }) => (cells[at] ?? '').trim());
    const said = reading && rows.map((_, row) => cellOf(reading, row));
    // A size's own name stays as it is, and so do figures that are not centimetres.
    const isInPlace = reading?.unit === 'cm' && (at > 0 || said?.join() === own.join());
    addColumn(guide, name, isInPlace && said ? said : own);
    if (!reading || !said) continue;
    const column = isInPlace ? name : nameInCm(header, name);
    if (!isInPlace) addColumn(guide, column, said);
    const { measure, legs } = reading.heading;
    if (legs.length > 0) guide.legs[column] = legs;
    else guide.points[column] = measure.point === 'waist' && wearers === 'women' ? 'waistNatural' : measure.point;
  }
  const sizes = new Set<string>();
  for (const [row, { line, cells }] of rows.entries()) {
    const size = (cells[0] ?? '').trim();
    const isAgain = sizes.has(size.toLowerCase());
    sizes.add(size.toLowerCase());
    const said = readings.map((reading) => [reading, cellOf(reading, row)] as const).filter(([, text]) => text !== '–');
    const words = said.map(([{ at, unit }, text]) => {
      const own = (cells[at] ?? '').trim();
      return `${header[at]} ${text} cm${unit === 'cm' ? '' : ` (${own}${BARE.test(own) ? ` ${unit}` : ''})`}`;
    });
    const text = words.length > 0 ? words.join(', ') : 'no measure that advice can use';
    notes.push({ line, outcome: words.length > 0 ? 'read' : 'warning', text: `${size}: ${text}` });
    if (isAgain) notes.push({ line, outcome: 'warning', text: `${size} stands in an earlier row already, which counts` });
  }
  // Of the columns first, then of the rows in their order.
  return { guide, notes: notes.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)) };
}

function addColumn(guide: Guide, name: string, cells: readonly string[]): void {
  guide.columns.push(name);
  for (const [row, cell] of cells.entries()) guide.rows[row]?.push(cell);
}

/** "Chest (in)" becomes "Chest (cm)". */
function nameInCm(header: readonly string[], name: string): string {
  const bare = name.replace(/\s*[([]?\s*(?:\b(?:in|ins|inch|inches|mm|cm)\b\.?|["”″])\s*[)\]]?\s*$/i, '').trim() || name;
  return header.includes(`${bare} (cm)`) ? `${bare}, converted (cm)` : `${bare} (cm)`;
}

const cellOf = ({ cells, legs }: Reading, row: number): string => {
  const [range, several] = [cells[row], legs[row]];
  return several ? several.map(shown).join(' / ') : range ? textOf(range) : '–';
};

/** Of several columns of one measure (inches and centimetres) the one in centimetres counts, else the first. */
function bestOf(readings: readonly Reading[], header: readonly string[], notes: GuideNote[]): Reading[] {
  const keyOf = ({ heading: { measure, legs } }: Reading) => `${measure.point} ${legs.join()}`;
  return readings.filter((reading) => {
    const same = readings.filter((other) => keyOf(other) === keyOf(reading));
    const chosen = same.find(({ unit }) => unit === 'cm') ?? same[0];
    if (chosen === reading) return true;
    notes.push({ line: null, outcome: 'read', text: `"${header[reading.at]}" is shown; "${header[chosen?.at ?? 0]}" counts` });
    return false;
  });
}

function readColumn(
  header: readonly string[],
  heading: Heading,
  at: number,
  rows: readonly FileRow[],
  notes: GuideNote[],
): Reading | undefined {
  const { measure } = heading;
  if (!measure) return undefined;
  const name = header[at] ?? '';
  const warn = (line: number | null, text: string) => notes.push({ line, outcome: 'warning', text: `"${name}": ${text}` });
  const isSeveral = heading.legs.length > 1;
  const partsOf = (cell: string) => (isSeveral ? cell.split('/') : [cell]);
  const read = rows.map(({ cells }) => partsOf(cells[at] ?? '').map(readCell));
  const said = read.flat().flatMap((each) => (each ? [each] : []));
  const figures = said.flatMap(({ range }) => range.low ?? range.high ?? []);
  const guess: Unit = figures.every((figure) => figure < measure.inchesBelow) ? 'in' : 'cm';
  const ownUnit = said.find((each) => each.unit)?.unit;
  const unit = heading.unit ?? ownUnit ?? guess;
  if (figures.length === 0) {
    if (at > 0) warn(null, 'no figure in it could be read');
    return undefined;
  }
  if (!heading.unit && !ownUnit) {
    if (guess === 'cm' && figures.some((figure) => figure < measure.inchesBelow)) {
      warn(null, 'neither its heading nor its figures say whether it is in cm or in inches; it is shown, not used');
      return undefined;
    }
    notes.push({ line: null, outcome: 'read', text: `"${name}" is taken to be in ${unit === 'in' ? 'inches' : 'cm'}` });
  }
  const legs: Reading['legs'] = [];
  const cells: Cells = rows.map(({ line, cells: own }, row) => {
    const text = (own[at] ?? '').trim();
    const ranges = (read[row] ?? []).map((each) => each && inCm(each.range, each.unit ?? unit));
    const isSound = ranges.every(
      (range) => range && [range.low, range.high].every((end) => end === undefined || (end >= measure.from && end <= measure.to)),
    );
    if (!isSound || (isSeveral && ranges.length !== heading.legs.length)) {
      // The name of a size ("M") is no failed measure.
      if (!NOTHING.test(text) && at > 0) warn(line, `"${text}" could not be read`);
      return undefined;
    }
    if (isSeveral) legs[row] = ranges.map((range) => range?.low ?? range?.high ?? 0);
    return ranges[0];
  });
  return { at, heading: { ...heading, measure }, cells: closed(cells, rows, (line, text) => warn(line, text)), legs, unit };
}

const inCm = ({ low, high }: MeasureRange, unit: Unit): MeasureRange => ({
  low: low === undefined ? undefined : toCm(low, unit),
  high: high === undefined ? undefined : toCm(high, unit),
});

/** Ranges with an open end become as wide as that of the neighbouring size. */
function closed(cells: Cells, rows: readonly FileRow[], warn: (line: number, text: string) => void): Cells {
  return cells.map((range, row) => {
    if (!range || (range.low !== undefined && range.high !== undefined)) return range;
    const beside = [cells[row - 1], cells[row + 1]].find(
      (each) => each?.low !== undefined && each.high !== undefined && each.high > each.low,
    );
    const width = (beside?.high ?? 0) - (beside?.low ?? 0);
    const filled = { low: range.low ?? (range.high ?? 0) - width, high: range.high ?? (range.low ?? 0) + width };
    warn(rows[row]?.line ?? 0, `its open end is taken to be as wide as the size beside it: ${textOf(filled)} cm`);
    return filled;
  });
}
