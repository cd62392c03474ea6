import type { ColumnProfile } from '#api/platform/sheet-file/column-profile.rules.ts';
import type { NameOrder } from '#contract/people/import/interpretation.ts';

/** A name in its two parts. */
interface SplitName {
  firstName: string;
  lastName: string;
}

/** Words before a surname that belong to it, in lower case. */
const PARTICLES = new Set(
  "af al aan auf av ben bin bint da dal dalla das de degli dei del della den der des di do dos du d' el het ibn la las le lo los mac mc op san santa st st. ten ter 't tot van vande vander vom von zu zum zur".split(
    ' ',
  ),
);
/** What stands behind a surname, in lower case. */
const SUFFIX = /^(?:jr|sr|jnr|snr|ii|iii|iv|phd|md|esq)\.?$/i;
/** What stands before a name and is no part of it. */
const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|mme|mlle|sir)\.?$/i;
/** Longer cells are no names. */
const MAX_LENGTH = 200;

const isParticle = (word: string) => PARTICLES.has(word.toLowerCase().replaceAll('’', "'"));
const join = (words: readonly string[]) => words.join(' ');

/** The words of a name without titles, and its suffix. */
function toWords(text: string): { words: string[]; suffix: string[] } {
  const words = text.split(/\s+/).filter(Boolean);
  while (words.length > 2 && TITLE.test(String(words[0]))) words.shift();
  const suffix: string[] = [];
  while (words.length > 2 && SUFFIX.test(String(words.at(-1)))) suffix.unshift(String(words.pop()));
  return { words, suffix };
}

/**
 * The parts of a name, by the order in which its column has them; undefined where the cell does not have two. A suffix such as Jr. stays with the surname,
 * particles such as "van der" too; titles such as Dr. are left out.
 */
export function splitFullName(cell: string, order: NameOrder): SplitName | undefined {
  if (cell.length > MAX_LENGTH) return undefined;
  const parts = cell
    .split(/[,，、]/)
    .map((part) => part.trim())
    .filter(Boolean);
  // "Davis, Jr., John" is "Davis Jr., John".
  if (parts.length > 2 && SUFFIX.test(String(parts[1]))) parts.splice(0, 2, `${parts[0]} ${parts[1]}`);
  const [beforeComma, afterComma, ...rest] = parts;
  if (beforeComma === undefined) return undefined;
  // In "Davis, Jr." or "Lund, PhD" the comma says nothing about the order.
  const isSuffixed = parts.length === 2 && SUFFIX.test(String(afterComma));
  if (order === 'last, first') {
    if (afterComma === undefined || isSuffixed || rest.some((part) => !SUFFIX.test(part))) return undefined;
    const first = toWords(afterComma);
    return {
      firstName: join(first.words.length > 1 && TITLE.test(String(first.words[0])) ? first.words.slice(1) : first.words),
      lastName: join([beforeComma, ...first.suffix, ...rest]),
    };
  }
  if (parts.length > 1 && !isSuffixed) return undefined;
  const { words, suffix } = toWords(beforeComma);
  if (words.length < 2) return undefined;
  const ending = isSuffixed && afterComma !== undefined ? [...suffix, afterComma] : suffix;
  const border = order === 'first last' ? findSurname(words) : findFirstName(words);
  const [start, end] = [join(words.slice(0, border)), join(words.slice(border))];
  return order === 'first last'
    ? { firstName: start, lastName: join([end, ...ending]) }
    : { firstName: end, lastName: join([start, ...ending]) };
}

/** Where the surname begins in "Ludwig van Beethoven": at its particles, and always after the first word. */
function findSurname(words: readonly string[]): number {
  let start = words.length - 1;
  while (start > 1 && isParticle(String(words[start - 1]))) start -= 1;
  return start;
}

/** Where the first name begins in "van Beethoven Ludwig": after particles and one word. */
function findFirstName(words: readonly string[]): number {
  let end = 0;
  while (end < words.length - 2 && isParticle(String(words[end]))) end += 1;
  return end + 1;
}

const toNameKey = (name: string) =>
  name
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .toSorted()
    .join(' ');

/** Whether two names have the same words, however they are split and ordered. */
export const haveSameWords = (a: string, b: string): boolean => toNameKey(a) === toNameKey(b);

/** How the names of a column are to be read, and why; open where its cells do not say. */
type NameOrderFinding = { order: NameOrder; basis: 'proved' | 'remembered' } | { order: null; basis: 'open' };

/** What a column's cells and an earlier answer say about the order of names: only commas prove one. */
export function findNameOrder({ values }: Pick<ColumnProfile, 'values'>, remembered: NameOrder | null): NameOrderFinding {
  let [withComma, cells] = [0, 0];
  for (const { value, count } of values) {
    cells += count;
    if (splitFullName(value, 'last, first')) withComma += count;
  }
  // A few cells without a comma, such as a title line at the end, do not make the others doubtful.
  if (cells > 0 && withComma >= cells * 0.9) return { order: 'last, first', basis: 'proved' };
  if (remembered && (remembered !== 'last, first' || withComma > 0)) return { order: remembered, basis: 'remembered' };
  return { order: null, basis: 'open' };
}

/** Examples of different kinds to check an order by: first what has the most words. */
export function listNameExamples(
  { values }: Pick<ColumnProfile, 'values'>,
  order: NameOrder,
  limit: number,
): ({ cell: string } & (SplitName | { firstName: null; lastName: null }))[] {
  return values
    .map(({ value }) => ({ value, words: value.split(/\s+/).length }))
    .toSorted((a, b) => b.words - a.words)
    .slice(0, limit)
    .map(({ value }) => ({ cell: value, ...(splitFullName(value, order) ?? { firstName: null, lastName: null }) }));
}
