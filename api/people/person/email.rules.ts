import { invalid } from '#api/platform/http/errors.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Parses an email address for storage, without surrounding spaces. Throws 422 when it is missing or invalid. */
export function parseEmail(input: string | null | undefined): string {
  const email = (input ?? '').trim();
  if (email === '') throw invalid('email', 'Email is required.');
  if (email.length > 254 || !EMAIL.test(email)) throw invalid('email', 'Email is not valid.');
  return email;
}
