import { type RawBuilder, sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import {
  type EligibilityRow,
  eligibilityColumns,
  eligibilityJoin,
  toEligibility,
} from '#api/entitlement/ordering-eligibility.queries.ts';
import type { Eligibility } from '#api/entitlement/ordering-eligibility.rules.ts';
import { mayBeLoggedIn } from '#api/identity/sessions/access.queries.ts';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import type { ReplyOf } from '#contract/index.ts';
import { STOCK_NOTICE_DAYS } from '#contract/ordering/stock-notices.ts';

type StockNotice = ReplyOf<'GET /api/stocknotices'>['stockNotices'][number];

/** Condition that notice `n` is open. */
const isOpen: RawBuilder<boolean> = sql`n.notified_at is null and n.expires_at > now()`;

/** A person's open notices, the newest first. */
export async function listOpenNotices(db: Db, scope: Scope): Promise<StockNotice[]> {
  type Row = Omit<StockNotice, 'createdOnUtc' | 'expiresOnUtc'> & { created_at: Date; expires_at: Date };
  const { rows } = await sql<Row>`
    select n.id, n.combination_id as "combinationId", l.product_id as "productId", coalesce(l.name, p.name) as name,
      c.description as "attributeDescription", n.created_at, n.expires_at
    from stock_notice n
    join combination c on c.id = n.combination_id
    join product p on p.id = c.product_id
    left join product_listing l on l.organisation_id = n.organisation_id and l.product_id = c.product_id and ${visibleTo(scope)}
    where n.organisation_id = ${scope.organisationId} and n.customer_id = ${scope.customerId} and ${isOpen}
    order by n.id desc`.execute(db);
  return rows.map(({ created_at, expires_at, ...row }) => ({
    ...row,
    createdOnUtc: created_at.toISOString(),
    expiresOnUtc: expires_at.toISOString(),
  }));
}

/** Locks a person, so that of two requests only one at a time adds a notice. */
export async function lockNoticesOf(tx: Tx, { organisationId, customerId }: Scope): Promise<void> {
  await sql`select from customer where organisation_id = ${organisationId} and id = ${customerId} for no key update`.execute(tx);
}

/** Adds a notice. One of the same combination that has expired begins anew. */
export async function insertNotice(tx: Tx, { organisationId, customerId }: Scope, combinationId: number): Promise<void> {
  await sql`
    insert into stock_notice as n (organisation_id, customer_id, combination_id, expires_at)
    values (${organisationId}, ${customerId}, ${combinationId}, now() + make_interval(days => ${STOCK_NOTICE_DAYS}))
    on conflict (organisation_id, customer_id, combination_id) where notified_at is null
      do update set created_at = now(), expires_at = excluded.expires_at where n.expires_at <= now()`.execute(tx);
}

/** Deletes an open notice of a person; false when there is none. */
export async function deleteNotice(db: Db, { organisationId, customerId }: Scope, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from stock_notice n where organisation_id = ${organisationId} and customer_id = ${customerId} and id = ${id} and ${isOpen}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** What decides, apart from product and stock, whether a person can order products today, by product. */
export async function findProductEligibility(
  db: Db,
  scope: Scope,
  productIds: readonly number[],
  today: string,
): Promise<Map<number, Eligibility>> {
  const { rows } = await sql<EligibilityRow & { product_id: number }>`
    select l.product_id, ${eligibilityColumns(scope)}
    from (select ${scope.organisationId}::bigint as organisation_id, null::bigint as wearer_id, 'product' as source, asked.id as product_id,
        null::bigint as collection_group_id
      from unnest(${[...productIds]}::bigint[]) asked (id)) l
    ${eligibilityJoin(scope, today)}`.execute(db);
  return new Map(rows.map((row) => [row.product_id, toEligibility(row, scope)]));
}

/** A person with the open notices of theirs of which pieces are free. */
export interface WaitingPerson {
  organisationId: number;
  customerId: number;
  notices: readonly { id: number; combinationId: number }[];
}

/**
 * People who may be logged in and wait for something of which pieces are free now, or which no longer needs any, after the one given; the
 * oldest notices first.
 */
export async function listWaitingPeople(
  db: Db,
  after: Pick<WaitingPerson, 'organisationId' | 'customerId'>,
  limit: number,
): Promise<WaitingPerson[]> {
  const { rows } = await sql<WaitingPerson>`
    select n.organisation_id as "organisationId", n.customer_id as "customerId",
      json_agg(json_build_object('id', n.id, 'combinationId', n.combination_id) order by n.id) as notices
    from stock_notice n
    join stock_level s on s.combination_id = n.combination_id and (s.can_oversell or s.on_hand > s.reserved)
    join customer c on c.organisation_id = n.organisation_id and c.id = n.customer_id
    join organisation o on o.id = n.organisation_id
    where ${isOpen} and ${mayBeLoggedIn} and (n.organisation_id, n.customer_id) > (${after.organisationId}, ${after.customerId})
    group by n.organisation_id, n.customer_id
    order by n.organisation_id, n.customer_id limit ${limit}`.execute(db);
  return rows;
}

/** Ends those of a person's notices that are still open, and returns their ids: of several processes only one gets a notice. */
export async function endNotices(tx: Tx, organisationId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update stock_notice n set notified_at = now()
    where n.organisation_id = ${organisationId} and n.id = any (${[...ids]}::bigint[]) and n.notified_at is null
    returning n.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes notices 30 days after the mail was written or they expired. */
export const retention: RetentionTask[] = [
  {
    name: 'stock-notices',
    run: ({ db }) => deleteInBatches(db, 'stock_notice', sql`coalesce(notified_at, expires_at) < now() - interval '30 days'`),
  },
];
