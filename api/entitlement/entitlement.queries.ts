import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { CutFacts } from './cut-correction.rules.ts';
import type {
  AccountChange,
  CountedLine,
  LineMove,
  SeasonFacts,
  StoredAccount,
  WardrobeFacts,
  WearerFacts,
} from './entitlement.rules.ts';

/** The organisation that a query is limited to: a scope, or a tenant that the caller has verified otherwise. */
export type Tenant = Pick<Scope, 'organisationId'>;

/** Whether to lock what is read until the transaction ends: not for a preview. */
interface LockOption {
  lock: boolean;
}

/** The kind of advisory lock under which wardrobes change. */
const WARDROBES = 7404038;

/**
 * Keeps the wardrobes and seasons of the organisation as they are until the transaction ends, for whoever changes what people have of them. Call it before
 * people are locked: whoever changes a wardrobe locks everyone who has it.
 */
export const keepWardrobes = (tx: Tx, { organisationId }: Tenant): Promise<unknown> =>
  sql`select pg_advisory_xact_lock_shared(hashint8extended(${organisationId}, ${WARDROBES}))`.execute(tx);

/**
 * Lets no one get or lose a wardrobe or season of the organisation until the transaction ends, for whoever changes them: everyone who has them is counted, and whoever
 * gets them later gets what they are then.
 */
