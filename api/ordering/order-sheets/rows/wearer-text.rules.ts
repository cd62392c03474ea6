/** A way to read a text as a name. */
export interface NameReading {
  text: string;
  first: string;
  last: string;
  /** Whether `first` is only the beginning of the first name. */
  isInitial: boolean;
}

/** The most words in which a name is looked for. */
const MAX_WORDS = 8;

/** The ways to read a text as a name: `Anna Maria Roe` divided at each space, `Roe, Anna`, and `A. Roe`, where the first name is its beginning. */
export function readNames(text: string): NameReading[] {
  const comma = /^([^,]+), ?([^,]+)$/u.exec(text);
  if (comma) return [readName(text, comma[2] ?? '', comma[1] ?? '')];
  const words = text.split(' ');
  if (words.length > MAX_WORDS) return [];
  return words.slice(1).map((_, index) => readName(text, words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')));
}

function readName(text: string, first: string, last: string): NameReading {
  const initial = /^(\p{L})\.?$/u.exec(first.trim())?.[1];
  return { text, first: initial ?? first, last, isInitial: initial !== undefined };
}

/** Whether a text abbreviates the first name of whoever it means, so that it is asked who is meant even where there is one such person only. */
export const isAbbreviated = (text: string): boolean => {
  const readings = readNames(text);
  return readings.length > 0 && (readings[0]?.isInitial ?? false);
};
