import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** The carts with lines for a person, in whosever cart they are. An order locks its cart before the accounts: call it before `lockAccounts`. */
export async function lockCartsWithLinesFor(tx: Tx, { organisationId }: Scope, wearerId: number): Promise<void> {
  await sql`
    select from cart t
    where t.organisation_id = ${organisationId} and (t.customer_id = ${wearerId}
      or t.id = any (array(select l.cart_id from cart_line l where l.organisation_id = ${organisationId} and l.wearer_id = ${wearerId})))
    order by t.id for update`.execute(tx);
}

/**
 * Deletes the lines for a person that count in one of these either/ors, in whosever cart they are. `today` is the day in the organisation's time zone.
 * Call it while what the person is owed is still what the lines count in.
 */
export async function deleteLinesOfEitherOrs(
  tx: Tx,
  { organisationId }: Scope,
  wearerId: number,
  superGroupIds: readonly number[],
  today: string,
): Promise<void> {
  const changed = sql`${[...superGroupIds]}::bigint[]`;
  await sql`
    with line as (
      select l.id, l.super_group_id, l.product_id, l.collection_group_id
      from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
      where t.organisation_id = ${organisationId} and (l.wearer_id = ${wearerId} or (l.wearer_id is null and t.customer_id = ${wearerId}
        -- A line without a name is for its person, unless they order for others and it comes from another screen than the builder.
        and (l.source = 'builder' or not exists (select from customer_role r
          where r.organisation_id = t.organisation_id and r.customer_id = t.customer_id and r.role_id in (33, 35, 36))))))
    delete from cart_line l
    using line left join lateral ordering_facts(${organisationId}::bigint, ${wearerId}::bigint, line.product_id, line.collection_group_id, ${today}::date) facts on true
    where l.organisation_id = ${organisationId} and l.id = line.id
      and (line.super_group_id = any (${changed}) or (facts.entitlement ->> 'superGroupId')::bigint = any (${changed}))`.execute(
    tx,
  );
}
