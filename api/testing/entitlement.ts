import { sql } from 'kysely';
import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';

interface TestOrder {
  organisationId?: number;
  /** Who wears the pieces; null for goods for no one in particular. */
  wearerId: number | null;
  /** Who orders; the wearer by default. */
  placedById?: number;
  productId: number;
  quantity: number;
  /** The group that the line names. */
  groupId?: number;
  /** Unit price, in minor units. */
  unitMinor?: number;
}

/**
 * Inserts an order of one product as placing one does, in one statement: the line in the account where the product counts for its wearer, as many of
 * its pieces covered as group and budget still allow, and the entries. Returns the id of the order.
 */
export async function orderFromEntitlement(db: Db, order: TestOrder): Promise<number> {
  const { organisationId = 1, wearerId, placedById = wearerId, productId, quantity, groupId = null, unitMinor = 1000 } = order;
  const placed = await sql<{ id: number }>`
    with fact as (
      select a.id, (
        select b.id from entitlement_account b
        where b.organisation_id = a.organisation_id and b.customer_id = a.customer_id and b.collection_id = a.collection_id
          and b.season_id is not distinct from a.season_id and b.kind = 'budget' and b.status = 'open') as budget_id
      from open_account(${organisationId}::bigint, ${wearerId}::bigint, ${productId}::bigint, ${groupId}::bigint, current_date) a),
    locked as (
      select a.* from entitlement_account a
      where a.organisation_id = ${organisationId} and a.id in (select unnest(array[id, budget_id]) from fact) order by a.id for update),
    covered as (
      select g.id, g.collection_id, g.season_id, g.collection_group_id, g.super_group_id, g.super_group_option_id, b.id as budget_id, gp.points, cost.unit_cost,
        greatest(0, least(${quantity}::bigint, case when g.is_limited then g.granted - g.reserved - g.used end,
          case when b.id is not null and cost.unit_cost is null then 0
            when b.is_limited and cost.unit_cost > 0 then (b.granted - b.reserved - b.used) / cost.unit_cost end)) as pieces
      from locked g
      left join locked b on b.kind = 'budget'
      left join collection_group_product gp
        on gp.organisation_id = g.organisation_id and gp.collection_group_id = g.collection_group_id and gp.product_id = ${productId}
      cross join lateral (select case b.unit when 'points' then gp.points when 'money' then ${unitMinor}::bigint end as unit_cost) cost
      where g.kind <> 'budget'),
    placed as (
      insert into orders (organisation_id, customer_id, placed_by_id, checkout_id, order_state_id, payment_state_id, shipping_state_id, currency_code, tax_rate,
        tax_display_type, goods_minor, shipping_minor, goods_tax_minor, shipping_tax_minor, total_minor, pending_value_minor, payment_method, billing_address,
        season_id)
      select ${organisationId}, ${placedById}::bigint, ${placedById}::bigint, gen_random_uuid(), 10, 10, 20, 'GBP', 0.2, 10, 1000, 0, 200, 0, 1200, 1000,
        'Payments.OnAccount', '{}', coalesce((select season_id from covered), (select id from season where organisation_id = ${organisationId} and is_current))
      returning id, season_id),
    line as (
      insert into order_line (organisation_id, order_id, product_id, combination_id, product_name, sku, quantity, unit_price_minor, unit_tax_minor, price_minor,
        tax_minor, tax_rate, wearer_id, season_id, collection_id, collection_group_id, super_group_id, super_group_option_id, covered_quantity,
        group_account_id, budget_account_id, unit_points)
      select ${organisationId}, placed.id, ${productId}, (select min(id) from combination where product_id = ${productId}), 'x', 'x', ${quantity}, ${unitMinor}, 0,
        ${unitMinor * quantity}, 0, 0.2, ${wearerId}::bigint, placed.season_id, c.collection_id, c.collection_group_id, c.super_group_id,
        c.super_group_option_id, coalesce(c.pieces, 0), c.id, c.budget_id, c.points
      from placed left join covered c on true
      returning id, covered_quantity, group_account_id, budget_account_id),
    taken as (
      select line.id as line_id, account.id, account.amount from line, covered,
        lateral (values (line.group_account_id, covered.pieces), (line.budget_account_id, covered.pieces * covered.unit_cost)) as account (id, amount)
      where account.id is not null and account.amount > 0),
    entered as (
      insert into entitlement_entry (organisation_id, account_id, kind, reserved_delta, order_line_id, actor_kind, actor_id)
      select ${organisationId}, id, 'reserve', amount, line_id, 'customer', ${placedById}::bigint from taken),
    reserved as (
      update entitlement_account a set reserved = a.reserved + taken.amount from taken where a.organisation_id = ${organisationId} and a.id = taken.id)
    select id from placed`.execute(db);
  return placed.rows[0]?.id as number;
}

