import { findCardNumbers } from '#contract/card-numbers.ts';

const REDACTED = '[redacted]';

/** A name whose value is a secret. */
const NAME = /(?:password|passwd|passphrase|secret|token|authorization|cookie|api[-_]?key|\bpwd|\botp)[\w-]*/gi;
/** What can be between a name and its value: the quotation mark of the name, and a colon or an equals sign. */
const NAME_END = /\\*["']?/y;
const SEPARATOR = /\s*(?:[=:]|%3[ad])\s*/iy;

// Values, each from where it begins. No expression separates a backslash from the character that it escapes.
const OPENING_QUOTE = /(\\*)(["'])/y;
const IN_DOUBLE_QUOTES = /(?:[^"\\]|\\[\s\S])*/y;
const IN_SINGLE_QUOTES = /(?:[^'"\\]|\\[\s\S])*/y;
const NUMBER_OR_WORD = /[\w.+-]+/y;
const BARE = /(?:[^\s"&\\]|\\[^nrt])+/y;
const REST_OF_LINE = /[^"\\\r\n]+/y;

/** What a sticky expression matches at a position; undefined if nothing. */
function matchAt(expression: RegExp, text: string, position: number): RegExpExecArray | undefined {
  expression.lastIndex = position;
  return expression.exec(text) ?? undefined;
}

/**
 * The end of a text in quotation marks that are themselves escaped with a number of backslashes, as in JSON within a string of JSON. A
 * quotation mark in that text has more backslashes.
 */
function findInnerEnd(text: string, start: number, depth: number): number {
  let position = start;
  while (position < text.length && text[position] !== '"') {
    let next = position;
    while (text[next] === '\\') next += 1;
    const backslashes = next - position;
    if (text[next] === '"' && backslashes === depth) return position;
    position = next + (backslashes % 2 === 0 && backslashes > 0 ? 0 : 1);
  }
  return Math.min(position, text.length);
}

/** The value after a name that ends at a position: its own start and end, and what replaces it. Undefined if there is none. */
function findValue(text: string, name: string, nameEnd: number): { start: number; end: number; by: string } | undefined {
  const [quote = ''] = matchAt(NAME_END, text, nameEnd) ?? [];
  const separator = matchAt(SEPARATOR, text, nameEnd + quote.length);
  if (!separator) return undefined;
  const start = nameEnd + quote.length + separator[0].length;
  const upTo = (expression: RegExp, from = start, by = REDACTED) => {
    const [value = ''] = matchAt(expression, text, from) ?? [];
    return value === '' ? undefined : { start: from, end: from + value.length, by };
  };
  const [opening = '', { length: depth } = '', mark] = matchAt(OPENING_QUOTE, text, start) ?? [];
  const inside = start + opening.length;
  if (mark === "'") return upTo(IN_SINGLE_QUOTES, inside);
  if (mark === '"' && depth % 2 === 1) return { start: inside, end: findInnerEnd(text, inside, depth), by: REDACTED };
  // An even number of backslashes are themselves escaped: the quotation mark ends the string.
  const isWholeString = quote.endsWith('"') && quote.length % 2 === 1;
  // Otherwise a quotation mark after the separator ends the string that contains name and separator.
  if (mark === '"') return isWholeString ? upTo(IN_DOUBLE_QUOTES, inside) : undefined;
  if (isWholeString) return upTo(NUMBER_OR_WORD, start, `"${REDACTED}"`);
  if (quote.endsWith('"')) return upTo(NUMBER_OR_WORD);
  return upTo(/cookie$/i.test(name) ? REST_OF_LINE : BARE);
}

function redactValues(text: string): string {
  const parts: string[] = [];
  let done = 0;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(text); name; name = NAME.exec(text)) {
    const value = findValue(text, name[0], NAME.lastIndex);
    if (!value) continue;
    parts.push(text.slice(done, value.start), value.by);
    done = value.end;
    NAME.lastIndex = value.end;
  }
  return parts.join('') + text.slice(done);
}

/** Tokens and secret keys have 32 bytes or more. */
const TOKEN_LENGTH = 43;

/** What every text with a credential contains, apart from long words. */
const HINT = /bearer|basic|:\/\/|livery_key_|passw|passphrase|secret|token|authorization|cookie|api[-_]?key|pwd|otp/i;

/** Whether a text has a word of letters, digits, underscores and hyphens that is as long as a token. */
function hasLongWord(text: string): boolean {
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    const isWord = isLetter || (code >= 48 && code <= 57) || code === 45 || code === 95;
    length = isWord ? length + 1 : 0;
    if (length >= TOKEN_LENGTH) return true;
  }
  return false;
}

/**
 * Removes from a text for a log what looks like a credential: bearer values, values of names such as `password=` or `"access_token":`,
 * user information in URLs, long random strings, and numbers of cards. JSON stays valid. Takes linear time, since anyone can send text that is logged. Most lines
 * contain nothing of the kind, which is seen at once.
 */
export const redactSecrets = (text: string): string =>
  redactCardNumbers(HINT.test(text) || hasLongWord(text) ? redact(text) : text);

/** Thirteen digits, with little between them. */
const MANY_DIGITS = /\d(?:[^\dA-Za-z]{0,3}\d){12}/;
/** What stands for a space or hyphen in an address. */
const ENCODED = /%20|%2d|%2e|\+/gi;

/** Removes what looks like the number of a card. A bare number of JSON becomes a string, so that it stays valid. */
function redactCardNumbers(text: string): string {
  const plain = text.replaceAll(ENCODED, (separator) => ' '.repeat(separator.length));
  if (!MANY_DIGITS.test(plain)) return text;
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of findCardNumbers(plain)) {
    const isBare = /(?<!\\)":$|^$/.test(text.slice(Math.max(0, start - 3), start)) && /^[,}\]]/.test(text.slice(end, end + 1));
    parts.push(text.slice(done, start), isBare ? `"${REDACTED}"` : REDACTED);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

const redact = (text: string): string =>
  redactValues(
    text
      .replaceAll(/\bbearer(?:\s|%20)+[^\s"\\,;&]+/gi, `Bearer ${REDACTED}`)
      // Shorter words are not user names and passwords in Base64.
      .replaceAll(/\bbasic\s+[a-z0-9+/=]+/gi, (match) => (match.length < 22 ? match : `Basic ${REDACTED}`))
      .replaceAll(/:\/\/[^\s/"\\]+@/g, `://${REDACTED}@`)
      // Also a part of one, which is shorter than what is taken for a token below.
      .replaceAll(/livery_key_[\w-]+/gi, `livery_key_${REDACTED}`),
  )
    // Escaped characters stay.
    .replaceAll(/\\u[0-9a-f]{4}|\\.|[\w-]+/gis, (word) =>
      word.length < TOKEN_LENGTH || word.startsWith('\\') ? word : REDACTED,
    );
