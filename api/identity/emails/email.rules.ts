import { refuseFields } from '#api/platform/http/refusal.ts';
import { dropInvisible } from '#api/platform/invisible-characters.ts';
import { describeReason, type ReasonOf } from '#api/platform/reasons.ts';

const MAX_EMAIL_LENGTH = 254;

// A valid address as the HTML standard defines it, with a dot in the domain: no list, no comment, no second recipient, and only
// ASCII, so that an address cannot contain letters that look like others or change the direction of writing.
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** Why an email address is not accepted. */
export const EMAIL_WORDING = {
  email_missing: () => 'Email is required.',
  email_too_long: ({ longest }: { longest: number }) => `Email must not be longer than ${longest} characters.`,
  email_invalid: () => 'Email is not valid.',
};

function findEmailReason(email: string): ReasonOf<typeof EMAIL_WORDING> | undefined {
  if (email === '') return { kind: 'email_missing' };
  if (email.length > MAX_EMAIL_LENGTH) return { kind: 'email_too_long', longest: MAX_EMAIL_LENGTH };
  return EMAIL.test(email) ? undefined : { kind: 'email_invalid' };
}

/** Why an address without surrounding spaces is not accepted, as a sentence; undefined when it is. */
export function findEmailError(email: string): string | undefined {
  const reason = findEmailReason(email);
  return reason && describeReason(EMAIL_WORDING, reason);
}

/** An address as it was typed or copied, without surrounding spaces and invisible characters, to be looked up or checked. */
export const cleanEmail = (input: string | null | undefined): string => dropInvisible(input ?? '').trim();

/** Turns the letters behind it around. No program adds it to what is copied, so that it is there to mislead. */
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';

/**
 * Parses an email address for storage, without surrounding spaces and invisible characters. Throws 422 when it is missing or invalid, or was written to be read as
 * another one.
 */
export function parseEmail(input: string | null | undefined): string {
  const email = cleanEmail(input);
  const reason = input?.includes(RIGHT_TO_LEFT_OVERRIDE) ? { kind: 'email_invalid' as const } : findEmailReason(email);
  if (reason) throw refuseFields(EMAIL_WORDING, 422, { email: [reason] });
  return email;
}

/** An address with most of its local part hidden, for mails to another address: `a…e@company.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const masked = local.length > 2 ? `${local[0]}…${local.at(-1)}` : '…';
  return `${masked}${email.slice(at)}`;
}
