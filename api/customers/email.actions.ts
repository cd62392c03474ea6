import type { Tx } from '../db/database.ts';
import { invalid } from '../http/errors.ts';
import { emailOf } from './email.rules.ts';
import { isEmailTaken } from './person.queries.ts';

/** An e-mail address as it is kept. Throws 422 where it is none, or somebody else of the brand has it. */
export async function readEmail(tx: Tx, brandId: number, sent: string | null | undefined, customerId = 0): Promise<string> {
  const email = emailOf(sent);
  if (await isEmailTaken(tx, brandId, email, customerId)) throw invalid('email', 'Somebody has this email address already.');
  return email;
}
