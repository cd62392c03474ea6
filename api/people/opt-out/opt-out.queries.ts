import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { administeredPeople } from '#api/organisation/structure/administered-people.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { searchConditions } from '../list/people-search.queries.ts';
import { markOptOutsUndone } from '../person/opt-out-change.queries.ts';

/** A person who has just opted out. */
export interface OptedOutPerson {
  optOutId: number;
  customerId: number;
  organisationId: number;
  organisationName: string;
  brandId: number;
  firstName: string;
  email: string;
}

const hashGuid = (guid: string) => createHash('sha256').update(guid).digest();

/** Days for which a person can undo opting out with the link. */
const UNDO_DAYS = 30;

interface PersonOfGuid {
  organisationId: number;
  customerId: number;
}

/** The person of the brand to whom a GUID belongs. */
export async function findPersonOfGuid(tx: Tx, brandId: number, guid: string): Promise<PersonOfGuid | undefined> {
  const { rows } = await sql<PersonOfGuid>`
    select organisation_id as "organisationId", id as "customerId" from customer
    where opt_out_guid = ${guid}::uuid and brand_id = ${brandId} and deleted_at is null`.execute(tx);
  return rows[0];
}

/** The person of the brand who opted out with a GUID. */
export async function findPersonOfUsedGuid(tx: Tx, brandId: number, guid: string): Promise<PersonOfGuid | undefined> {
  const { rows } = await sql<PersonOfGuid>`
    select c.organisation_id as "organisationId", c.id as "customerId"
    from opt_out x join customer c on c.organisation_id = x.organisation_id and c.id = x.customer_id
    where x.guid_hash = ${hashGuid(guid)}::bytea and c.brand_id = ${brandId} and c.deleted_at is null`.execute(tx);
  return rows[0];
}

/**
 * Opts out the person of the brand to whom the GUID belongs, and gives them a new GUID. This is one statement, so that only one of
 * several concurrent requests opts out. Undefined when the GUID belongs to no one, the person has already
 * opted out, or the organisation does not let people opt out.
 */
export async function optOut(tx: Tx, brandId: number, guid: string): Promise<OptedOutPerson | undefined> {
  const result = await sql<{
    opt_out_id: number;
    id: number;
    organisation_id: number;
    organisation_name: string;
    first_name: string;
    email: string;
  }>`
    with opted_out as (
      update customer set wardrobe_opt_out_at = now(), opt_out_guid = random_guid()
      where opt_out_guid = ${guid}::uuid and brand_id = ${brandId} and deleted_at is null and wardrobe_opt_out_at is null
        and (select o.allow_opt_out from organisation o where o.id = customer.organisation_id)
      returning id, organisation_id, first_name, email),
    recorded as (
      insert into opt_out (organisation_id, customer_id, guid_hash) select organisation_id, id, ${hashGuid(guid)}::bytea from opted_out returning id)
    select recorded.id as opt_out_id, opted_out.*, o.name as organisation_name
    from opted_out, recorded, organisation o where o.id = opted_out.organisation_id`.execute(tx);
  const row = result.rows[0];
  return (
    row && {
      optOutId: row.opt_out_id,
      customerId: row.id,
      organisationId: row.organisation_id,
      organisationName: row.organisation_name,
      brandId,
      firstName: row.first_name,
      email: row.email,
    }
  );
}

/** What has become of a link to opt out. */
export interface OptOutState {
  /**
   * Whether the link belongs to someone whose opt-out is still in effect: they opted out with it, or it is their current one and they were
   * opted out in another way. False where the organisation does not let people opt out.
   */
  isOptedOut: boolean;
  /** Until when the person can undo opting out with this link; null when they cannot. */
  undoUntil: Date | null;
  /** Whether opting out with this link has been undone. */
  isUndone: boolean;
}

