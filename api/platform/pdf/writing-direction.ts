import bidiModule, { type Bidi } from 'bidi-js';

/** The package's types describe an ES module; Node loads its CommonJS form, whose export is the function itself. */
const createBidi = bidiModule as unknown as () => Bidi;

/** Letters, marks and figures of the scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const RIGHT_TO_LEFT_LETTER = /(?=\p{L})[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Begins and ends a part of a text whose direction is that of its own first letter, and that does not change the order of what is around it. */
const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';
const ISOLATES = /[\u2066-\u2069]/g;

const EMOJI = /[\u{1F000}-\u{1FBFF}]/gu;
const NEUTRAL_PAIR = '\u263A\u263A';

let bidi: Bidi | undefined;
const getBidi = (): Bidi => {
  bidi ??= createBidi();
  return bidi;
};

/** Whether a text contains anything that is written from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** The first letter of a text that is written from right to left; figures of these scripts are not. */
export const findRightToLeftLetter = (text: string): string | null => RIGHT_TO_LEFT_LETTER.exec(text)?.[0] ?? null;

/**
 * A text from outside for use in a sentence of ours: in "לוי · 3 pieces" the number would otherwise be taken for part of the name, and stand on its other
 * side. Texts of one direction are returned as they are.
 */
export const isolate = (text: string): string =>
  isRightToLeft(text) ? `${ISOLATE}${removeUnmatchedIsolates(text)}${END_OF_ISOLATE}` : text;

/** A text from outside cannot end the part that it is in, and one of ours keeps the parts that it has. */
function removeUnmatchedIsolates(text: string): string {
  let depth = 0;
  const open = text.replaceAll(ISOLATES, (mark) => {
    if (mark === ISOLATE) depth++;
    else if (mark !== END_OF_ISOLATE || depth === 0) return '';
    else depth--;
    return mark;
  });
  return open + END_OF_ISOLATE.repeat(depth);
}

/** Texts from outside beside each other, such as a name and a colour; null and empty ones are left out. */
export const joinIsolated = (texts: readonly (string | null)[], separator = ' · '): string =>
  texts
    .filter((text) => text !== null && text !== '')
    .map((text) => isolate(text as string))
    .join(separator);

/** A text without the marks of `isolate`. */
export const removeIsolates = (text: string): string => text.replaceAll(ISOLATES, '');

/** The directions of the characters of a paragraph. */
export interface Directions {
  /** The depth to which each unit is embedded by the Unicode Bidirectional Algorithm: odd from right to left. */
  levels: ArrayLike<number>;
  /** Of the paragraph itself: that of its first letter. */
  base: number;
}

/** The directions in a paragraph; null where everything is written from left to right. */
export function findDirections(paragraph: string): Directions | null {
  if (!isRightToLeft(paragraph)) return null;
  // bidi-js reads units and not characters, and would take an emoji of two for letters from left to right.
  const { levels, paragraphs } = getBidi().getEmbeddingLevels(paragraph.replaceAll(EMOJI, NEUTRAL_PAIR));
  return { levels, base: paragraphs[0]?.level ?? 0 };
}

/** Parts of a line as they stand on paper, from the left (rule L2 of the algorithm). */
export function orderFromLeft<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const ordered = [...parts];
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && (ordered[end] as Part).level >= level) end++;
      if (end - start > 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return ordered;
}

/** Marks such as brackets in the order and form in which they stand between letters that are written from right to left. */
export const mirror = (marks: string): string =>
  [...marks]
    .reverse()
    .map((mark) => getBidi().getMirroredCharacter(mark) ?? mark)
    .join('');
