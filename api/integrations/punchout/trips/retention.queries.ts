import { sql } from 'kysely';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';

const RETENTION_DAYS = 90;
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

export const retention: RetentionTask[] = [
  { name: 'punchout-messages', run: ({ db }) => deleteOldMessages(db) },
  { name: 'punchout-trips', run: ({ db }) => emptyOldTrips(db) },
];