export const lockWardrobes = (tx: Tx, { organisationId }: Tenant): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashint8extended(${organisationId}, ${WARDROBES}))`.execute(tx);

/**
 * Locks the accounts of people. Call it before what decides what they are owed is changed: that writes their uniform status, which orders lock after the accounts.
 */
export async function lockAccounts(tx: Tx, { organisationId }: Tenant, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return;
  await sql`
    select from entitlement_account where organisation_id = ${organisationId} and customer_id = any (${[...customerIds]}::bigint[])
    order by id for update`.execute(tx);
}

/** What decides what people are owed; `lock` locks the people in the order of their ids. */
export async function readWearers(
  tx: Tx,
  { organisationId }: Tenant,
  customerIds: readonly number[],
  { lock }: LockOption,
): Promise<WearerFacts[]> {
  const members = (table: string, column: string) => sql`array(
    select m.${sql.ref(column)} from ${sql.table(table)} m where m.organisation_id = c.organisation_id and m.customer_id = c.id order by 1)`;
  const found = await sql<WearerFacts>`
    select c.id as "customerId", c.allocation_type_id as "allocationTypeId", c.wardrobe_opt_out_at is not null as "hasOptedOut",
      ${members('customer_season', 'season_id')} as "seasonIds", ${members('customer_collection', 'collection_id')} as "collectionIds",
      ${members('customer_super_group_option', 'super_group_option_id')} as "chosenOptionIds"
    from customer c
    where c.organisation_id = ${organisationId} and c.id = any (${[...customerIds]}::bigint[])
    order by c.id ${lock ? sql`for no key update of c` : sql``}`.execute(tx);
  return found.rows;
}

/** The groups of `collection w` with their products, as JSON. */
export const wardrobeGroups = sql`
  coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name, 'quantity', g.quantity, 'minQuantity', g.min_quantity,
        'superGroupId', o.super_group_id, 'superGroupOptionId', g.super_group_option_id,
        'products', (
          select coalesce(json_agg(json_build_object('id', gp.product_id, 'name', coalesce(po.name, p.name), 'quantity', gp.quantity, 'points', gp.points)
            order by gp.display_order, gp.product_id), '[]')
          from collection_group_product gp
          join product p on p.id = gp.product_id
          join product_organisation po on po.organisation_id = gp.organisation_id and po.product_id = gp.product_id
          where gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id)) order by g.display_order, g.id)
    from collection_group g
    left join super_group_option o on o.organisation_id = g.organisation_id and o.id = g.super_group_option_id
    where g.organisation_id = w.organisation_id and g.collection_id = w.id), '[]')`;

/** Wardrobes with their groups and products. */
export async function listWardrobeFacts(
  tx: Tx,
  { organisationId }: Tenant,
  collectionIds: readonly number[],
): Promise<WardrobeFacts[]> {
  const found = await sql<WardrobeFacts>`
    select w.id, w.name, w.season_id as "seasonId", w.budget_points as "budgetPoints", w.budget_minor as "budgetMinor", ${wardrobeGroups} as groups
    from collection w
    where w.organisation_id = ${organisationId} and w.id = any (${[...collectionIds]}::bigint[])`.execute(tx);
  return found.rows;
}

/** The seasons of an organisation, and today's date in its time zone. */
export async function readSeasons(tx: Tx, { organisationId }: Tenant): Promise<{ seasons: SeasonFacts[]; today: string }> {
  const found = await sql<{ seasons: SeasonFacts[]; today: string }>`
    select (now() at time zone o.time_zone)::date as today, (
      select coalesce(json_agg(json_build_object('id', s.id, 'startsOn', s.starts_on, 'endsOn', s.ends_on, 'isCurrent', s.is_current)), '[]')
      from season s where s.organisation_id = o.id) as seasons
    from organisation o where o.id = ${organisationId}`.execute(tx);
  return found.rows[0] as { seasons: SeasonFacts[]; today: string };
}

/** The columns of a `StoredAccount`, of `entitlement_account a`. */
export const accountColumns = sql`
  a.id, a.collection_id as "collectionId", a.season_id as "seasonId", a.kind, a.unit,
  a.collection_group_id as "groupId", a.product_id as "productId", a.label, a.super_group_id as "superGroupId",
  a.super_group_option_id as "superGroupOptionId", a.starts_on as "startsOn", a.ends_on as "endsOn", a.status, a.is_withdrawn as "isWithdrawn",
  a.is_limited as "isLimited", a.minimum, a.base, a.adjusted, a.granted, a.reserved, a.used`;

/** The accounts of people, or those of one wardrobe; `lock` locks them in the order of their ids, which is that of every statement that locks several. */
export async function readAccounts(
  tx: Tx,
  { organisationId }: Tenant,
  customerIds: readonly number[],
  { lock, collectionId }: LockOption & { collectionId?: number | undefined },
): Promise<(StoredAccount & { customerId: number })[]> {
  const found = await sql<StoredAccount & { customerId: number }>`
    select ${accountColumns}, a.customer_id as "customerId" from entitlement_account a
    where a.organisation_id = ${organisationId} and a.customer_id = any (${[...customerIds]}::bigint[])
      ${collectionId === undefined ? sql`` : sql`and a.collection_id = ${collectionId}`}
    order by a.id ${lock ? sql`for update of a` : sql``}`.execute(tx);
  return found.rows;
}

/** The order lines of people that count in these accounts, with what the account counts of them in its unit. */
export async function listCountedLines(
  tx: Tx,
  { organisationId }: Tenant,
  customerIds: readonly number[],
  accountIds: readonly number[],
): Promise<CountedLine[]> {
  const found = await sql<CountedLine>`
    select l.id as "lineId", l.group_account_id as "accountId", l.product_id as "productId", counted.reserved, counted.used
    from order_line l
    cross join lateral counted_pieces(l.covered_quantity, l.quantity, l.shipped_quantity, l.cancelled_quantity, l.returned_quantity) counted
    where l.organisation_id = ${organisationId} and l.wearer_id = any (${[...customerIds]}::bigint[])
      and l.group_account_id = any (${[...accountIds]}::bigint[])
    union all
    -- What record_entitlement_use() charges to budgets.
    select l.id, b.id, l.product_id, cost.unit * counted.reserved + held_difference(l.exchange_difference_minor, l.awaited_covered_quantity, l.quantity - l.cancelled_quantity),
      cost.unit * counted.used
    from order_line l
    join entitlement_account b on b.organisation_id = l.organisation_id and b.id = l.budget_account_id
    cross join lateral counted_pieces(l.covered_quantity, l.quantity, l.shipped_quantity, l.cancelled_quantity, l.returned_quantity) counted
    cross join lateral (select case b.unit when 'points' then l.unit_points else budget_price(l.unit_price_minor, l.decoration_outside_budget_minor) end as unit) cost
    where l.organisation_id = ${organisationId} and l.wearer_id = any (${[...customerIds]}::bigint[])
      and l.budget_account_id = any (${[...accountIds]}::bigint[])
    order by 1, 2`.execute(tx);
  return found.rows;
}

/**
 * Writes the entries of lines that count in another account, and the account on the lines. `writeAccountChanges` has added them to the accounts and
 * granted what they take.
 */
export async function moveLines(
  tx: Tx,
  { organisationId }: Tenant,
  moves: readonly (LineMove & { customerId: number })[],
): Promise<void> {
  const rows = JSON.stringify(moves.map(({ to, ...line }) => ({ ...line, ...to })));
  await sql`
    with move as (
      select m.*, a.id as target_id
      from jsonb_to_recordset(${rows}::jsonb) as m ("lineId" bigint, "accountId" bigint, reserved bigint, used bigint, "customerId" bigint, "collectionId" bigint,
        "seasonId" bigint, kind text, unit text, "groupId" bigint, "productId" bigint, cause text)
      -- "Is not distinct from" also where nothing is null, so that accounts are found by their person and not by the wardrobe.
      join entitlement_account a on a.organisation_id = ${organisationId} and a.customer_id = m."customerId" and a.collection_id is not distinct from m."collectionId"
        and a.season_id is not distinct from m."seasonId" and a.kind = m.kind and a.unit = m.unit
        and a.collection_group_id is not distinct from m."groupId" and a.product_id is not distinct from m."productId"),
    entered as (
      insert into entitlement_entry (organisation_id, account_id, kind, reserved_delta, used_delta, order_line_id, cause)
      select ${organisationId}::bigint, entry.account_id, entry.kind, entry.reserved, entry.used, "lineId", jsonb_build_object('kind', cause)
      from move cross join lateral (values
        ("accountId", 'release', -reserved, -used), (target_id, case when used > 0 then 'use' else 'reserve' end, reserved, used)) as entry (account_id, kind, reserved, used)
      where entry.reserved <> 0 or entry.used <> 0)
    -- A line moves once, in its group and in its budget.
    update order_line l set group_account_id = coalesce(target.group_id, l.group_account_id), budget_account_id = coalesce(target.budget_id, l.budget_account_id)
    from (
      select "lineId", max(target_id) filter (where kind <> 'budget') as group_id, max(target_id) filter (where kind = 'budget') as budget_id
      from move group by 1) target
    where l.organisation_id = ${organisationId} and l.id = any (${moves.map(({ lineId }) => lineId)}::bigint[]) and l.id = target."lineId"`.execute(
    tx,
  );
}

/** Answers either/ors of people by these options, beside those that they have chosen. */
export async function addChosenOptions(
  tx: Tx,
  { organisationId }: Tenant,
  answers: readonly { customerId: number; optionId: number }[],
): Promise<void> {
  if (answers.length === 0) return;
  await sql`
    insert into customer_super_group_option (organisation_id, customer_id, super_group_option_id)
    select ${organisationId}::bigint, "customerId", "optionId"
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as a ("customerId" bigint, "optionId" bigint)
    on conflict do nothing`.execute(tx);
}

/** Wardrobes with those of which they are a cut. */
export async function listCuts(tx: Tx, { organisationId }: Tenant, collectionIds: readonly number[]): Promise<CutFacts[]> {
  const found = await sql<CutFacts>`
    select id, parent_collection_id as "parentId" from collection
    where organisation_id = ${organisationId} and id = any (${[...collectionIds]}::bigint[])`.execute(tx);
  return found.rows;
}

/** Writes changed accounts and opens new ones, with the entries of what they grant. What they withdraw is left to `writeExpiries`. */
export async function writeAccountChanges(
  tx: Tx,
  { organisationId }: Tenant,
  changes: readonly (AccountChange & { customerId: number })[],
): Promise<void> {
  const opened = changes.filter(({ id }) => id === null);
  const changed = changes.filter(({ id }) => id !== null);
  const rows = (list: typeof changes) => sql`
    select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as c (id bigint, "customerId" bigint, "collectionId" bigint, "seasonId" bigint, kind text, unit text,
      "groupId" bigint, "productId" bigint, label text, "superGroupId" bigint, "superGroupOptionId" bigint, "startsOn" date, "endsOn" date, status text,
      "isWithdrawn" boolean, "isLimited" boolean, minimum int, base bigint, "grantedDelta" bigint, "reservedDelta" bigint,
      "usedDelta" bigint)`;
  if (opened.length > 0)
    await sql`
      with change as (${rows(opened)}),
      account as (
        insert into entitlement_account (organisation_id, customer_id, collection_id, season_id, kind, unit, collection_group_id, product_id, label,
          super_group_id, super_group_option_id, starts_on, ends_on, status, is_withdrawn, is_limited, minimum, base, granted,
          reserved, used)
        select ${organisationId}::bigint, "customerId", "collectionId", "seasonId", kind, unit, "groupId", "productId", label,
          "superGroupId", "superGroupOptionId", "startsOn", "endsOn", status, "isWithdrawn", "isLimited", minimum, base, "grantedDelta",
          "reservedDelta", "usedDelta" from change
        returning organisation_id, id, granted)
      insert into entitlement_entry (organisation_id, account_id, kind, granted_delta)
      select organisation_id, id, 'grant', granted from account where granted <> 0`.execute(tx);
  if (changed.length > 0)
    await sql`
      with change as (${rows(changed)}),
      account as (
        update entitlement_account a
        set label = c.label, super_group_id = c."superGroupId", super_group_option_id = c."superGroupOptionId", starts_on = c."startsOn", ends_on = c."endsOn",
          status = c.status, is_withdrawn = c."isWithdrawn", is_limited = c."isLimited", minimum = c.minimum, base = c.base,
          granted = a.granted + c."grantedDelta", reserved = a.reserved + c."reservedDelta", used = a.used + c."usedDelta"
        from change c
        where a.organisation_id = ${organisationId} and a.id = any (${changed.map(({ id }) => id)}::bigint[]) and a.id = c.id)
      insert into entitlement_entry (organisation_id, account_id, kind, granted_delta)
      select ${organisationId}::bigint, id, 'grant', "grantedDelta" from change where "grantedDelta" > 0`.execute(tx);
}

/**
 * Writes the entries of what accounts no longer grant. Last, so that no account is overdrawn between two of its entries: lines have left it before.
 */
export async function writeExpiries(
  tx: Tx,
  { organisationId }: Tenant,
  changes: readonly Pick<AccountChange, 'id' | 'grantedDelta'>[],
): Promise<void> {
  await sql`
    insert into entitlement_entry (organisation_id, account_id, kind, granted_delta)
    select ${organisationId}::bigint, id, 'expire', "grantedDelta"
    from jsonb_to_recordset(${JSON.stringify(changes.map(({ id, grantedDelta }) => ({ id, grantedDelta })))}::jsonb) as c (id bigint, "grantedDelta" bigint)`.execute(
    tx,
  );
}

/**
 * Brings people to the versions of their wardrobes that are in use. Answers those whose uniform status has to be computed again: the either/ors of a wardrobe of
 * theirs are others in that version.
 */
export async function followVersions(tx: Tx, { organisationId }: Tenant, customerIds: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    -- People's wardrobes before anything is joined to them, and "is not distinct from": from the wardrobe, everyone who has it would be read for each person.
    with own as materialized (
      select organisation_id, customer_id, collection_id, wardrobe_version from customer_collection
      where organisation_id = ${organisationId} and customer_id = any (${[...customerIds]}::bigint[])),
    behind as (
      select own.customer_id, own.collection_id, w.published_version, earlier.contents -> 'superGroups' is distinct from later.contents -> 'superGroups' as differs
      from own
      join collection w on w.organisation_id = own.organisation_id and w.id = own.collection_id and w.published_version <> own.wardrobe_version
      left join wardrobe_version earlier on earlier.organisation_id = own.organisation_id and earlier.collection_id = own.collection_id
        and earlier.version = own.wardrobe_version
      left join wardrobe_version later on later.organisation_id = own.organisation_id and later.collection_id = own.collection_id
        and later.version = w.published_version),
    followed as (
      update customer_collection cc set wardrobe_version = behind.published_version
      from behind
      where cc.organisation_id = ${organisationId} and cc.customer_id = behind.customer_id and cc.collection_id is not distinct from behind.collection_id)
    select distinct customer_id as id from behind where differs order by 1`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** Computes the uniform status of people again, in all seasons. */
export async function refreshUniformStatus(tx: Tx, { organisationId }: Tenant, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return;
  await sql`select refresh_uniform_status(${organisationId}, ${[...customerIds]}::bigint[])`.execute(tx);
}

/** Everyone who has one of the wardrobes. */
export async function listWearersOf(tx: Tx, { organisationId }: Tenant, collectionIds: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select distinct customer_id as id from customer_collection
    where organisation_id = ${organisationId} and collection_id = any (${[...collectionIds]}::bigint[]) order by 1`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** Everyone who has a wardrobe, in the whole organisation. */
export async function listAllWearers(tx: Tx, { organisationId }: Tenant): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select distinct customer_id as id from customer_collection where organisation_id = ${organisationId} order by 1`.execute(tx);
  return found.rows.map(({ id }) => id);
}
