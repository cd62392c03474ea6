import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';

/** A request with its organisation. */
export interface ReturnRef {
  organisationId: number;
  id: number;
}

/** Exchanges whose pieces have not come back by the end of the last day, by id after `afterId`; those sent in advance are left out. */
export async function listExpiredExchanges(
  db: Db,
  { at, afterId, limit }: { at: Date; afterId: number; limit: number },
): Promise<ReturnRef[]> {
  const { rows } = await sql<ReturnRef>`
    select r.organisation_id as "organisationId", r.id
    from return_request r
    join organisation g on g.id = r.organisation_id
    join order_line x on x.organisation_id = r.organisation_id and x.id = r.exchange_line_id
    join orders xo on xo.organisation_id = x.organisation_id and xo.id = x.order_id
    where r.return_state_id in (0, 20) and r.reserved_until_on < (${at}::timestamptz at time zone g.time_zone)::date and xo.released_at is null and r.id > ${afterId}
    order by r.id limit ${limit}`.execute(db);
  return rows;
}

/** Marks the exchanges of which the person is to be reminded, `days` before the last day, once for each; returns them. */
export async function markExchangeReminders(
  tx: Tx,
  { at, days, limit }: { at: Date; days: number; limit: number },
): Promise<ReturnRef[]> {
  const { rows } = await sql<ReturnRef>`
    with due as (
      select r.organisation_id, r.id from return_request r join organisation g on g.id = r.organisation_id
      where r.return_state_id in (0, 20) and r.reminded_at is null
        and r.reserved_until_on - ${days}::int <= (${at}::timestamptz at time zone g.time_zone)::date
        and r.reserved_until_on >= (${at}::timestamptz at time zone g.time_zone)::date
        and (r.created_at at time zone g.time_zone)::date < (${at}::timestamptz at time zone g.time_zone)::date
      order by r.id limit ${limit} for update of r skip locked)
    update return_request r set reminded_at = ${at} from due where r.organisation_id = due.organisation_id and r.id = due.id
    returning r.organisation_id as "organisationId", r.id`.execute(tx);
  return rows;
}