/** Updates what people of Meridian are owed, after their data has been changed by SQL. */
export const syncWearers = ({ db }: { db: Db }, ...customerIds: number[]) =>
  runInTransaction(db, (tx) => syncEntitlement(tx, { organisationId: 1 }, customerIds));

/** Gives people of Meridian a wardrobe that exists. */
export async function giveWardrobe(portal: { db: Db }, collectionId: number, ...customerIds: number[]): Promise<void> {
  await sql`insert into customer_collection (organisation_id, customer_id, collection_id)
    select 1, id, ${collectionId}::bigint from unnest(${customerIds}::bigint[]) id`.execute(portal.db);
  await syncWearers(portal, ...customerIds);
}

interface OpenAccount {
  id: number;
  base: number;
  adjusted: number;
  granted: number;
  reserved: number;
  used: number;
}

/** The open account of a person, with amounts in its unit as stored. Throws when the person has none of this kind. */
export async function findOpenAccount(
  db: Db,
  customerId: number,
  kind: 'group' | 'product' | 'budget' = 'group',
): Promise<OpenAccount> {
  const found = await sql<OpenAccount>`
    select id, base, adjusted, granted, reserved, used from entitlement_account
    where customer_id = ${customerId} and status = 'open' and kind = ${kind}`.execute(db);
  if (!found.rows[0]) throw new Error(`${customerId} has no open account of the kind ${kind}`);
  return found.rows[0];
}

/** The entries of all accounts of a person, the oldest first, with what each changed in the amount that is granted. */
export async function listGrantEntries(db: Db, customerId: number) {
  const found = await sql<{ kind: string; granted: number; reason: unknown; actor: number | null; reverses: number | null }>`
    select e.kind, e.granted_delta as granted, e.reason, e.actor_id as actor, e.reverses_id as reverses
    from entitlement_entry e join entitlement_account a on a.id = e.account_id where a.customer_id = ${customerId} order by e.id`.execute(
    db,
  );
  return found.rows;
}

/**
 * What is wrong with accounts and their entries, in every organisation: sums of entries that differ from the account, balances below zero, and lines
 * of which the accounts do not count what was covered and is neither cancelled nor returned. Empty when all is well.
 */
export async function findLedgerFaults(db: Db): Promise<{ fault: string; id: number }[]> {
  const found = await sql<{ fault: string; id: number }>`
    select 'differs from its entries' as fault, a.id
    from entitlement_account a
    left join (select account_id, sum(granted_delta) as granted, sum(reserved_delta) as reserved, sum(used_delta) as used from entitlement_entry group by 1) e
      on e.account_id = a.id
    where row (a.granted, a.reserved, a.used) is distinct from row (coalesce(e.granted, 0), coalesce(e.reserved, 0), coalesce(e.used, 0))
    union all
    select 'is overdrawn', id from entitlement_account where is_limited and granted - reserved - used < 0 or reserved < 0 or used < 0
    union all
    select 'grants more than its allowance', id from entitlement_account where is_limited and granted > greatest(allowance, reserved + used)
    union all
    select 'does not count its line', l.id
    from order_line l
    left join (select order_line_id, account_id, sum(reserved_delta + used_delta) as taken, sum(used_delta) as used from entitlement_entry group by 1, 2) e
      on e.order_line_id = l.id and e.account_id = l.group_account_id
    where coalesce(e.taken, 0) <> least(l.covered_quantity, l.quantity - l.cancelled_quantity - l.returned_quantity)
      or coalesce(e.used, 0) <> least(l.covered_quantity, l.quantity - l.cancelled_quantity - l.returned_quantity, l.shipped_quantity - l.returned_quantity)
    order by 1, 2`.execute(db);
  return found.rows;
}
