/** A name whose value is a secret. */
const NAME = String.raw`(?:password|passwd|passphrase|secret|token|authorization|cookie|api[-_]?key|\bpwd|\botp)[\w-]{0,20}`;
const SPACE = String.raw`\s{0,3}`;
/** A quotation mark of JSON that is itself in a string of JSON: an odd number of backslashes comes before it. */
const INNER_QUOTE = String.raw`\\(?:\\\\){0,3}"`;
/** Any character of a string of JSON, an escaped one with its backslash. */
const CHARACTER = String.raw`(?:[^"\\]|\\[\s\S])`;
const NUMBER_OR_WORD = String.raw`[\w.+-]+`;

const expression = (...parts: string[]) => new RegExp(parts.join(''), 'gi');

/**
 * What is replaced by what. The expressions see text that anyone can send, so they must take linear time. They keep JSON valid: they do
 * not cross the end of a string, and do not separate a backslash from the character that it escapes.
 */
const REPLACEMENTS: readonly [expression: RegExp, replacement: string][] = [
  // Bearer abc
  [/\b(bearer(?:\s|%20){1,4})[^\s"\\,;&]+/gi, '$1[redacted]'],
  [/\b(basic(?:\s|%20){1,4})[a-z0-9+/=]{16,}/gi, '$1[redacted]'],
  // Cookie: a=b; c=d
  [/(cookie\s{0,3}[:=])[^"\\\r\n]+/gi, '$1 [redacted]'],
  // "password":"abc", "otp":123456
  [expression(`(${NAME}"${SPACE}:${SPACE})(?:"${CHARACTER}*"?|${NUMBER_OR_WORD})`), '$1"[redacted]"'],
  // The same within a string of JSON, and password=\"abc\"
  [
    expression(
      `(${NAME}(?:${INNER_QUOTE})?${SPACE}[=:]${SPACE}${INNER_QUOTE})`,
      String.raw`${CHARACTER}*?(?=\\{1,7}"[\s,;&)}\]]|"|$)`,
    ),
    '$1[redacted]',
  ],
  [expression(`(${NAME}${INNER_QUOTE}${SPACE}:${SPACE})${NUMBER_OR_WORD}`), '$1[redacted]'],
  // password=abc, password: abc, 'password': 'abc'
  [
    expression(
      `(${NAME}'?${SPACE}(?:[=:]|%3[ad])${SPACE})`,
      String.raw`(?:'(?:[^'"\\]|\\[\s\S])*'?|(?:[^\s'"&\\]|\\[^nrt])(?:[^\s"&\\]|\\[^nrt])*)`,
    ),
    '$1[redacted]',
  ],
  // smtps://user:password@host
  [/(:\/\/)[^\s/"\\]{1,300}@/g, '$1[redacted]@'],
];

/** Tokens and secret keys, 32 bytes or more in Base64; or an escaped character, which stays. */
const TOKEN = /(\\u[0-9a-f]{4}|\\.)|[\w-]{43,}/gis;

/**
 * Removes from a text for a log what looks like a credential: bearer values, values of names such as `password=` or `"access_token":`,
 * user information in URLs, and long random strings. JSON stays valid. Takes linear time.
 */
export const redactSecrets = (text: string): string =>
  REPLACEMENTS.reduce((redacted, [pattern, replacement]) => redacted.replaceAll(pattern, replacement), text).replaceAll(
    TOKEN,
    (_, escaped?: string) => escaped ?? '[redacted]',
  );
