import { type RawBuilder, sql } from 'kysely';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import { expiresAt } from '../cart/made-to-measure-lines.queries.ts';
import { KEPT_AFTER_DAYS, UNANSWERED_DAYS } from './made-to-measure.rules.ts';

const BATCH_SIZE = 1000;

const days = (count: number) => sql`make_interval(days => ${count}::int)`;

/** Requests `r` that no one answered or ordered in time. */
const hasExpired = sql`(r.status = 'answered' and ${expiresAt} <= now()
  or r.status in ('asked', 'requested') and r.created_at < now() - ${days(UNANSWERED_DAYS)})`;

/** Requests `r` whose pieces were all sent or cancelled a while ago. */
const isDone = sql`(r.status in ('ordered', 'made') and exists (
  select from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
  where l.organisation_id = r.organisation_id and l.id = r.order_line_id and l.shipped_quantity + l.cancelled_quantity >= l.quantity
    and greatest(o.shipped_at, r.made_at, r.answered_at) < now() - ${days(KEPT_AFTER_DAYS)}))`;

/** Requests `r` of people who were removed more than 30 days ago; by then removal can no longer be undone. */
const hasNoWearer = sql`exists (select from customer c
  where c.organisation_id = r.organisation_id and c.id = r.customer_id and c.deleted_at < now() - interval '30 days')`;

const update = (db: Db, set: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  repeatInBatches(BATCH_SIZE, async () => {
    const { numAffectedRows = 0n } = await sql`
      update made_to_measure_request q set ${set}
      where (q.organisation_id, q.id) in (select r.organisation_id, r.id from made_to_measure_request r where ${condition} limit ${BATCH_SIZE})`.execute(
      db,
    );
    return Number(numAffectedRows);
  });

/** Ends the requests of a person who is erased as wearer, with their measurements. Those that are in an order stay in it, without them. */
export async function eraseMadeToMeasure(tx: Tx, { organisationId }: Scope, customerId: number): Promise<void> {
  await sql`
    update made_to_measure_request set sealed = null, answer = null,
      status = case when status in ('asked', 'requested', 'answered') then 'withdrawn' else status end,
      closed_at = case when status in ('asked', 'requested', 'answered') then now() else closed_at end
    where organisation_id = ${organisationId} and customer_id = ${customerId}`.execute(tx);
}

/** Deletes measurements that no garment needs any more, and ends requests that have expired. */
export const retention: RetentionTask[] = [
  {
    name: 'made-to-measure',
    run: async ({ db }) =>
      (await update(db, sql`status = 'expired', sealed = null, closed_at = now()`, hasExpired)) +
      (await update(db, sql`sealed = null`, sql`r.sealed is not null and (${isDone} or ${hasNoWearer})`)),
  },
];
