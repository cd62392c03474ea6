import { sql } from 'kysely';
import { hasLeftForGood } from '#api/identity/sessions/access.queries.ts';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import type { Db } from '#api/platform/db/database.ts';

const BATCH_SIZE = 500;

/**
 * Closes the accounts of people whose last day of work was more than their organisation's `leaver_access_days` ago, in its time zone,
 * and records an audit event for each. Triggers end their sessions. Returns how many accounts were closed.
 */
export const closeLeaverAccounts = (db: Db): Promise<number> =>
  repeatInBatches(BATCH_SIZE, async () => {
    const { rows } = await sql<{ closed: number }>`
      with due as (
        select c.organisation_id, c.id from customer c join organisation o on o.id = c.organisation_id
        where c.active and c.deleted_at is null and c.ends_on is not null and ${hasLeftForGood}
        limit ${BATCH_SIZE} for update of c skip locked),
      closed as (
        update customer c set active = false from due
        where c.organisation_id = due.organisation_id and c.id = due.id
        returning c.organisation_id, c.brand_id, c.id),
      recorded as (
        insert into audit_event (organisation_id, brand_id, actor_kind, action, subject_kind, subject_id, before, after)
        select organisation_id, brand_id, 'system', 'customer.changed', 'customer', id::text, '{"active": true}', '{"active": false}' from closed
        returning 1)
      select count(*)::int as closed from recorded`.execute(db);
    return rows[0]?.closed ?? 0;
  });
