import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

interface OptOutRecipient {
  email: string;
  firstName: string;
  organisationName: string;
}

/** Whom to tell that they have been opted out. */
export async function listOptOutRecipients(tx: Tx, scope: Scope, customerIds: readonly number[]): Promise<OptOutRecipient[]> {
  const found = await sql<OptOutRecipient>`
    select c.email, c.first_name as "firstName", o.name as "organisationName" from customer c join organisation o on o.id = c.organisation_id
    where c.organisation_id = ${scope.organisationId} and c.id = any (${[...customerIds]}::bigint[]) and c.deleted_at is null`.execute(
    tx,
  );
  return found.rows;
}

/** Marks the opt-outs that people made by a link as undone, so that the link no longer confirms them. */
export async function markOptOutsUndone(tx: Tx, scope: Scope, customerIds: readonly number[]): Promise<void> {
  await sql`
    update opt_out set undone_at = now(), undone_by_id = ${scope.customerId}
    where organisation_id = ${scope.organisationId} and customer_id = any (${[...customerIds]}::bigint[]) and undone_at is null`.execute(
    tx,
  );
}
