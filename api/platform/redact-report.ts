import { redactSecrets } from './redact-secrets.ts';

/** The start of a text, at most `length` characters. A word that would be cut is left out: half a token is not recognised as one. */
const truncate = (text: string, length: number) =>
  text.length <= length ? text : (text.slice(0, length).match(/^.*[^\w-]/s)?.[0] ?? '');

const isEmailAddress = (word: string) => {
  const at = word.indexOf('@');
  // A path such as node_modules/@mantine is not an address.
  return at > 0 && word[at - 1] !== '/' && word.includes('.', at);
};

/**
 * A report of an error for people who look after the portal: its start, without query strings, email addresses, passwords and tokens. It is cut first, so that
 * the work does not grow with the report.
 */
export const redactReport = (report: string, maxLength: number): string =>
  redactSecrets(truncate(report, maxLength))
    .replaceAll(/[?#][^\s"'()\\]*/g, '')
    .replaceAll(/[^\s<>"'():]+/g, (word) => (isEmailAddress(word) ? '[email]' : word));
