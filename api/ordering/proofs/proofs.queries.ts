import { type RawBuilder, sql } from 'kysely';
import type { ShownDesign } from '#api/catalogue/customisation/design.rules.ts';
import { formatLogoAddress } from '#api/catalogue/customisation/logos/logo-address.rules.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { openableOrders, visibleOrders, wholeOrders } from '../orders/order-filters.queries.ts';
import { visibleRequests } from './proof-access.queries.ts';
import type { ProofState, StoredStatus } from './proofs.rules.ts';

/** A version of a proof with the picture's key. Days and times as PostgreSQL's JSON has them. */
export interface ProofVersionRow {
  id: number;
  version: number;
  status: StoredStatus;
  pictureKey: string;
  widthMm: number;
  heightMm: number;
  colours: string[];
  comment: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  createdAt: string;
}

/** The design of a request as it was ordered first. */
export interface ProvedDesignRow extends Omit<ShownDesign, 'createdAt' | 'isApproved'> {
  productName: string;
  measuredFrom: string;
  threadNumber: string | null;
  createdAt: string;
}

/** A request with all that pages show of it. */
export interface RequestRow {
  id: number;
  organisationId: number;
  organisationName: string;
  brandId: number;
  logoId: number | null;
  isApproved: boolean;
  createdAt: string;
  requestedBy: string | null;
  design: ProvedDesignRow;
  orderIds: number[];
  waitingPieces: number;
  /** Newest first. */
  versions: ProofVersionRow[];
}

/** The most orders that are named with a request. */
const MAX_ORDERS = 100;

const nameOf = (id: RawBuilder<unknown>) => sql`(
  select p.first_name || ' ' || p.last_name from customer p where p.organisation_id = q.organisation_id and p.id = ${id})`;

/** The status of the latest version of a request `q`; null for none. */
const latestStatus = sql<StoredStatus | null>`(
  select v.status from proof v where v.organisation_id = q.organisation_id and v.request_id = q.id order by v.version desc limit 1)`;

/** What a request `q` waits for, as `stateOf` says. */
const state = sql<ProofState>`case when q.approved_at is not null then 'approved' else coalesce(${latestStatus}, 'preparing') end`;

/** The design of a request `q` as it was ordered first, as JSON. */
const design = sql`(
  select json_build_object('id', d.id, 'customisationId', d.customisation_id, 'name', t.name, 'productId', l.product_id, 'productName', l.product_name,
    'methodId', d.method_id, 'method', d.method, 'positionId', d.position_id, 'position', d.position, 'measuredFrom', d.measured_from, 'side', d.side,
    'xCm', d.x_cm, 'yCm', d.y_cm, 'widthCm', d.width_cm, 'heightCm', d.height_cm, 'logoId', d.logo_id, 'logoName', d.logo_name, 'logoSrc', ${formatLogoAddress('')}::text || f.storage_key,
    'text', d.text, 'fontName', d.font_name, 'letterMm', d.letter_mm, 'threadColour', d.thread_colour, 'threadNumber', d.thread_number,
    'threadRgb', d.thread_rgb, 'garmentDesignId', d.garment_design_id, 'nameForm', t.name_form, 'isMandatory', d.is_mandatory, 'priceMinor', d.price_minor,
    'setupMinor', d.setup_minor, 'comments', d.comments, 'createdAt', d.created_at)
  from order_line_customisation d
  join order_line l on l.organisation_id = d.organisation_id and l.id = d.order_line_id
  left join garment_design t on t.organisation_id = d.organisation_id and t.id = d.garment_design_id
  left join stored_file f on f.organisation_id = d.organisation_id and f.id = d.logo_file_id
  where d.organisation_id = q.organisation_id and d.proof_request_id = q.id order by d.id limit 1)`;

/** The lines with pieces to send that wait for a request `q`, of orders `o` that have not been released. */
const waitingLines = sql`
  order_line_customisation d
  join order_line l on l.organisation_id = d.organisation_id and l.id = d.order_line_id
  join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
  where d.organisation_id = q.organisation_id and d.proof_request_id = q.id and o.released_at is null and o.order_state_id in (10, 20, 50)
    and l.quantity > l.shipped_quantity + l.cancelled_quantity`;

