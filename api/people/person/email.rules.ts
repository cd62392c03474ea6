import { invalid } from '#api/platform/http/errors.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An e-mail address as it is kept. Throws 422 where it is none. */
export function parseEmail(sent: string | null | undefined): string {
  const email = (sent ?? '').trim();
  if (email === '') throw invalid('email', 'Email is required.');
  if (email.length > 254 || !EMAIL.test(email)) throw invalid('email', 'Email is not valid.');
  return email;
}