/** What an opt-out link says of its person: opted out, until when that can be undone, and whether it was. */
export async function getOptOutState(db: Db, brandId: number, guid: string): Promise<OptOutState> {
  const found = await sql<{ is_opted_out: boolean; undo_until: Date | null; is_undone: boolean }>`
    with used as (
      select x.undone_at, x.opted_out_at + make_interval(days => ${UNDO_DAYS}) as undo_until, c.wardrobe_opt_out_at is not null as is_out, o.allow_opt_out
      from opt_out x join customer c on c.organisation_id = x.organisation_id and c.id = x.customer_id
      join organisation o on o.id = c.organisation_id
      where x.guid_hash = ${hashGuid(guid)}::bytea and c.brand_id = ${brandId} and c.deleted_at is null)
    select exists (select from used where undone_at is null and is_out and allow_opt_out)
      or exists (
        select from customer c join organisation o on o.id = c.organisation_id and o.allow_opt_out
        where c.opt_out_guid = ${guid}::uuid and c.brand_id = ${brandId} and c.wardrobe_opt_out_at is not null
          and c.deleted_at is null) as is_opted_out,
      (select undo_until from used where undone_at is null and is_out and undo_until > now()) as undo_until,
      exists (select from used where undone_at is not null and not is_out) as is_undone`.execute(db);
  const row = found.rows[0];
  return {
    isOptedOut: row?.is_opted_out ?? false,
    undoUntil: row?.undo_until ?? null,
    isUndone: row?.is_undone ?? false,
  };
}

/**
 * Undoes what a person of the brand did with an opt-out link, for 30 days, as long as it is why they are opted out. This is one statement, so
 * that only one of several concurrent requests undoes it. Returns whether this one has.
 */
export async function undoOptOutOfGuid(tx: Tx, brandId: number, guid: string): Promise<boolean> {
  const undone = await sql`
    with back as (
      update customer c set wardrobe_opt_out_at = null from opt_out x
      where x.guid_hash = ${hashGuid(guid)}::bytea and x.undone_at is null and x.opted_out_at > now() - make_interval(days => ${UNDO_DAYS})
        and c.organisation_id = x.organisation_id and c.id = x.customer_id and c.brand_id = ${brandId} and c.deleted_at is null
        and c.wardrobe_opt_out_at is not null
      returning c.organisation_id, c.id)
    update opt_out x set undone_at = now(), undone_by_id = back.id from back
    where x.organisation_id = back.organisation_id and x.customer_id = back.id and x.undone_at is null returning x.id`.execute(
    tx,
  );
  return undone.rows.length > 0;
}

type OptOut = ReplyOf<'GET /api/optouts'>['optOuts'][number];

/** The people in scope who have opted out, latest first. The search finds text in name, email address or employee number. */
export async function listOptOuts(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/optouts'>,
): Promise<{ optOuts: OptOut[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const condition = sql`${administeredPeople(scope)} and ${sql.join([sql`c.wardrobe_opt_out_at is not null`, ...searchConditions(query)], sql` and `)}`;
  const found = await sql<{
    id: number;
    first_name: string;
    last_name: string;
    email: string;
    employee_number: string | null;
    groups: { id: number; name: string }[];
    opted_out_at: Date;
  }>`
    select c.id, c.first_name, c.last_name, c.email, c.employee_number, c.wardrobe_opt_out_at as opted_out_at,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.display_order, t.name), '[]')
       from customer_group g join organisation_group t on t.organisation_id = g.organisation_id and t.id = g.organisation_group_id
       where g.organisation_id = c.organisation_id and g.customer_id = c.id) as groups
    from customer c where ${condition} order by c.wardrobe_opt_out_at desc, c.id limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from customer c where ${condition}`.execute(db);
  return {
    optOuts: found.rows.map((row) => ({
      customerId: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      employeeNumber: row.employee_number,
      organisationGroups: row.groups,
      optedOutOnUtc: row.opted_out_at.toISOString(),
    })),
    totalCount: counted.rows[0]?.n ?? 0,
  };
}

/**
 * Undoes the opt-out of a person in scope. Returns `undone`; `none` when the person has not opted out; undefined when there is no such
 * person in scope.
 */
export async function undoOptOut(tx: Tx, scope: Scope, customerId: number): Promise<'undone' | 'none' | undefined> {
  const undone = await sql`
    update customer c set wardrobe_opt_out_at = null
    where ${administeredPeople(scope)} and c.id = ${customerId} and c.wardrobe_opt_out_at is not null returning c.id`.execute(tx);
  if (undone.rows.length > 0) {
    await markOptOutsUndone(tx, scope, [customerId]);
    return 'undone';
  }
  const found = await sql`select from customer c where ${administeredPeople(scope)} and c.id = ${customerId}`.execute(tx);
  return found.rows.length > 0 ? 'none' : undefined;
}