const versions = (limit: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(v order by v.version desc), '[]') from (
    select v.id, v.version, v.status, f.storage_key as "pictureKey", v.width_mm as "widthMm", v.height_mm as "heightMm", v.colours, v.comment,
      ${nameOf(sql`v.decided_by_id`)} as "decidedBy", v.decided_at as "decidedAt", v.created_at as "createdAt"
    from proof v join stored_file f on f.organisation_id = v.organisation_id and f.id = v.file_id
    where v.organisation_id = q.organisation_id and v.request_id = q.id order by v.version desc limit ${limit}) v)`;

/** Columns of `RequestRow` for requests `q` of organisations `g`. `visibleOrders` restricts the orders `o` that are named. */
const requestColumns = (visibleOrders: RawBuilder<unknown>, versionLimit = sql`null`) => sql`
  q.id, q.organisation_id as "organisationId", g.name as "organisationName", g.brand_id as "brandId", q.logo_id as "logoId",
  q.approved_at is not null as "isApproved", to_json(q.created_at) #>> '{}' as "createdAt", ${nameOf(sql`q.requested_by_id`)} as "requestedBy",
  ${design} as design,
  array(select distinct o.id from ${waitingLines} and ${visibleOrders} order by o.id limit ${sql.lit(MAX_ORDERS)}) as "orderIds",
  (select coalesce(sum(l.quantity - l.shipped_quantity - l.cancelled_quantity), 0)::int from ${waitingLines}) as "waitingPieces",
  ${versions(versionLimit)} as versions`;

/** A request is shown once something was ordered with it. */
const wasOrdered = sql`exists (select from order_line_customisation d where d.organisation_id = q.organisation_id and d.proof_request_id = q.id)`;

interface Page {
  offset: number;
  limit: number;
}

/** Proofs that the person sees: a page of the requests with one, their number, how many wait for a decision, and those of which the first is prepared. */
export async function listProofs(
  db: Db,
  scope: Scope,
  { status = '', offset, limit }: Page & { status?: string | undefined },
): Promise<{ totalCount: number; waitingCount: number; rows: RequestRow[]; coming: RequestRow[] }> {
  const listed = (ids: RawBuilder<unknown>) => sql`(
    select coalesce(json_agg(r order by r.place), '[]') from (
      select ${ids}.place, ${requestColumns(visibleOrders(scope))} from ${ids} join proof_request q on q.organisation_id = ${scope.organisationId} and q.id = ${ids}.id
      join organisation g on g.id = q.organisation_id) r)`;
  const { rows } = await sql<{ totalCount: number; waitingCount: number; rows: RequestRow[]; coming: RequestRow[] }>`
    with seen as materialized (
      select q.id, q.created_at, ${state} as state from proof_request q where ${visibleRequests(scope)} and ${wasOrdered}),
    latest as (
      select s.id, s.state, v.status, v.created_at from seen s cross join lateral (
        select p.status, p.created_at from proof p where p.organisation_id = ${scope.organisationId} and p.request_id = s.id order by p.version desc limit 1) v
      where ${status}::text in ('', v.status)),
    page as (
      select id, row_number() over (order by status <> 'waiting', case when status = 'waiting' then created_at end, created_at desc, id) as place
      from latest order by place limit ${limit} offset ${offset}),
    coming as (
      select id, row_number() over (order by created_at, id) as place from seen where state = 'preparing' and ${offset}::int = 0 order by place limit 50)
    select (select count(*)::int from latest) as "totalCount", (select count(*)::int from seen where state = 'waiting') as "waitingCount",
      ${listed(sql.ref('page'))} as rows, ${listed(sql.ref('coming'))} as coming`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** A request that the person sees, by the id of one of its versions; undefined when there is none. */
export async function findRequestOfProof(db: Db, scope: Scope, proofId: number): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${requestColumns(visibleOrders(scope))} from proof_request q join organisation g on g.id = q.organisation_id
    where ${visibleRequests(scope)} and q.id = (
      select p.request_id from proof p where p.organisation_id = ${scope.organisationId} and p.id = ${proofId})`.execute(db);
  return rows[0];
}

/** What an order waits for, as `listOrderProofs` returns it. */
export interface OrderProofRow {
  requestId: number;
  state: ProofState;
  proofId: number | null;
  design: ProvedDesignRow;
  isDecider: boolean;
}

/** The requests that an order waits for, of the lines that the person sees; undefined when there is no such order that they may open. */
export async function listOrderProofs(db: Db, scope: Scope, orderId: number): Promise<OrderProofRow[] | undefined> {
  const { rows } = await sql<{ proofs: OrderProofRow[] }>`
    select (
      select coalesce(json_agg(r order by r."requestId"), '[]') from (
        select q.id as "requestId", ${state} as state, ${design} as design, ${visibleRequests(scope)} as "isDecider",
          (select v.id from proof v where v.organisation_id = q.organisation_id and v.request_id = q.id and v.status = 'waiting' order by v.version desc limit 1)
            as "proofId"
        from proof_request q
        where q.organisation_id = o.organisation_id and q.approved_at is null and o.released_at is null and o.order_state_id in (10, 20, 50) and q.id in (
          select d.proof_request_id from order_line l join order_line_customisation d on d.organisation_id = l.organisation_id and d.order_line_id = l.id
          where l.organisation_id = o.organisation_id and l.order_id = o.id and l.quantity > l.shipped_quantity + l.cancelled_quantity and (${wholeOrders(scope)} or l.wearer_id = ${scope.customerId}))) r) as proofs
    from orders o where o.organisation_id = ${scope.organisationId} and o.id = ${orderId} and ${openableOrders(scope)}`.execute(
    db,
  );
  return rows[0]?.proofs;
}

