/** The words that name a person: those they have now, had before and asked to have. */
export interface NamingWords {
  /** Addresses in lower case. They are no one else's, so everything that names them is about the person. */
  emails: string[];
  firstNames: string[];
  lastNames: string[];
  employeeNumbers: string[];
}

/**
 * Regular expressions of PostgreSQL that find what names a person, whatever the case. A name counts with first and last name only: “May” and “Black” occur
 * everywhere. Names and addresses are found as whole words: “Ann Lee” is not in “Joann Leeson”. What is shorter than four characters is left out, because it
 * occurs in too many texts.
 */
export interface MentionPatterns {
  /** For `like any`: a text in lower case that matches none of these names no one. Much faster than the expressions below. */
  prefilter: readonly string[];
  /** Full names and email addresses in a text. */
  text: string;
  /** The same in a JSON document that was converted to text. */
  json: string;
  /** Email addresses in a JSON document. */
  emailInJson: string;
  /** Names and addresses in a key, where any sign can stand between words, or none. */
  key: string;
  /** Names, addresses and employee numbers in the name of a file, likewise. */
  fileName: string;
  /** A value of a JSON document that is an employee number. In texts, the same digits can be another person’s total, or another order. */
  numberValue: string;
  /** A field of a JSON document for employee numbers with that of the person; the first group is what stands before the number. */
  numberField: string;
  /** Fields for a first and a last name in the same part of a JSON document, in either order; the groups are what stands before the first and the second value. */
  nameFields: readonly [string, string];
  /** First and last names in lower case, for columns and cells that have nothing else. */
  firstNames: readonly string[];
  lastNames: readonly string[];
}

const SHORTEST = 4;

/** Matches no text. */
const NOTHING = '(?=a)b';

/** A word that stands for itself, with any white space between its parts. */
const toLiteral = (word: string, space = '[[:space:]]+') =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s@"-]/gu, (sign) => `\\${sign}`)
    .replaceAll(/\s+/g, space);

/** As JSON writes a word between quotation marks. */
const toJsonWord = (word: string) => JSON.stringify(word).slice(1, -1);

const anyOf = (literals: readonly string[]) => `(?:${[...new Set(literals)].join('|')})`;

/** Either of two patterns, of which one may be missing. */
const either = (...patterns: (string | undefined)[]) => patterns.filter((each) => each !== undefined).join('|') || NOTHING;

/** The longest run of letters or digits of a word in lower case, which every spelling of it contains. */
const toLongestRun = (word: string) =>
  (word.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']).reduce((longest, each) =>
    each.length > longest.length ? each : longest,
  );

/** The signs that a whole word does not follow, and does not come before; in JSON, the `n` of `\n` before a name is not part of a word. */
const EDGES = {
  email: ['(?<![[:alnum:]._%+-])', '(?![[:alnum:]_%+-]|[.][[:alnum:]])'],
  name: ['(?<![[:alnum:].-])', '(?![[:alnum:]]|-[[:alpha:]])'],
  fileName: ['(?<![[:alpha:]])', '(?![[:alpha:]])'],
  number: ['(?<![[:alnum:]])', '(?![[:alnum:]])'],
} as const;

const findWords = (edges: keyof typeof EDGES, literals: readonly string[], isJson = false): string | undefined => {
  if (literals.length === 0) return undefined;
  const [before, after] = EDGES[edges];
  return `${isJson ? `(?:${before}|(?<=\\\\[bfnrt]))` : before}${anyOf(literals)}${after}`;
};

/** A whole value of a JSON document. */
const toValue = (words: readonly string[]) => `"${anyOf(words.map((word) => toLiteral(toJsonWord(word))))}"`;

const FIRST_NAME_FIELD = '"[a-z_]*(?:first|given)_?name": ?';
const LAST_NAME_FIELD = '"[a-z_]*(?:last_?name|family_?name|surname)": ?';

/** Two fields of the same part of a document: no brace stands between them. */
const findFields = (first: string, firstValue: string, second: string, secondValue: string) =>
  `(${first})${firstValue}([^{}]*${second})${secondValue}`;

/** Digits that are also numbers of orders, and are not looked for where such numbers can stand. */
const isAmbiguousNumber = (number: string) => /^\d{1,6}$/.test(number);

/**
 * The patterns that find a person by what names them. `otherMeanings` are full names in lower case that also mean something else, such as the colour
 * “Heather Grey” or a company: they count only in fields for names.
 */
export function buildMentionPatterns(
  { emails, firstNames, lastNames, employeeNumbers }: NamingWords,
  otherMeanings: readonly string[] = [],
): MentionPatterns {
  const isLong = (word: string) => word.trim().length >= SHORTEST;
  const pairs = firstNames.flatMap((first) =>
    lastNames.map((last) => [first, last] as const).filter((pair) => isLong(pair.join(' '))),
  );
  const unmistakable = pairs.filter((pair) => !otherMeanings.includes(pair.join(' ').toLowerCase()));
  const names = (write: (word: string) => string, space?: string) =>
    unmistakable.flatMap(([first, last]) => {
      const [one, other] = [toLiteral(write(first), space), toLiteral(write(last), space)];
      return space === undefined
        ? [`${one}[[:space:]_]+${other}`, `${other},?[[:space:]_]+${one}`]
        : [`${one}${space}${other}`, `${other}${space}${one}`];
    });
  const asIs = (word: string) => word;
  const lastWords = pairs.length === 0 ? [] : lastNames;
  const addresses = emails.filter(isLong).map((email) => toLiteral(email));
  const numbers = employeeNumbers.filter(isLong);
  const inKey = [findWords('email', addresses), findWords('fileName', names(asIs, '[^[:alnum:]]*'))];
  const [first, last] = pairs.length === 0 ? [NOTHING, NOTHING] : [toValue(firstNames), toValue(lastNames)];
  return {
    prefilter: [
      ...lastWords.map(toLongestRun),
      ...(addresses.length > 0 ? emails.map((email) => email.toLowerCase()) : []),
      ...numbers.map(toLongestRun),
    ].map((part) => `%${part}%`),
    text: either(findWords('email', addresses), findWords('name', names(asIs))),
    json: either(findWords('email', addresses, true), findWords('name', names(toJsonWord), true)),
    emailInJson: either(findWords('email', addresses, true)),
    key: either(...inKey),
    fileName: either(
      ...inKey,
      findWords(
        'number',
        numbers.filter((number) => !isAmbiguousNumber(number)).map((number) => toLiteral(number)),
      ),
    ),
    numberValue: numbers.length === 0 ? NOTHING : `${toValue(numbers)}(?!:)`,
    numberField: numbers.length === 0 ? `(${NOTHING})` : `("employee_?number": ?)${toValue(numbers)}`,
    nameFields: [
      findFields(LAST_NAME_FIELD, last, FIRST_NAME_FIELD, first),
      findFields(FIRST_NAME_FIELD, first, LAST_NAME_FIELD, last),
    ],
    firstNames: pairs.length === 0 ? [] : firstNames.map((name) => name.toLowerCase()),
    lastNames: pairs.length === 0 ? [] : lastNames.map((name) => name.toLowerCase()),
  };
}
