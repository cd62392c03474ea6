import { type RawBuilder, sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import {
  type BulkChange,
  describeRangeBulkEdit,
  type RangeBulkEdit,
  type RangeBulkEditKind,
  type RangeRow,
  type RangeState,
} from './range.rules.ts';

/** What a wardrobe says of a product that it holds. */
interface Held {
  groupId: number;
  quantity: number | null;
  points: number | null;
  displayOrder: number;
}

/** A product as it was before a change, with the version it had afterwards. */
export interface RangeProductSnapshot {
  id: number;
  productId: number;
  version: number;
  state: RangeState;
  /** In which wardrobes it was; only of products that were taken off. */
  held?: Held[];
}

/** What was asked for, as it is kept with the change. */
interface RangeEditPayload {
  change?: BulkChange;
  published?: boolean;
}

/** A change as the one who carries it out needs it. */
export interface RunningRangeBulkEdit {
  id: number;
  madeById: number;
  what: RangeBulkEditKind;
  /** Of the change that is taken back. */
  undoneWhat: RangeBulkEditKind | null;
  undoesId: number | null;
  wanted: RangeEditPayload;
  total: number;
  requestId: string;
}

/** A product that a change is still to come to; `was` where the change takes another one back. */
export interface PendingRangeItem {
  place: number;
  productId: number;
  id: number | null;
  /** The version that whoever asked had looked at; null where that is not known. */
  seen: number | null;
  was: RangeProductSnapshot | undefined;
}

/** What became of one product; of a changed one, what it can be taken back by. */
export interface RangeItemResult extends Partial<Omit<RangeProductSnapshot, 'productId'>> {
  place: number;
  productId: number;
  outcome: 'changed' | 'unchanged' | 'skipped';
  reason?: string;
  /** Left as it is because somebody has changed it since whoever asked looked. */
  overtaken?: boolean;
}

interface NewChange {
  what: RangeBulkEditKind;
  wanted: RangeEditPayload;
  requestId: string;
}

/** Notes a change of these products, each of which then waits for it, in this order. Answers its id. */
export async function insertRangeBulkEdit(
  tx: Tx,
  scope: Scope,
  { what, wanted, requestId }: NewChange,
  products: readonly { productId: number; id: number | null; seen?: number | undefined }[],
): Promise<number> {
  const rows = products.map(({ productId, id, seen }, place) => ({
    place,
    product_id: productId,
    product_organisation_id: id,
    seen,
  }));
  const found = await sql<{ id: number }>`
    with made as (
      insert into range_change (organisation_id, made_by_id, what, wanted, total, request_id)
      values (${scope.organisationId}, ${scope.customerId}, ${what}, ${JSON.stringify(wanted)}::jsonb, ${products.length}, ${requestId})
      returning id),
    products as (
      insert into range_change_product (organisation_id, change_id, place, product_id, product_organisation_id, seen)
      select ${scope.organisationId}::bigint, made.id, n.place, n.product_id, n.product_organisation_id, n.seen
      from made, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (place int, product_id bigint, product_organisation_id bigint, seen int))
    select id from made`.execute(tx);
  return found.rows[0]?.id ?? 0;
}

/** Notes that a change is to be taken back, with the products that it changed; undefined when it has been already. */
export async function insertRangeBulkEditUndo(
  tx: Tx,
  scope: Scope,
  changeId: number,
  requestId: string,
): Promise<number | undefined> {
  const made = await sql<{ id: number }>`
    insert into range_change (organisation_id, made_by_id, what, undoes_id, total, request_id)
    select ${scope.organisationId}::bigint, ${scope.customerId}::bigint, 'undone', ${changeId}::bigint, count(*), ${requestId}::text
    from range_change_product where organisation_id = ${scope.organisationId} and change_id = ${changeId} and outcome = 'changed'
    on conflict (organisation_id, undoes_id) where undoes_id is not null do nothing returning id`.execute(tx);
  const undo = made.rows[0];
  if (!undo) return undefined;
  await sql`
    insert into range_change_product (organisation_id, change_id, place, product_id, product_organisation_id)
    select organisation_id, ${undo.id}::bigint, place, product_id, product_organisation_id from range_change_product
    where organisation_id = ${scope.organisationId} and change_id = ${changeId} and outcome = 'changed'`.execute(tx);
  return undo.id;
}

const atWork = sql`
  select c.id, c.made_by_id as "madeById", c.what, undone.what as "undoneWhat", c.undoes_id as "undoesId", c.wanted, c.total, c.request_id as "requestId"
  from range_change c left join range_change undone on undone.organisation_id = c.organisation_id and undone.id = c.undoes_id`;

/** A change that is not finished; undefined when there is none. */
export async function findRunningRangeBulkEdit(
  db: Db,
  organisationId: number,
  changeId: number,
): Promise<RunningRangeBulkEdit | undefined> {
  const found = await sql<RunningRangeBulkEdit>`
    ${atWork} where c.organisation_id = ${organisationId} and c.id = ${changeId} and c.finished_at is null`.execute(db);
  return found.rows[0];
}

/** A change of the last day, locked; undefined when there is none of that id. */
export async function lockRangeBulkEdit(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<{ what: RangeBulkEditKind; isFinished: boolean } | undefined> {
  const found = await sql<{ what: RangeBulkEditKind; isFinished: boolean }>`
    select what, finished_at is not null as "isFinished" from range_change
    where organisation_id = ${scope.organisationId} and id = ${id} and ${recent(sql`made_at`)} for update`.execute(tx);
  return found.rows[0];
}

/** The next products that a change is still to come to, in its order. */
export async function listPendingRangeItems(
  tx: Tx,
  scope: Scope,
  change: RunningRangeBulkEdit,
  most: number,
): Promise<PendingRangeItem[]> {
  const found = await sql<
    Omit<PendingRangeItem, 'was'> & { version: number | null; state: RangeState | null; held: Held[] | null }
  >`
    select n.place, n.product_id as "productId", n.product_organisation_id as id, n.seen, was.version, was.state, was.held
    from range_change_product n
    left join lateral (
      select x.version, x.state, x.held from range_change_product x
      where x.organisation_id = n.organisation_id and x.change_id = ${change.undoesId}::bigint and x.place = n.place limit 1) was on true
    where n.organisation_id = ${scope.organisationId} and n.change_id = ${change.id} and n.outcome = 'waiting'
    order by n.place limit ${most}`.execute(tx);
  return found.rows.map(({ version, state, held, ...waiting }) => ({
    ...waiting,
    was:
      waiting.id !== null && version !== null && state !== null
        ? { id: waiting.id, productId: waiting.productId, version, state, ...(held ? { held } : {}) }
        : undefined,
  }));
}

/** Notes what became of these products. */
export async function saveRangeResults(
  tx: Tx,
  scope: Scope,
  changeId: number,
  settled: readonly RangeItemResult[],
): Promise<void> {
  await sql`
    update range_change_product n set outcome = s.outcome, reason = s.reason, overtaken = coalesce(s.overtaken, false), product_organisation_id = coalesce(s.id, n.product_organisation_id),
      version = s.version, state = s.state, held = s.held
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s (place int, outcome text, reason text, overtaken boolean, id bigint, version int, state jsonb, held jsonb)
    where n.organisation_id = ${scope.organisationId} and n.change_id = ${changeId} and n.place = s.place`.execute(tx);
}

/** Nothing is left to be done of a change: what still waits stays as it is, for this reason. */
export async function finishRangeBulkEdit(db: Db, organisationId: number, changeId: number, reason: string): Promise<void> {
  await sql`
    with left_over as (
      update range_change_product set outcome = 'skipped', reason = ${reason}::text
      where organisation_id = ${organisationId} and change_id = ${changeId} and outcome = 'waiting')
    update range_change set finished_at = now()
    where organisation_id = ${organisationId} and id = ${changeId} and finished_at is null`.execute(db);
}

const recent = (moment: RawBuilder<unknown>) => sql`${moment} > now() - interval '1 day'`;

interface ChangeRow {
  id: number;
  what: RangeBulkEditKind;
  undone_what: RangeBulkEditKind | null;
  made_at: Date;
  by: string;
  total: number;
  changed: number;
  unchanged: number;
  skipped: RangeBulkEdit['skipped'];
  overtaken: RangeBulkEdit['overtaken'];
  finished: boolean;
  undone_by_id: number | null;
}

const MAX_LISTED_CONFLICTS = 500;

async function readChanges(db: Db, scope: Scope, changeId: number | undefined): Promise<RangeBulkEdit[]> {
  const found = await sql<ChangeRow>`
    select c.id, c.what, undone.what as undone_what, c.made_at, trim(a.first_name || ' ' || a.last_name) as by, c.total,
      c.finished_at is not null as finished, undo.id as undone_by_id, n.changed, n.unchanged,
      (select coalesce(json_agg(json_build_object('reason', r.reason, 'count', r.count) order by r.count desc, r.reason), '[]') from (
        select x.reason, count(*)::int as count from range_change_product x
        where x.organisation_id = c.organisation_id and x.change_id = c.id and x.outcome = 'skipped' group by x.reason) r) as skipped,
      (select coalesce(json_agg(json_build_object('id', o.id, 'version', o.version) order by o.place), '[]') from (
        select po.id, po.version, x.place from range_change_product x
        join product_organisation po on po.organisation_id = x.organisation_id and po.id = x.product_organisation_id
        where x.organisation_id = c.organisation_id and x.change_id = c.id and x.overtaken order by x.place limit ${MAX_LISTED_CONFLICTS}) o) as overtaken
    from range_change c
    join customer a on a.organisation_id = c.organisation_id and a.id = c.made_by_id
    join lateral (
      select count(*) filter (where x.outcome = 'changed')::int as changed, count(*) filter (where x.outcome = 'unchanged')::int as unchanged
      from range_change_product x where x.organisation_id = c.organisation_id and x.change_id = c.id) n on true
    left join range_change undone on undone.organisation_id = c.organisation_id and undone.id = c.undoes_id
    left join range_change undo on undo.organisation_id = c.organisation_id and undo.undoes_id = c.id
    where c.organisation_id = ${scope.organisationId} and ${recent(sql`c.made_at`)} ${changeId === undefined ? sql`` : sql`and c.id = ${changeId}`}
    order by c.id desc limit 10`.execute(db);
  return found.rows.map((row) => ({
    changeId: row.id,
    what: row.what,
    words: describeRangeBulkEdit(row.what, row.total, row.undone_what),
    madeOnUtc: row.made_at.toISOString(),
    by: row.by,
    total: row.total,
    changed: row.changed,
    unchanged: row.unchanged,
    skipped: row.skipped,
    overtaken: row.overtaken,
    isFinished: row.finished,
    isStopped: false,
    canBeUndone: row.what !== 'undone' && row.undone_by_id === null && (row.changed > 0 || !row.finished),
    undoneById: row.undone_by_id,
  }));
}

/** The latest changes of the last day. */
export const listRecentRangeBulkEdits = (db: Db, scope: Scope): Promise<RangeBulkEdit[]> => readChanges(db, scope, undefined);

/** One of them; undefined when there is none of that id. */
export const findRangeBulkEdit = async (db: Db, scope: Scope, changeId: number): Promise<RangeBulkEdit | undefined> =>
  (await readChanges(db, scope, changeId))[0];

/** Deletes bulk edits that can no longer be undone, with their items. */
export const deleteExpiredRangeBulkEdits = (db: Db): Promise<number> =>
  deleteInBatches(db, 'range_change', sql`finished_at is not null and not ${recent(sql`made_at`)}`, 10);

export const retention: RetentionTask[] = [{ name: 'range-bulk-edits', run: ({ db }) => deleteExpiredRangeBulkEdits(db) }];

/** Products as they are kept when they are taken off: with the wardrobes that hold them. */
export async function snapshotForRemoval(tx: Tx, scope: Scope, rows: readonly RangeRow[]): Promise<RangeProductSnapshot[]> {
  const found = await sql<{ productId: number } & Held>`
    select product_id as "productId", collection_group_id as "groupId", quantity, points, display_order as "displayOrder"
    from collection_group_product
    where organisation_id = ${scope.organisationId} and product_id = any (${rows.map(({ productId }) => productId)}::bigint[])`.execute(
    tx,
  );
  return rows.map(({ id, productId, version, state }) => ({
    id,
    productId,
    version,
    state,
    held: found.rows.filter((one) => one.productId === productId).map(({ productId: _, ...one }) => one),
  }));
}

/** Brings products back under their old ids, without their limits, and into the wardrobes that are still there; answers which came. */
export async function restoreRangeProducts(
  tx: Tx,
  scope: Scope,
  products: readonly RangeProductSnapshot[],
): Promise<Set<number>> {
  const { organisationId } = scope;
  const found = await sql<{ id: number }>`
    insert into product_organisation (id, organisation_id, product_id, name, organisation_sku, overridden_price_minor, price_percent, published, featured, display_order, version)
    select c.id, ${organisationId}, c."productId", c.state ->> 'name', c.state ->> 'organisationSku', (c.state ->> 'overriddenPriceMinor')::bigint, (c.state ->> 'pricePercent')::numeric,
      (c.state ->> 'published')::boolean, (c.state ->> 'featured')::boolean, (c.state ->> 'displayOrder')::int, c.version + 1
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as c (id bigint, "productId" bigint, version int, state jsonb)
    where exists (select from product p where p.id = c."productId")
    on conflict do nothing returning id`.execute(tx);
  const back = new Set(found.rows.map(({ id }) => id));
  const held = products
    .filter(({ id }) => back.has(id))
    .flatMap(({ productId, held: groups = [] }) => groups.map((group) => ({ productId, ...group })));
  await sql`
    insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, points, display_order)
    select ${organisationId}, c."groupId", c."productId", c.quantity, c.points, c."displayOrder"
    from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as c ("productId" bigint, "groupId" int, quantity int, points int, "displayOrder" int)
    join collection_group g on g.organisation_id = ${organisationId} and g.id = c."groupId"
    on conflict do nothing`.execute(tx);
  return back;
}
