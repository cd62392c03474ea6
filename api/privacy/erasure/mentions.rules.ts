/** The words that name a person: those they have now, had before and asked to have. */
export interface NamingWords {
  /** Addresses in lower case. They are no one else's, so everything that names them is about the person. */
  emails: string[];
  firstNames: string[];
  lastNames: string[];
  employeeNumbers: string[];
}

/**
 * Regular expressions of PostgreSQL that find what names a person, whatever the case. Names and addresses are found as whole words: “Ann Lee” is not in
 * “Joann Leeson”. What is shorter than four characters is left out, because it occurs in too many texts.
 */
export interface MentionPatterns {
  /** Full names and email addresses in a text. */
  text: string;
  /** The same in a JSON document that was converted to text. */
  json: string;
  /** Names, addresses and employee numbers in the name of a file, where any sign can stand between words, or none. */
  fileName: string;
  /** A value of a JSON document that is an employee number. In texts, the same digits can be another person’s total, or another order. */
  numberValue: string;
  /** A value of a JSON document that is a first name; with a last name in the same document it is the person’s. */
  firstNameValue: string;
  lastNameValue: string;
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

/** A whole value of a JSON document; keys are followed by a colon. */
const findValues = (words: readonly string[]) =>
  words.length === 0 ? NOTHING : `"${anyOf(words.map((word) => toLiteral(toJsonWord(word))))}"(?!:)`;

/** The patterns that find a person by what names them. */
export function buildMentionPatterns({ emails, firstNames, lastNames, employeeNumbers }: NamingWords): MentionPatterns {
  const isLong = (word: string) => word.trim().length >= SHORTEST;
  const pairs = firstNames.flatMap((first) =>
    lastNames.map((last) => [first, last] as const).filter((pair) => isLong(pair.join(' '))),
  );
  const names = (write: (word: string) => string, space?: string) =>
    pairs.flatMap(([first, last]) => {
      const [one, other] = [toLiteral(write(first), space), toLiteral(write(last), space)];
      return space === undefined
        ? [`${one}[[:space:]_]+${other}`, `${other},?[[:space:]_]+${one}`]
        : [`${one}${space}${other}`, `${other}${space}${one}`];
    });
  const asIs = (word: string) => word;
  const addresses = emails.filter(isLong).map((email) => toLiteral(email));
  const numbers = employeeNumbers.filter(isLong);
  return {
    text: either(findWords('email', addresses), findWords('name', names(asIs))),
    json: either(findWords('email', addresses, true), findWords('name', names(toJsonWord), true)),
    fileName: either(
      findWords('email', addresses),
      findWords('fileName', names(asIs, '[^[:alnum:]]*')),
      findWords(
        'number',
        numbers.map((number) => toLiteral(number)),
      ),
    ),
    numberValue: findValues(numbers),
    firstNameValue: pairs.length === 0 ? NOTHING : findValues(firstNames),
    lastNameValue: pairs.length === 0 ? NOTHING : findValues(lastNames),
  };
}

/** The patterns without employee numbers, for documents with addresses, in which a postal code can have the same digits. */
export const withoutNumbers = (patterns: MentionPatterns): MentionPatterns => ({ ...patterns, numberValue: NOTHING });
