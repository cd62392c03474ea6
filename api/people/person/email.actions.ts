import type { Tx } from '#api/platform/db/database.ts';
import { invalid } from '#api/platform/http/errors.ts';
import { parseEmail } from './email.rules.ts';
import { isEmailTaken } from './person.queries.ts';

/** An e-mail address as it is kept. Throws 422 where it is none, or somebody else of the brand has it. */
export async function parseAvailableEmail(
  tx: Tx,
  brandId: number,
  sent: string | null | undefined,
  customerId = 0,
): Promise<string> {
  const email = parseEmail(sent);
  if (await isEmailTaken(tx, brandId, email, customerId)) throw invalid('email', 'Somebody has this email address already.');
  return email;
}
