/** Parses the headings (which measure, in which unit) and cells (numbers and ranges) of a manufacturer's size guide. */

export type Unit = 'cm' | 'mm' | 'in';

/** A measure that size advice can use, named as in `size_chart.points`. */
interface Measure {
  point: 'chest' | 'waist' | 'hip' | 'neck' | 'collar' | 'insideLeg';
  pattern: RegExp;
  /** The plausible range for people or trousers, in cm. */
  from: number;
  to: number;
  /** If no unit is given and all numbers are below this, the column is in inches. */
  inchesBelow: number;
}

/** The first match is used. */
const MEASURES: readonly Measure[] = [
  {
    point: 'chest',
    pattern: /^(?:chest|bust|chest\s*(?:\/|or|and)\s*bust|bust\s*(?:\/|or|and)\s*chest)(?:\s+size)?$/,
    from: 40,
    to: 200,
    inchesBelow: 60,
  },
  { point: 'waist', pattern: /^(?:natural |trouser )?waist(?:\s+size)?$/, from: 35, to: 200, inchesBelow: 55 },
  { point: 'hip', pattern: /^(?:low |full )?(?:hips?|seat)(?:\s*\/\s*seat)?$/, from: 40, to: 220, inchesBelow: 60 },
  {
    point: 'collar',
    pattern: /^(?:collar|neck|neck\s*\/\s*collar|collar\s*\/\s*neck)(?:\s+size)?$/,
    from: 25,
    to: 70,
    inchesBelow: 25,
  },
  { point: 'insideLeg', pattern: /^(?:inside leg|inner leg|inseam|inleg|leg(?: length)?)$/, from: 55, to: 110, inchesBelow: 45 },
];

