import type { FitPoint } from '#body/garment-chart.ts';
import type { Coverage } from '#body/outfit/outfit.ts';
import { COLLAR_EASE, GARMENT_MEASURES, type ParsedSizeGuide } from './charts.rules.ts';
import { getGarmentCoverage } from './garment-coverage.rules.ts';
import { extractNumbers } from './inseam.rules.ts';
import { type Heading, readCell, readHeading, toCm, type Unit } from './measures.rules.ts';
import { findSizeRows, type SizeRow } from './size-rows.rules.ts';

/** What a guide says of one size at one measure. */
export interface GuideValue {
  /** As the guide has it; empty where it says nothing. */
  text: string;
  /** The range in cm that a body is compared with; null where it cannot be. */
  low: number | null;
  high: number | null;
}

/** One measure of a size guide. */
export interface GuideMeasure {
  /** "Chest", "Inside leg, regular". */
  name: string;
  /** The unit of the figures; null where the guide names none. */
  unit: 'cm' | 'mm' | 'in' | null;
  /** The measure of the body to compare with; null where a body cannot be compared. */
  point: FitPoint | null;
  /** The figures are those of the garment, so that the body needs ease. */
  isOfGarment: boolean;
}

/** Every measure of a size guide, for each size of a garment. */
export interface GuideMeasures {
  measures: GuideMeasure[];
  /** With one value for each measure. `sizeId` is null for a row of the guide that is no size of the garment. */
  sizes: { sizeId: number | null; name: string; values: GuideValue[] }[];
}

interface Column extends GuideMeasure {
  index: number;
  /** What the figures exceed the measure of the body by, cm. */
  offset: number;
  /** Of a cell with several leg lengths, which of its figures this is. */
  part?: number | undefined;
  parts?: number | undefined;
}

/** Measures that never decide a size but can be compared, by the heading without its unit. */
const COMPARED: Readonly<Record<string, FitPoint>> = {
  head: 'headGirth',
  'head girth': 'headGirth',
  'head circumference': 'headGirth',
  palm: 'handGirth',
  hand: 'handGirth',
  'hand girth': 'handGirth',
  'hand circumference': 'handGirth',
  'hand length': 'handLength',
  foot: 'footLength',
  'foot length': 'footLength',
  thigh: 'thigh',
  'upper arm': 'upperArm',
  wrist: 'wrist',
  height: 'stature',
  'height short': 'stature',
  'height regular': 'stature',
  'height tall': 'stature',
  'height long': 'stature',
};
const SIZE_SYSTEMS = ['uk', 'eu', 'us', 'fr', 'de', 'it'];
const SLEEVES = ['sleeve', 'sleeve length', 'arm', 'arm length'];
/** Sleeves longer than this are measured from the middle of the back, shorter ones from the shoulder, cm. */
const SLEEVE_FROM_BACK = 72;

/** The heading without its unit: "Chest (cm)" is "Chest". */
function nameOf(heading: string): string {
  const words = heading.replaceAll(/\s+/g, ' ').trim();
  const bare = ['(cm)', '(in)', '(mm)', '[cm]', '[in]', '[mm]', ' cm', ' in', ' mm', '(inches)'].find((unit) =>
    words.toLowerCase().endsWith(unit),
  );
  return (bare ? words.slice(0, -bare.length).trim() : words) || words;
}

const SLEEVE_POINTS: readonly FitPoint[] = ['sleeveOutseam', 'sleeveSpineWrist', 'wrist'];
const TOP_POINTS: readonly FitPoint[] = ['neck', 'chest', 'upperArm', ...SLEEVE_POINTS];
/** Parts of the body that a garment leaves out: guides for several kinds of garments have measures that do not concern each of them. */
const NOT_WORN: Readonly<Partial<Record<Coverage, readonly FitPoint[]>>> = {
  longSleeved: ['crotchHeight', 'thigh'],
  shortSleeved: ['crotchHeight', 'thigh', ...SLEEVE_POINTS],
  sleeveless: ['crotchHeight', 'thigh', 'upperArm', ...SLEEVE_POINTS],
  trousers: TOP_POINTS,
  shorts: ['crotchHeight', ...TOP_POINTS],
  skirt: ['crotchHeight', 'thigh', ...TOP_POINTS],
  dress: ['crotchHeight', 'thigh'],
};

