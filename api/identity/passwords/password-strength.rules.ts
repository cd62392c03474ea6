import { isBreachedPassword } from './breached-passwords.ts';
import { COMMON_STRINGS, COMMON_WORDS } from './common-passwords.ts';

/** Why a password is easy to guess. */
export type PasswordWeakness = 'common' | 'pattern' | 'own words';

/** Letters without full-width forms, case and accents, which make a password no harder to guess. */
const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const LETTER_OF: Record<string, string> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
  '+': 't',
};
/** Digits and signs that replace letters ("p4$$"), read as letters. */
const toLetters = (text: string) => text.replaceAll(/[@431!0$57+]/g, (sign) => LETTER_OF[sign] ?? sign);

const trimNonLetters = (text: string) => text.match(/\p{L}(?:.*\p{L})?/su)?.[0] ?? '';

/** The shortest text that gives this one when repeated. */
export function findRepeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length)) return text.slice(0, length);
  return text;
}

/** More digits and signs than this around a word make the password hard enough to guess. */
const MAX_SURROUNDING_CHARACTERS = 6;

function isCommonWord(word: string, length: number): boolean {
  if (length - word.length > MAX_SURROUNDING_CHARACTERS) return false;
  const reversed = [...word].reverse().join('');
  return [word, findRepeatedUnit(word), reversed].some((form) => COMMON_WORDS.has(form));
}

/** A string of the list, with a few digits or signs before or after it. */
function isCommonString(text: string): boolean {
  for (let around = 0; around <= MAX_SURROUNDING_CHARACTERS; around += 1) {
    const [start, end] = [text.slice(0, text.length - around), text.slice(around)];
    if (COMMON_STRINGS.has(start) && /^[^\p{L}]*$/u.test(text.slice(start.length))) return true;
    if (COMMON_STRINGS.has(end) && /^[^\p{L}]*$/u.test(text.slice(0, around))) return true;
  }
  return COMMON_STRINGS.has(findRepeatedUnit(text));
}

const isDay = (day: number, month: number, year: number) =>
  year >= 1920 && year <= 2050 && month >= 1 && month <= 12 && day >= 1 && day <= 31;

/** Eight digits that are a date in one of the usual orders, with or without separators. */
function isDate(text: string): boolean {
  const digits = text.replaceAll(/[-./ ]/g, '');
  if (!/^\d{8}$/.test(digits)) return false;
  const at = (from: number, to: number) => Number(digits.slice(from, to));
  return isDay(at(0, 2), at(2, 4), at(4, 8)) || isDay(at(2, 4), at(0, 2), at(4, 8)) || isDay(at(6, 8), at(4, 6), at(0, 4));
}

/** Whether the password is a common one, as it is or in one of the usual disguises, or was found in a breach. */
export function isCommonPassword(password: string): boolean {
  const folded = fold(password);
  if (isCommonString(folded) || isDate(folded) || isBreachedPassword(folded)) return true;
  // "p4ssw0rd1" is a word only when the digit at its end is removed before the others are read as letters.
  const ends = trimNonLetters(folded);
  return [ends, trimNonLetters(toLetters(folded)), trimNonLetters(toLetters(folded.match(/^.*[^\d\W_]/su)?.[0] ?? ''))].some(
    (word) => isCommonWord(word, folded.length),
  );
}

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'qwertzuiop',
  'yxcvbnm',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik,',
  '9ol.',
  '0p;/',
];

/** The keyboard rows in which two characters are neighbours, with the direction: `3>` or `3<`. */
function findNeighbourRows(from: string, to: string): string[] {
  return ROWS.flatMap((row, index) => {
    if (row.includes(from + to)) return [`${index}>`];
    return row.includes(to + from) ? [`${index}<`] : [];
  });
}

/**
 * How many parts a person has to remember to type a text: a repeated character counts once, and so does a run of at least
 * three letters or two digits that are neighbours on a keyboard or in the alphabet. `1qaz2wsx` has two parts, `aaaabbbb` one.
 */
export function countParts(text: string): number {
  const characters = [...fold(text)].filter((character, index, all) => character !== all[index - 1]);
  let parts = 0;
  for (let start = 0; start < characters.length; ) {
    let end = start + 1;
    let directions: string[] = [];
    for (; end < characters.length; end += 1) {
      const next = findNeighbourRows(characters[end - 1] as string, characters[end] as string);
      const shared = end === start + 1 ? next : directions.filter((direction) => next.includes(direction));
      if (shared.length === 0) break;
      directions = shared;
    }
    parts += 1;
    const isRun = end - start >= 3 || (end - start === 2 && /\d/.test(characters[start] as string));
    start = isRun ? end : start + 1;
  }
  return parts;
}

const MIN_PARTS = 4;
const MAX_REPEATED_UNIT_LENGTH = 4;

/** Whether the password consists of a few keyboard rows, or of one short text repeated. */
export function isKeyboardPattern(password: string): boolean {
  const folded = fold(password);
  const unit = findRepeatedUnit(folded);
  return countParts(folded) < MIN_PARTS || (unit.length <= MAX_REPEATED_UNIT_LENGTH && unit.length < folded.length);
}

/** Words that every workwear portal shares. */
const TRADE_WORDS = ['livery', 'uniform', 'uniforms', 'workwear', 'portal'];
const MIN_REMAINING_LETTERS = 4;

/** The words of names, titles and addresses that are long enough to matter, longest first. */
export function extractWords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => {
    const parts = fold(text).split(/[^\p{L}\p{N}]+/u);
    return [...parts, parts.join('')];
  });
  return [...new Set([...words, ...TRADE_WORDS])].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

/** Whether little of the password is left without the names that are publicly known about the person. */
export function isMadeOfOwnWords(password: string, words: readonly string[]): boolean {
  const folded = fold(password);
  return [folded, toLetters(folded)].some((text) => {
    const plain = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
    const left = words.reduce((rest, word) => rest.replaceAll(word, ''), plain);
    return left !== plain && left.replaceAll(/[^\p{L}]/gu, '').length < MIN_REMAINING_LETTERS;
  });
}

/** Why a password is easy to guess; undefined when no weakness was found. `words` come from `extractWords`. */
export function findWeakness(password: string, words: readonly string[]): PasswordWeakness | undefined {
  if (isMadeOfOwnWords(password, words)) return 'own words';
  if (isKeyboardPattern(password)) return 'pattern';
  return isCommonPassword(password) ? 'common' : undefined;
}
