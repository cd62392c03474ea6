import {
  extractNumbers,
  type LegLengthColumns,
  normaliseSizeName,
  parseInsideLeg,
  readRowLegLengths,
  toLegLengths,
} from './inseam.rules.ts';

/** The name of a size that includes a leg length: "34/32", "34R", "12 Long". */
interface SplitSizeName {
  size: string;
  /** A number or the name of a leg length: "32", "Long". */
  leg: string;
}

/** In characters. A longer text is not the name of a size, and the expressions would take long to find that out. */
const MAX_LENGTH = 60;
const FIGURE = String.raw`(\d{1,3}(?:\.\d+)?)`;
const UNIT = String.raw`\s*(?:"|”|″|''|in\.?|inch|inches|cm)?\s*`;
/** "W34 L32", "34W x 32L": states which number is which. */
const MARKED = new RegExp(String.raw`^(?:w\s*${FIGURE}|${FIGURE}\s*w)[\s/x×,-]*(?:l\s*${FIGURE}|${FIGURE}\s*l)$`, 'i');
/** "34/32", "34-32 in", "92/82 cm": may also be a size between two others. */
const PAIRED = new RegExp(String.raw`^${FIGURE}${UNIT}[/x×-]\s*${FIGURE}${UNIT}$`, 'i');
/** "34 Long", "12 (Extra short)". */
const WORDED = /^(.+?)[\s/-]+\(?((?:extra[\s-])?(?:short|long|tall)|reg(?:ular)?|petite)\)?$/i;
/** "34R", "12 L". */
const LETTERED = new RegExp(String.raw`^${FIGURE}\s*[-/]?\s*([srltp])$`, 'i');
const LETTERS: Readonly<Record<string, string>> = { s: 'Short', r: 'Regular', l: 'Long', t: 'Tall', p: 'Petite' };

function split(name: string): (SplitSizeName & { isPlain: boolean }) | undefined {
  const text = name.trim();
  if (text.length > MAX_LENGTH) return undefined;
  const [, w1, w2, l1, l2] = MARKED.exec(text) ?? [];
  const [waist, leg] = [w1 ?? w2, l1 ?? l2];
  if (waist !== undefined && leg !== undefined) return { size: waist, leg, isPlain: true };
  const [, first, second] = PAIRED.exec(text) ?? [];
  if (first !== undefined && second !== undefined) return { size: first, leg: second, isPlain: false };
  const [, size, word] = WORDED.exec(text) ?? [];
  if (size !== undefined && word !== undefined)
    return { size, leg: normaliseSizeName(word) === 'reg' ? 'Regular' : word.replace('-', ' '), isPlain: true };
  const [, figure, letter = ''] = LETTERED.exec(text) ?? [];
  return figure === undefined ? undefined : { size: figure, leg: LETTERS[letter.toLowerCase()] ?? letter, isPlain: false };
}

/**
 * Finds the names that combine a known size with a leg length. "30/32" may be a size between 30 and 32, and "12L" could mean anything: such names
 * count only when the same leg length occurs with two sizes, as in a list of waists and legs but never in "28/30", "30/32", "32/34".
 */
export function findLegsInNames(names: readonly string[], isKnown: (size: string) => boolean): Map<string, SplitSizeName> {
  const found = names.flatMap((name) => {
    const parts = split(name);
    return parts && !isKnown(name) && isKnown(parts.size) ? [{ name, ...parts }] : [];
  });
  const sizesWithLeg = (leg: string) =>
    new Set(
      found.filter((each) => normaliseSizeName(each.leg) === normaliseSizeName(leg)).map(({ size }) => normaliseSizeName(size)),
    );
  const isList = found.some(({ leg }) => sizesWithLeg(leg).size > 1);
  return new Map(found.flatMap(({ name, size, leg, isPlain }) => (isPlain || isList ? [[name, { size, leg }]] : [])));
}

/** The inside legs in cm of these leg names, from one row of the size guide and the names themselves; unknown ones are left out. */
export function getInsideLegs(
  legs: readonly string[],
  columns: readonly string[],
  row: readonly string[],
  named: LegLengthColumns,
): Map<string, number> {
  const known = readRowLegLengths(columns, row, named);
  const distinct = [...new Set(legs.map(normaliseSizeName))];
  const choices = toLegLengths(
    distinct.map((name, id) => ({ id, name })),
    known,
  );
  if (choices.length > 0) return new Map(choices.map(({ name, insideLeg }) => [name, insideLeg]));
  return new Map(
    distinct.flatMap((name) => {
      const leg = known.get(name) ?? (extractNumbers(name).length > 0 ? parseInsideLeg(name) : undefined);
      return leg === undefined ? [] : [[name, leg]];
    }),
  );
}
