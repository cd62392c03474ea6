import type { IdsByName } from '#api/platform/workbook/cell-names.ts';

/** Longer words are texts, and names are shorter. */
const MAX_LENGTH = 60;
/** Different letters, as a share of the longer word, up to which two words can be the same name. */
const SHARE = 0.3;
const MAX_DISTANCE = 4;

/** As names are compared for nearness: without accents and punctuation, in lower case. */
const fold = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Letters added, left out, changed or swapped with the next one between two words; more than `limit` where it is more than that. */
export function countDifferences(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const width = b.length + 1;
  const far = limit + 1;
  // Three rows of the table in turns; cells further than the limit from its diagonal are not computed.
  const rows = [0, 1, 2].map(() => new Uint8Array(width).fill(far)) as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j < width && j <= limit; j += 1) rows[0][j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    const [row, last, before] = [rows[i % 3], rows[(i + 2) % 3], rows[(i + 1) % 3]] as [Uint8Array, Uint8Array, Uint8Array];
    row.fill(far);
    if (i <= limit) row[0] = i;
    let least = Number(row[0]);
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j += 1) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cell = Math.min(Number(last[j]) + 1, Number(row[j - 1]) + 1, Number(last[j - 1]) + (isSame ? 0 : 1), far);
      const isSwapped =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwapped) cell = Math.min(cell, Number(before[j - 2]) + 1);
      row[j] = cell;
      least = Math.min(least, cell);
    }
    if (least > limit) return far;
  }
  return Number(rows[(a.length % 3) as 0 | 1 | 2][b.length]);
}

/** Numbers in a name must agree: "Kitchen 1" is not nearly "Kitchen 2". */
const numbersOf = (name: string) => name.match(/\d+/g)?.join(' ') ?? '';

/** A set of the letters in a word, to leave out most names without comparing them letter by letter. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) % 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

interface NearName {
  id: number;
  folded: string;
  letters: number;
  numbers: string;
  words: ReadonlySet<string>;
}

/** Finds the id of the name that is nearest to a word; undefined where none is near, or several are equally so. */
type NearNameFinder = (word: string) => number | undefined;

/** Prepares names to be compared with several words. */
export function createNearNameFinder(names: IdsByName): NearNameFinder {
  const prepared: NearName[] = [...names].flatMap(([name, id]) => {
    const folded = fold(name);
    return folded === '' || folded.length > MAX_LENGTH
      ? []
      : [{ id, folded, letters: lettersOf(folded), numbers: numbersOf(folded), words: new Set(folded.split(' ')) }];
  });
  return (word) => {
    const folded = fold(word);
    if (folded.length < 2 || folded.length > MAX_LENGTH) return undefined;
    const [letters, numbers] = [lettersOf(folded), numbersOf(folded)];
    let best: { ids: Set<number>; distance: number } | undefined;
    for (const name of prepared) {
      if (name.numbers !== numbers) continue;
      const limit = Math.min(MAX_DISTANCE, Math.floor(Math.max(folded.length, name.folded.length) * SHARE));
      // A letter that is changed differs in both sets.
      if (Math.abs(folded.length - name.folded.length) > limit || countBits(letters ^ name.letters) > 2 * limit) continue;
      const distance = countDifferences(folded, name.folded, limit);
      if (distance > limit) continue;
      if (!best || distance < best.distance) best = { ids: new Set([name.id]), distance };
      else if (distance === best.distance) best.ids.add(name.id);
    }
    if (best) return only(best.ids);
    // "Solent Quay Hotel" has all words of "Solent Quay", or the reverse.
    const words = new Set(folded.split(' '));
    return only(new Set(prepared.filter((name) => isPartOf(words, name.words)).map(({ id }) => id)));
  };
}

const only = (ids: ReadonlySet<number>) => (ids.size === 1 ? [...ids][0] : undefined);

/** Whether one set of at least two words has all those of the other. */
function isPartOf(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  return few.size > 1 && [...few].every((word) => many.has(word));
}
