import { type RawBuilder, sql } from 'kysely';
import { type ActorRow, actorColumns, actorTables, toActor } from '#api/identity/sessions/access.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Actor, Scope } from '#api/platform/http/scope.ts';
import { ORDER } from '../order-states/order-states.rules.ts';

/** At most this many people are asked to decide on an order. */
const MAX_DECIDERS = 50;

/** The day in the organisation's time zone. */
const today = ({ timeZone }: Pick<Scope, 'timeZone'>) => sql`(now() at time zone ${timeZone})::date`;

/** Whether the open request for approval of an order `o` was escalated. */
const isEscalated = sql`exists (
  select from approval e where e.organisation_id = o.organisation_id and e.order_id = o.id and e.status = 'requested' and e.escalated_at is not null)`;

/**
 * Condition that a person can decide on an order `o` if it waits for approval, as the function `order_deciders` of the database says. False during impersonation.
 */
export const isDecider = (scope: Scope): RawBuilder<boolean> =>
  scope.isImpersonated
    ? sql<boolean>`false`
    : sql<boolean>`${scope.customerId}::bigint in (select order_deciders(
        o.organisation_id, o.customer_id, o.placed_by_id, o.organisation_group_id, ${isEscalated}, ${today(scope)}))`;

/** How many of those who can decide on an order are named to the people of the order. */
const MAX_DECIDER_NAMES = 4;

/** Names of at most four people who can decide on an order `o`, as a column; empty unless it waits for approval. */
export const deciderNames = (scope: Pick<Scope, 'timeZone'>) => sql<
  string[]
>`case when o.order_state_id = ${sql.lit(ORDER.awaitingApproval)} then (
  select coalesce(json_agg(named.name order by named.id), '[]') from (
    select p.id, p.first_name || ' ' || p.last_name as name
    from order_deciders(o.organisation_id, o.customer_id, o.placed_by_id, o.organisation_group_id, ${isEscalated}, ${today(scope)}) d (customer_id)
    join customer p on p.organisation_id = o.organisation_id and p.id = d.customer_id
    order by p.id limit ${sql.lit(MAX_DECIDER_NAMES)}) named)
  else '[]' end as decider_names`;

/** Condition that an order `o` waits for approval and the person can decide on it. Other orders are not looked up further. */
export const waitsForDecisionOf = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`case when o.order_state_id = ${sql.lit(ORDER.awaitingApproval)} then ${isDecider(scope)} else false end`;

/** Condition that the person can decide on an order `o` or has decided on it, whether or not they see the orders of its person otherwise. */
export const wasAskedToDecide = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`(${waitsForDecisionOf(scope)} or not ${scope.isImpersonated}::boolean and exists (
    select from approval a where a.organisation_id = o.organisation_id and a.order_id = o.id and a.decided_by_id = ${scope.customerId}))`;

/** Whether anyone could decide on an order of the person that `placedById` places now, in the group that it would count in. */
export async function hasDecider(db: Db, scope: Scope, placedById: number): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select order_deciders(
      ${scope.organisationId}::bigint, ${scope.customerId}::bigint, ${placedById}::bigint, ${scope.groupIds[0] ?? null}::bigint, false, ${today(scope)}))`.execute(
    db,
  );
  return rows[0]?.exists ?? false;
}

/** Someone who can decide on an order. */
export interface Decider {
  orderId: number;
  person: Actor;
}

/** A query for those who can decide on each of the orders on the day of `at`, at most 50 for an order: rows of `ActorRow` with `order_id`. */
export const selectDeciders = ({
  organisationId,
  orderIds,
  at,
}: {
  organisationId: number;
  orderIds: readonly number[];
  at: Date;
}) =>
  sql<ActorRow & { order_id: number }>`
    select decided.order_id, ${actorColumns}
    from (
      select o.id as order_id, d.customer_id, row_number() over (partition by o.id order by d.customer_id) as place
      from orders o
      join organisation own on own.id = o.organisation_id
      cross join lateral order_deciders(o.organisation_id, o.customer_id, o.placed_by_id, o.organisation_group_id, ${isEscalated},
        (${at}::timestamptz at time zone own.time_zone)::date) d (customer_id)
      where o.organisation_id = ${organisationId} and o.id = any (${[...orderIds]}::bigint[])) decided
    join ${actorTables} on c.organisation_id = ${organisationId} and c.id = decided.customer_id
    where decided.place <= ${MAX_DECIDERS}
    order by c.id, decided.order_id`;

/** Those who can decide on each of the orders on the day of `at`, at most 50 for an order. */
export async function listDeciders(db: Db, orders: Parameters<typeof selectDeciders>[0]): Promise<Decider[]> {
  const { rows } = await selectDeciders(orders).execute(db);
  return rows.map(({ order_id: orderId, ...row }) => ({ orderId, person: toActor(row) }));
}