const UNITS: readonly [Unit, RegExp][] = [
  ['mm', /\bmms?\b|millimet(?:re|er)s?/],
  ['cm', /\bcms?\b|centimet(?:re|er)s?/],
  ['in', /\bins?\b\.?|\binch(?:es)?\b|["”″]/],
];
const CM: Record<Unit, number> = { cm: 1, mm: 0.1, in: 2.54 };
const LEG = /\b(extra[ -]short|extra[ -]long|short|regular|reg|long|tall|unfinished|petite)\b/;
const LEG_LETTERS: Readonly<Record<string, string>> = {
  s: 'Short',
  r: 'Regular',
  l: 'Long',
  t: 'Tall',
  p: 'Petite',
  xs: 'Extra short',
  xl: 'Extra long',
};
/** Words in a heading that mean it measures the garment rather than the wearer. */
const OF_GARMENT = /½|\b(?:half|garment|width|pit to pit|across|1\/2)\b/;

export interface Heading {
  /** Undefined if size advice cannot use the column. */
  measure: Measure | undefined;
  unit: Unit | undefined;
  /** For an inside leg: the lengths that its numbers stand for, in order. Empty if there is one number per size. */
  legs: string[];
  isSize: boolean;
  isOfGarment: boolean;
}

const capitalise = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`.replace('-', ' ');

/** Parses a heading such as "To fit chest (in)", "Inside leg S / R / L cm" or "UK size". */
export function readHeading(text: string): Heading {
  let rest = text.toLowerCase().trim();
  const unit = UNITS.find(([, pattern]) => pattern.test(rest))?.[0];
  for (const [, pattern] of UNITS) rest = rest.replace(pattern, ' ');
  const letters = /\b((?:xs|xl|[srltp])(?:\s*\/\s*(?:xs|xl|[srltp]))+)\b/.exec(rest);
  const word = LEG.exec(rest);
  const isToFit = /\bto fit\b/.test(rest);
  const legs = letters
    ? (letters[1] as string).split('/').map((letter) => LEG_LETTERS[letter.trim()] ?? letter)
    : word
      ? [word[1] === 'reg' ? 'Regular' : capitalise(word[1] as string)]
      : [];
  const bare = rest
    .replace(letters?.[0] ?? '', ' ')
    .replace(LEG, ' ')
    .replaceAll(/\b(?:to fit|fits?|body|your|girth|measurements?|circumference|size guide|in|of)\b/g, ' ')
    .replace(/^\s*\(?[a-z]\)?\s*[-–.:)]\s*/, '')
    .replaceAll('&', 'and')
    .replaceAll(/[()[\]:,.*–-]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isOfGarment = OF_GARMENT.test(rest);
  const found = isOfGarment ? undefined : MEASURES.find(({ pattern }) => pattern.test(bare));
  const measure = found && legs.length > 0 && found.point !== 'insideLeg' ? undefined : found;
  return {
    // "Collar" measures the shirt; "to fit neck" measures the wearer.
    measure: measure?.point === 'collar' && isToFit ? { ...measure, point: 'neck' } : measure,
    unit,
    legs: measure ? legs : [],
    isSize: measure === undefined && /\bsizes?\b|^(?:uk|eu|us|eur|fr|de|it|alpha|label)$/.test(bare || rest),
    isOfGarment,
  };
}

/** The value of a cell in the unit of its column. `undefined` marks an open end ("up to 86"); a single number has equal ends. */
export type MeasureRange = { low: number | undefined; high: number | undefined };

const FRACTIONS: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' };
const NUMBER = String.raw`\d{1,4}(?:\.\d+)?`;
const BETWEEN = new RegExp(String.raw`^(${NUMBER})\s*(?:-|–|—|to|/)\s*(${NUMBER})$`);
const UP_TO = new RegExp(String.raw`^(?:<|≤|up to|under|below|less than)\s*(${NUMBER})$`);
const FROM = new RegExp(
  String.raw`^(?:(?:>|≥|over|above|from|more than)\s*(${NUMBER})|(${NUMBER})\s*(?:\+|plus|and over|and above))$`,
);
const ONE = new RegExp(`^(${NUMBER})$`);

const normaliseNumbers = (cell: string) =>
  cell
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\d)\s*([½¼¾])/g, (_, digit: string, part: string) => digit + FRACTIONS[part])
    .replaceAll(
      /(\d)\s+([1-3])\/([248])\b/g,
      (_, digit: string, over: string, under: string) => digit + String(Number(over) / Number(under)).slice(1),
    )
    .replaceAll(/(\d),(\d)/g, '$1.$2');

/** Parses a cell: its range, and its unit if the cell itself gives one. Undefined if it holds no measure. */
export function readCell(cell: string): { range: MeasureRange; unit: Unit | undefined } | undefined {
  const text = normaliseNumbers(cell)
    .replace(/^to fit\b(?: (?:chest|bust|waist|hips?|neck|collar))?:?/, ' ')
    .trim();
  // "38-40 in (96-101 cm)" and "38-40in / 96-101cm": prefer centimetres, which need no conversion.
  const parts = text
    .split(/[()]|(?<=cm|in|"|”|″) ?\//)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length > 1) {
    const read = parts.map(readCell);
    if (read.some((each) => !each?.unit)) return undefined;
    const [one, other] = read;
    // '36" / 38"' is a range, not the same value in two units.
    if (one?.unit === other?.unit) return readCell(text.replaceAll(/[()]/g, ' ').replace(/ ?\/ ?/, '-'));
    return read.find((each) => each?.unit === 'cm') ?? one;
  }
  const unit = UNITS.find(([, pattern]) => pattern.test(text.replaceAll(/(\d)(?=[a-z])/g, '$1 ')))?.[0];
  let bare = text.replaceAll(/(\d)(?=[a-z])/g, '$1 ');
  for (const [, pattern] of UNITS) bare = bare.replaceAll(new RegExp(pattern, 'g'), ' ');
  bare = bare
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([-–—]) ?/g, '$1')
    .trim();
  const between = BETWEEN.exec(bare);
  if (between) {
    const [low, high] = [Number(between[1]), Number(between[2])];
    return low <= high ? { range: { low, high }, unit } : undefined;
  }
  const upTo = UP_TO.exec(bare);
  if (upTo) return { range: { low: undefined, high: Number(upTo[1]) }, unit };
  const from = FROM.exec(bare);
  if (from) return { range: { low: Number(from[1] ?? from[2]), high: undefined }, unit };
  const one = ONE.exec(bare);
  return one ? { range: { low: Number(one[1]), high: Number(one[1]) }, unit } : undefined;
}

/** Converts a number to cm. Converted values are rounded to half a centimetre; values in cm are returned unchanged. */
export const toCm = (value: number, unit: Unit) => (unit === 'cm' ? value : Math.round(value * CM[unit] * 2) / 2);
