import { sql } from 'kysely';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import { endTrip } from './trips.queries.ts';

const RETENTION_DAYS = 90;
/** Of visits from which nothing was returned. */
const EMPTY_TRIP_DAYS = 30;
/** Of the others: requisitions are copied for long, and name the lines that were returned. */
const RETURNED_TRIP_YEARS = 2;
const BATCH_SIZE = 1000;

/** Documents of which nothing more is to come; those of orders stay as long as these. */
const deleteOldMessages = (db: Db): Promise<number> =>
  repeatInBatches(BATCH_SIZE, async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from punchout_message where (organisation_id, id) in (
        select organisation_id, id from punchout_message
        where created_at < now() - make_interval(days => ${RETENTION_DAYS}) and order_id is null and kind <> 'OrderRequest'
          and (direction = 'in' or sent_at is not null or failed_at is not null)
        limit ${BATCH_SIZE})`.execute(db);
    return Number(numAffectedRows);
  });

/** What a buyer's system sent about a visit, and the form that took its cart back. The visit and its returned lines stay, which later edits and orders lead back to. */
const emptyOldTrips = (db: Db): Promise<number> =>
  repeatInBatches(BATCH_SIZE, async () => {
    const { numAffectedRows = 0n } = await sql`
      update punchout_trip set buyer_cookie = '', ship_to = null, return_fields = '[]', edited_items = '[]', missing_items = '[]', return_form = null
      where (organisation_id, id) in (
        select organisation_id, id from punchout_trip
        where ended_at < now() - make_interval(days => ${RETENTION_DAYS})
          and (buyer_cookie <> '' or ship_to is not null or return_form is not null or return_fields <> '[]' or edited_items <> '[]' or missing_items <> '[]')
        limit ${BATCH_SIZE})`.execute(db);
    return Number(numAffectedRows);
  });

/** Ends visits whose time is over, as the page of their return would: what is in their carts was not returned, and is deleted. */
const endOverdueTrips = (db: Db): Promise<number> =>
  repeatInBatches(BATCH_SIZE, () =>
    runInTransaction(db, async (tx) => {
      const { rows } = await sql<{ organisationId: number; id: string }>`
        select organisation_id as "organisationId", id from punchout_trip where ended_at is null and ends_at <= now()
        order by organisation_id, id limit ${BATCH_SIZE} for no key update skip locked`.execute(tx);
      for (const { organisationId, id } of rows) await endTrip(tx, organisationId, id, 'expired');
      return rows.length;
    }),
  );

/** Visits that led to nothing, and with their lines those that ended so long ago that no requisition names these any more. */
const deleteOldTrips = (db: Db): Promise<number> =>
  repeatInBatches(BATCH_SIZE, () =>
    runInTransaction(db, async (tx) => {
      // Sessions and keys of theirs are deleted before, by tasks of their own.
      const { rows } = await sql<{ organisationId: number; id: string }>`
        select t.organisation_id as "organisationId", t.id from punchout_trip t
        where (t.ended_at < now() - make_interval(years => ${RETURNED_TRIP_YEARS}) or t.ended_at < now() - make_interval(days => ${EMPTY_TRIP_DAYS}) and not exists (
            select from punchout_line l where l.organisation_id = t.organisation_id and l.trip_id = t.id))
          and not exists (select from session s where s.trip_id = t.id) and not exists (select from login_key k where k.trip_id = t.id)
        order by t.organisation_id, t.id limit ${BATCH_SIZE} for update skip locked`.execute(tx);
      const isOld = (organisation: string, id: string) => sql`(${sql.ref(organisation)}, ${sql.ref(id)}) in (
        select * from unnest(${rows.map((row) => row.organisationId)}::bigint[], ${rows.map((row) => row.id)}::uuid[]))`;
      await sql`delete from punchout_line where ${isOld('organisation_id', 'trip_id')}`.execute(tx);
      await sql`delete from punchout_trip where ${isOld('organisation_id', 'id')}`.execute(tx);
      return rows.length;
    }),
  );

export const retention: RetentionTask[] = [
  { name: 'punchout-messages', run: ({ db }) => deleteOldMessages(db) },
  { name: 'punchout-trips', run: ({ db }) => emptyOldTrips(db) },
  { name: 'punchout-overdue-trips', run: ({ db }) => endOverdueTrips(db) },
  { name: 'punchout-old-trips', run: ({ db }) => deleteOldTrips(db) },
];
