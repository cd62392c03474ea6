import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { toLikePattern } from '../registration/requests.queries.ts';

/** How long an administrator can undo an opt-out. */
export const OPT_OUT_UNDO_DAYS = 30;

/** Somebody who has just opted out. */
export interface OptedOutPerson {
  optOutId: number;
  customerId: number;
  organisationId: number;
  organisationName: string;
  brandId: number;
  firstName: string;
  email: string;
}

const hashed = (guid: string) => createHash('sha256').update(guid).digest();

/**
 * Opts out whoever the secret belongs to, within a brand, and changes the secret. In one statement, so that of many who
 * ask at once one acts. Undefined when the secret is nobody's, or its person has opted out already.
 */
export async function optOut(tx: Tx, brandId: number, guid: string): Promise<OptedOutPerson | undefined> {
  const done = await sql<{
    opt_out_id: number;
    id: number;
    organisation_id: number;
    organisation_name: string;
    first_name: string;
    email: string;
  }>`
    with gone as (
      update customer set wardrobe_opt_out_at = now(), opt_out_guid = gen_random_uuid()
      where opt_out_guid = ${guid}::uuid and brand_id = ${brandId} and deleted_at is null and wardrobe_opt_out_at is null
      returning id, organisation_id, first_name, email),
    kept as (
      insert into opt_out (organisation_id, customer_id, guid_hash) select organisation_id, id, ${hashed(guid)}::bytea from gone returning id)
    select kept.id as opt_out_id, gone.*, o.name as organisation_name from gone, kept, organisation o where o.id = gone.organisation_id`.execute(
    tx,
  );
  const row = done.rows[0];
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

/**
 * Whether the secret stands for somebody who has opted out and still wants to: it was used for that, or it belongs to a
 * person who was opted out in another way.
 */
export async function hasOptedOut(db: Db, brandId: number, guid: string): Promise<boolean> {
  const found = await sql<{ stands: boolean }>`
    select exists (
        select from opt_out x join customer c on c.organisation_id = x.organisation_id and c.id = x.customer_id
        where x.guid_hash = ${hashed(guid)}::bytea and x.undone_at is null and c.brand_id = ${brandId} and c.wardrobe_opt_out_at is not null
          and c.deleted_at is null)
      or exists (
        select from customer c where c.opt_out_guid = ${guid}::uuid and c.brand_id = ${brandId} and c.wardrobe_opt_out_at is not null
          and c.deleted_at is null) as stands`.execute(db);
  return found.rows[0]?.stands ?? false;
}

/** People `c` of the groups that an administrator looks after; of the whole organisation where none are named. */
const inScope = (scope: Scope) => {
  const groups = [...scope.adminableGroupIds];
  return sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null and (${groups.length === 0} or exists (
    select from customer_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id
      and g.organisation_group_id = any (${groups}::bigint[])))`;
};

type OptOut = ReplyOf<'GET /api/optouts'>['optOuts'][number];

/** Who in scope has opted out, the latest first, by words in name, address or employee number. */
export async function listOptOuts(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/optouts'>,
): Promise<{ optOuts: OptOut[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const words = query.query?.trim();
  const wanted = sql`${inScope(scope)} and c.wardrobe_opt_out_at is not null and (
    ${words ? toLikePattern(words) : null}::text is null
    or concat_ws(' ', c.first_name, c.last_name, c.email, c.employee_number) ilike ${words ? toLikePattern(words) : null})`;
  const found = await sql<{
    id: number;
    first_name: string;
    last_name: string;
    email: string;
    employee_number: string | null;
    groups: { id: number; name: string }[];
    opted_out_at: Date;
    until: Date;
    may_undo: boolean;
  }>`
    select c.id, c.first_name, c.last_name, c.email, c.employee_number, c.wardrobe_opt_out_at as opted_out_at,
      c.wardrobe_opt_out_at + make_interval(days => ${OPT_OUT_UNDO_DAYS}::int) as until,
      c.wardrobe_opt_out_at > now() - make_interval(days => ${OPT_OUT_UNDO_DAYS}::int) as may_undo,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.display_order, t.name), '[]')
       from customer_group g join organisation_group t on t.organisation_id = g.organisation_id and t.id = g.organisation_group_id
       where g.organisation_id = c.organisation_id and g.customer_id = c.id) as groups
    from customer c where ${wanted} order by c.wardrobe_opt_out_at desc, c.id limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from customer c where ${wanted}`.execute(db);
  return {
    optOuts: found.rows.map((row) => ({
      customerId: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      employeeNumber: row.employee_number,
      organisationGroups: row.groups,
      optedOutOnUtc: row.opted_out_at.toISOString(),
      undoUntilUtc: row.until.toISOString(),
      undoAllowed: row.may_undo,
    })),
    totalCount: counted.rows[0]?.n ?? 0,
  };
}

/**
 * Takes an opt-out of somebody in scope back, while it may be. `undone` when it was, `none` when there is nothing to
 * take back, `late` when it is too old; undefined when there is nobody of that id.
 */
export async function undoOptOut(tx: Tx, scope: Scope, customerId: number): Promise<'undone' | 'none' | 'late' | undefined> {
  const undone = await sql`
    with back as (
      update customer c set wardrobe_opt_out_at = null
      where ${inScope(scope)} and c.id = ${customerId} and c.wardrobe_opt_out_at > now() - make_interval(days => ${OPT_OUT_UNDO_DAYS}::int)
      returning c.organisation_id, c.id),
    noted as (
      update opt_out x set undone_at = now(), undone_by_id = ${scope.customerId} from back
      where x.organisation_id = back.organisation_id and x.customer_id = back.id and x.undone_at is null)
    select id from back`.execute(tx);
  if (undone.rows.length > 0) return 'undone';
  const found = await sql<{ opted_out: boolean }>`
    select c.wardrobe_opt_out_at is not null as opted_out from customer c where ${inScope(scope)} and c.id = ${customerId}`.execute(
    tx,
  );
  const row = found.rows[0];
  return row && (row.opted_out ? 'late' : 'none');
}
