import { type RawBuilder, sql } from 'kysely';
import { ANSWER_TTL_DAYS } from './made-to-measure.rules.ts';

/** Until when a request `r` that was answered can be ordered. */
export const expiresAt: RawBuilder<unknown> = sql`r.answered_at + make_interval(days => ${ANSWER_TTL_DAYS}::int)`;

/** Condition that a request `r` can be put into an order: its answer holds and it is in none, or what it was in has been cancelled. */
export const isOrderable: RawBuilder<boolean> = sql<boolean>`(r.sealed is not null and (
  r.status = 'answered' and ${expiresAt} > now()
  or r.status = 'ordered' and exists (select from order_line x
    where x.organisation_id = r.organisation_id and x.id = r.order_line_id and x.cancelled_quantity >= x.quantity)))`;
