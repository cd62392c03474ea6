/** Letters of names that have no decomposition in Unicode, and how they are written without. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', ß: 'ss', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th', ð: 'd' };

/** A name as it is compared: letters and digits without accents, in lower case. */
export const foldName = (name: string | null | undefined): string =>
  (name ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[łøßđæœıþð]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The name of someone; empty or absent where it is not known. */
export interface PersonName {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** How two names differ; `unknown` where one of them is not given. */
export type NameDifference = 'none' | 'firstName' | 'surname' | 'both' | 'unknown';

/** How a name of a file differs from that of a person. What the file does not give counts as the same. */
export function compareNames(given: PersonName, known: PersonName): NameDifference {
  const [first, last] = [foldName(given.firstName), foldName(given.lastName)];
  const [knownFirst, knownLast] = [foldName(known.firstName), foldName(known.lastName)];
  if (first + last === '' || knownFirst + knownLast === '') return 'unknown';
  const hasSameFirst = first === '' || first === knownFirst;
  const hasSameLast = last === '' || last === knownLast;
  if (hasSameFirst) return hasSameLast ? 'none' : 'surname';
  return hasSameLast ? 'firstName' : 'both';
}