/** Lists every measure of a guide that concerns the garment, with the figures for each size of a garment, or for each row where no size of the garment is in the guide. */
export function listGuideMeasures(
  guide: ParsedSizeGuide,
  garmentType: string | null,
  sizes: readonly { id: number; name: string }[],
): GuideMeasures {
  const found = findSizeRows(guide, garmentType, sizes);
  const rows: (Pick<SizeRow, 'name' | 'row'> & { id: number | null })[] = found.some(({ row }) => row)
    ? found
    : guide.rows.map((row) => ({ id: null, name: row[guide.columns.indexOf(guide.sizeColumns[0] ?? '')] ?? row[0] ?? '', row }));
  const elsewhere = NOT_WORN[getGarmentCoverage(garmentType)] ?? [];
  const columns = withoutTwins(guide.columns.flatMap((_, index) => toColumns(guide, index))).filter(
    ({ point }) => point === null || !elsewhere.includes(point),
  );
  return {
    measures: columns.map(({ name, unit, point, isOfGarment }) => ({ name, unit, point, isOfGarment })),
    sizes: rows.map(({ id, name, row = [] }) => ({
      sizeId: id,
      name,
      values: columns.map((column) => readValue(column, row[column.index] ?? '')),
    })),
  };
}

function toColumns(guide: ParsedSizeGuide, index: number): Column[] {
  const heading = guide.columns[index] ?? '';
  const legs = guide.legs[heading];
  const read = readHeading(heading);
  const unit = read.unit ?? null;
  const name = nameOf(heading);
  if (legs && legs.length > 1) {
    const label = name.split(/ [a-z]{1,2} ?\/ ?/i)[0] ?? name;
    return legs.map((leg, part) => ({
      index,
      name: `${label}, ${leg.toLowerCase()}`,
      unit: unit ?? 'cm',
      point: 'crotchHeight',
      isOfGarment: true,
      offset: 0,
      part,
      parts: legs.length,
    }));
  }
  const stored = legs ? 'insideLeg' : (guide.points[heading] ?? findStandardPoint(guide, read));
  if (guide.sizeColumns.includes(heading) || read.isSize || isOtherSize(name)) return [];
  const point = stored ? toPoint(stored) : read.isOfGarment ? null : findComparedPoint(guide, index, name);
  const isOfGarment = point === 'crotchHeight' || point === 'sleeveOutseam' || point === 'sleeveSpineWrist';
  return [
    { index, name, unit: unit ?? (stored ? 'cm' : null), point, isOfGarment, offset: stored === 'collar' ? COLLAR_EASE : 0 },
  ];
}

/** "US women’s": another name of the size. */
const isOtherSize = (name: string) => SIZE_SYSTEMS.includes(name.toLowerCase().split(' ')[0] ?? '');

/** The measure of a column that the guide's chart does not use, but that has a usual heading. */
const findStandardPoint = ({ gender }: ParsedSizeGuide, { measure }: Heading): string | undefined =>
  measure?.point === 'waist' && gender === 1 ? 'waistNatural' : measure?.point;

const toPoint = (stored: string) => GARMENT_MEASURES[stored]?.point ?? (stored as FitPoint);

function findComparedPoint(guide: ParsedSizeGuide, index: number, name: string): FitPoint | null {
  const words = name.toLowerCase();
  if (!SLEEVES.includes(words)) return COMPARED[words] ?? null;
  const unit = readHeading(guide.columns[index] ?? '').unit ?? 'cm';
  const figures = guide.rows.flatMap((row) => extractNumbers(row[index] ?? '')).map((figure) => toCm(figure, unit));
  return figures.length > 0 && Math.min(...figures) > SLEEVE_FROM_BACK ? 'sleeveSpineWrist' : 'sleeveOutseam';
}

/** Of the same measure in centimetres and in inches, the one in centimetres: the reader chooses the unit. */
const withoutTwins = (columns: readonly Column[]): Column[] =>
  columns.filter((column) => column.unit !== 'in' || !columns.some((other) => other.unit === 'cm' && other.name === column.name));

function readValue({ unit, point, part, parts, offset }: Column, cell: string): GuideValue {
  const pieces = parts === undefined ? [cell] : cell.split('/');
  const own = (pieces.length === (parts ?? 1) ? pieces[part ?? 0] : '')?.trim() ?? '';
  const read = point === null ? undefined : readCell(own);
  const text = own === '–' || own === '-' ? '' : own;
  const { low, high } = read?.range ?? {};
  if (low === undefined || high === undefined) return { text, low: null, high: null };
  const inCm = (value: number) => Math.round((toExactCm(value, read?.unit ?? unit ?? 'cm') - offset) * 10) / 10;
  return { text, low: inCm(low), high: inCm(high) };
}

/** Hands and feet are too small for the halves of a centimetre to which larger measures are rounded. */
const toExactCm = (value: number, unit: Unit) => (unit === 'cm' ? value : unit === 'mm' ? value / 10 : value * 2.54);
