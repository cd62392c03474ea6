import { invalid } from '#api/platform/http/errors.ts';

const MAX_EMAIL_LENGTH = 254;

// A valid address as the HTML standard defines it, with a dot in the domain: no list, no comment, no second recipient, and only
// ASCII, so that an address cannot contain letters that look like others or change the direction of writing.
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** Why an address without surrounding spaces is not accepted, as a sentence; undefined when it is. */
export function findEmailError(email: string): string | undefined {
  if (email === '') return 'Email is required.';
  if (email.length > MAX_EMAIL_LENGTH) return `Email must not be longer than ${MAX_EMAIL_LENGTH} characters.`;
  return EMAIL.test(email) ? undefined : 'Email is not valid.';
}

/** Parses an email address for storage, without surrounding spaces. Throws 422 when it is missing or invalid. */
export function parseEmail(input: string | null | undefined): string {
  const email = (input ?? '').trim();
  const error = findEmailError(email);
  if (error) throw invalid('email', error);
  return email;
}

/** An address with most of its local part hidden, for mails to another address: `a…e@company.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const masked = local.length > 2 ? `${local[0]}…${local.at(-1)}` : '…';
  return `${masked}${email.slice(at)}`;
}
