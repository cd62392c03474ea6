import type { Tx } from '#api/platform/db/database.ts';
import { invalid } from '#api/platform/http/errors.ts';
import { parseEmail } from '#api/identity/emails/email.rules.ts';
import { isEmailTaken } from './person.queries.ts';

/** Parses an email address for storage. Throws 422 when it is invalid or another person of the brand uses it. */
export async function parseAvailableEmail(
  tx: Tx,
  brandId: number,
  input: string | null | undefined,
  customerId = 0,
): Promise<string> {
  const email = parseEmail(input);
  if (await isEmailTaken(tx, brandId, email, customerId)) throw invalid('email', 'This email address is already in use.');
  return email;
}
