const isPlain = (text: string) => /^[ -~]*$/.test(text);

/** What stands alone for an apostrophe, and would leave a space when it is taken apart. */
const SPACING_ACCENTS = /[\u00b4\u0384\u1ffd]/g;

/** Accents, points and vowel signs of Hebrew and Arabic; apostrophes, middle dots, and what is not seen. */
const DROPPED = new RegExp(
  String.raw`[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed'` +
    '`' +
    String.raw`\u00ad\u00b7\u02b9-\u02bf\u061c\u200b-\u200f\u2018-\u201b\u2027\u202a-\u202e\u2032\u2035\u2060-\u2064\u2066-\u2069\ufeff]`,
  'g',
);

/** Letters that Unicode does not take apart, dashes, letters that Arabic, Persian and Urdu write differently, and their digits. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ı: 'i',
    ŋ: 'n',
    ŧ: 't',
    ə: 'e',
  }),
  ...Object.entries({ '\u03c2': '\u03c3', '\u0491': '\u0433' }),
  ...Array.from('\u2010\u2011\u2012\u2013\u2014\u2015\u2212', (dash) => [dash, '-'] as const),
  ...Array.from('\u0649\u06cc\u06d0', (yeh) => [yeh, '\u064a'] as const),
  ...Array.from('\u0629\u06be\u06c1\u06d5', (heh) => [heh, '\u0647'] as const),
  ['\u06a9', '\u0643'],
  ['\u0671', '\u0627'],
  ...Array.from(
    '\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669',
    (digit, value) => [digit, String(value)] as const,
  ),
  ...Array.from(
    '\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9',
    (digit, value) => [digit, String(value)] as const,
  ),
]);

/** Two letters that some people write instead of a letter with an accent. */
const LONG_SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', ə: 'a', đ: 'dj' }),
);

const replaceLetters = (text: string, letters: ReadonlyMap<string, string>) =>
  text.replaceAll(/[^ -~]/g, (letter) => letters.get(letter) ?? letter);

/**
 * A text in the form in which searches compare it: in lower case, without accents, with plain letters for special ones (ł, ø, ß), without apostrophes and
 * invisible characters. The function `fold_text` of the database does the same.
 */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase().replaceAll(/['`]/g, '');
  const letters = text.replaceAll(SPACING_ACCENTS, '').normalize('NFKD').replaceAll(DROPPED, '').toLowerCase();
  return replaceLetters(letters, PLAIN_LETTERS).normalize('NFKC');
}

/** The folded text, with two letters where some people write them for one with an accent: “Müller” is “mueller”. */
const foldLong = (text: string) => foldText(replaceLetters(text.normalize('NFKC').toLowerCase(), LONG_SPELLINGS));

/** The text that a column holds for a search: as the function `searchable_text` of the database. */
export function toSearchableText(text: string): string {
  const folded = foldText(text);
  if (isPlain(text)) return folded;
  const words = new Set(folded.split(' '));
  const others = new Set(
    foldLong(text)
      .split(' ')
      .filter((word) => !words.has(word)),
  );
  return [folded, ...others].join(' ');
}

/** How a word of a search may be spelled in a folded text, the usual spelling first; none for a word of which nothing is left. */
export const toSpellings = (word: string): string[] =>
  [...new Set([foldText(word), ...(isPlain(word) ? [] : [foldLong(word)])].map((spelling) => spelling.trim()))].filter(Boolean);