/** Versions `v` of requests `q` that wait for a person's decision. */
const versionsToDecide = (scope: Scope) => sql`
  proof_request q join proof v on v.organisation_id = q.organisation_id and v.request_id = q.id and v.status = 'waiting'
  where q.approved_at is null and ${visibleRequests(scope)}
    and not exists (select from proof n where n.organisation_id = v.organisation_id and n.request_id = v.request_id and n.version > v.version)`;

/** A query for the number of proofs that wait for a person's decision, and since when the first of them does, as JSON. */
export const proofsToDecide = (scope: Scope): RawBuilder<{ count: number; oldest: string | null }> => sql`(
  select json_build_object('count', count(*), 'oldest', min(v.created_at)) from ${versionsToDecide(scope)})`;

/** The proofs that wait for a person's decision: how many, and the five that have waited longest. */
export interface OpenProofs {
  totalCount: number;
  requests: { proofId: number; design: ProvedDesignRow; createdAt: string }[];
}

/** A query for `OpenProofs`, as JSON. */
export const openProofs = (scope: Scope): RawBuilder<OpenProofs> => sql`(
  with waiting as materialized (
    select q.organisation_id, q.id, v.id as "proofId", v.created_at as "createdAt" from ${versionsToDecide(scope)})
  select json_build_object('totalCount', (select count(*) from waiting), 'requests', (
    select coalesce(json_agg(f), '[]') from (select q."proofId", q."createdAt", ${design} as design from waiting q order by q."createdAt", q."proofId" limit 5) f)))`;

/** The requests of an operator's brands: a page of them, their number, and how many wait for the supplier and for clients. */
export async function listOperatorRequests(
  db: Db,
  { brandIds }: OperatorScope,
  {
    state: wanted = '',
    organisationId = 0,
    searchTerm = '',
    offset,
    limit,
  }: Page & { state?: string | undefined; organisationId?: number | undefined; searchTerm?: string | undefined },
): Promise<{ totalCount: number; counts: { toDo: number; waiting: number }; rows: RequestRow[] }> {
  const term = searchTerm.trim().toLowerCase();
  const { rows } = await sql<{ totalCount: number; counts: { toDo: number; waiting: number }; rows: RequestRow[] }>`
    with every as materialized (
      select q.organisation_id, q.id, q.created_at, q.approved_at, ${state} as state from organisation g join proof_request q on q.organisation_id = g.id
      where g.brand_id = any (${[...brandIds]}::bigint[]) and ${organisationId}::bigint in (0, g.id) and ${wasOrdered}
        and (${term}::text = '' or position(${term}::text in lower(g.name)) > 0 or exists (
          select from order_line_customisation d join order_line l on l.organisation_id = d.organisation_id and l.id = d.order_line_id
          where d.organisation_id = q.organisation_id and d.proof_request_id = q.id
            and (l.order_id::text = ${term}::text or position(${term}::text in lower(concat_ws(' ', d.logo_name, d.text, d.position, l.product_name))) > 0)))),
    chosen as (
      select * from every where ${wanted}::text in ('', state) or ${wanted}::text = 'toDo' and state in ('preparing', 'changeAsked')),
    page as (
      select organisation_id, id, row_number() over (order by state = 'approved', case when state <> 'approved' then created_at end, approved_at desc, id) as place
      from chosen order by place limit ${limit} offset ${offset})
    select (select count(*)::int from chosen) as "totalCount",
      (select json_build_object('toDo', count(*) filter (where state in ('preparing', 'changeAsked')), 'waiting', count(*) filter (where state = 'waiting')) from every)
        as counts,
      (select coalesce(json_agg(r order by r.place), '[]') from (
        select page.place, ${requestColumns(sql`true`, sql`1`)} from page join proof_request q on q.organisation_id = page.organisation_id and q.id = page.id
        join organisation g on g.id = q.organisation_id) r) as rows`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** A request of the operator's brands with all its versions; undefined when there is none. */
export async function findOperatorRequest(db: Db | Tx, { brandIds }: OperatorScope, id: number): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${requestColumns(sql`true`)} from organisation g join proof_request q on q.organisation_id = g.id
    where g.brand_id = any (${[...brandIds]}::bigint[]) and q.id = ${id} and ${wasOrdered}`.execute(db);
  return rows[0];
}

/** A file that the supplier keeps beside a logo. */
export interface DesignFileRow {
  id: number;
  logoId: number;
  filename: string;
  sizeBytes: number;
}

/** The production files of a logo of an organisation, oldest first. */
export async function listProductionFiles(db: Db | Tx, organisationId: number, logoId: number | null): Promise<DesignFileRow[]> {
  if (logoId === null) return [];
  const { rows } = await sql<DesignFileRow>`
    select f.id, x.logo_id as "logoId", f.file_name as filename, f.size_bytes as "sizeBytes"
    from logo_file x join stored_file f on f.organisation_id = x.organisation_id and f.id = x.file_id
    where x.organisation_id = ${organisationId} and x.logo_id = ${logoId} and f.stored_at is not null order by f.id`.execute(db);
  return rows;
}
