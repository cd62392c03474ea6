import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { ContentType } from '#api/platform/files/file-type.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { NamedDesign } from '#contract/catalogue/customisation/design-words.ts';
import { namedDesigns } from '../order-lines/named-designs.queries.ts';
import { claimingPieces } from '../order-lines/return-pieces.queries.ts';
import type { OrderRef, StepTaker } from '../order-states/order-steps.queries.ts';
import type { ActionKind, CoveredLine, ReturnAction, ReturnableLine, ReturnReason, ReturnState } from './returns.rules.ts';

/** Condition for orders `o` of which the person may return something: their own, and those with a line for them. */
export const returnableOrders = ({ customerId }: Scope): RawBuilder<unknown> => sql`(o.customer_id = ${customerId} or exists (
  select from order_line w where w.organisation_id = o.organisation_id and w.order_id = o.id and w.wearer_id = ${customerId}))`;

/** Condition for requests `r` of a person: those about their own orders, and about lines for them, whoever asked. */
export const ownReturns = ({
  organisationId,
  customerId,
}: Pick<Scope, 'organisationId' | 'customerId'>): RawBuilder<unknown> => sql`
  r.organisation_id = ${organisationId} and r.id = any (array(
    select t.id from return_request t where t.organisation_id = ${organisationId} and t.customer_id = ${customerId}
    union
    select t.id from order_line w join return_request t on t.organisation_id = w.organisation_id and t.order_line_id = w.id
    where w.organisation_id = ${organisationId} and w.wearer_id = ${customerId}))`;

/** A line of the order of which something may be returned. Amounts in minor units, excluding tax. */
export interface FormLine extends ReturnableLine, CoveredLine {
  sku: string;
  attributes: { id: number; value: string }[];
  imageSrc: string | null;
  imageId: number;
  unitMinor: number;
  unitTaxMinor: number;
  designs: NamedDesign[];
  /** Part of the unit price: logos, texts and badges. */
  decorationMinor: number;
  taxRate: number;
  /** Pieces that the person has paid by card and that have not come back. */
  ownPieces: number;
  budgetAccountId: number | null;
  /** Pieces by which the price of another size is chosen among quantity tiers: those that were ordered and not cancelled by the person. */
  pricedQuantity: number;
  /** The unit of the budget; null without one. */
  budgetUnit: 'points' | 'money' | null;
  wearerId: number | null;
  wearerName: string | null;
  /** Last day on which pieces can be returned, `2026-03-12`. */
  untilOn: string | null;
  /** The end of that day. */
  untilAt: string | null;
  deliveredAt: string | null;
  hasSizes: boolean;
  chain: ExchangeStep[];
}

/** A line of a chain of exchanges, with its order. */
export interface ExchangeStep {
  orderId: number;
  orderItemId: number;
  attributeDescription: string;
}

/** What can be returned of an order of the person. */
export interface ReturnFacts {
  orderId: number;
  customerId: number;
  personName: string;
  placedById: number;
  brandId: number;
  currencyCode: string;
  today: string;
  /** The last day for which a new size would be reserved, and its end. */
  reservedUntilOn: string;
  reservedUntilAt: string;
  lines: FormLine[];
  reasons: ReturnReason[];
  actions: ReturnAction[];
}

/** What names the designs of line `l`, as the column `designs`. */
const designNames = sql`case when l.is_personalised then ${namedDesigns('l')} else '[]' end as designs`;

/** The end of a day in the time zone of the organisation `g`, as a timestamp. */
const endOf = (day: ReturnType<typeof sql>) => sql`(${day} + 1)::timestamp at time zone g.time_zone - interval '1 second'`;

/** The exchanges before and after a line, the first line first, as a JSON array; empty when nothing was exchanged. `line` is its alias. */
export const exchangeChain = (line: string) => sql`(
  with recursive step as (
    select s.id, s.order_id, s.description, s.exchange_of_line_id
    from order_line s where s.organisation_id = ${sql.ref(`${line}.organisation_id`)} and s.id = charged_line(${sql.ref(`${line}.organisation_id`)}, ${sql.ref(`${line}.id`)})
    union all
    select n.id, n.order_id, n.description, n.exchange_of_line_id
    from step join order_line n on n.organisation_id = ${sql.ref(`${line}.organisation_id`)} and n.exchange_of_line_id = step.id and n.cancelled_quantity < n.quantity)
  select case when count(*) > 1 then json_agg(json_build_object('orderId', order_id, 'orderItemId', id, 'attributeDescription', description) order by id) else '[]' end
  from step)`;

/** What can be returned of an order of any person; undefined when there is no such order. */
export async function readReturnFacts(db: Db, { organisationId, orderId }: OrderRef): Promise<ReturnFacts | undefined> {
  const { rows } = await sql<ReturnFacts>`
    select o.id as "orderId", o.customer_id as "customerId", trim(c.first_name || ' ' || c.last_name) as "personName", o.placed_by_id as "placedById",
      g.brand_id as "brandId", o.currency_code as "currencyCode", day.today, day.today + g.exchange_hold_days as "reservedUntilOn",
      to_json(${endOf(sql`day.today + g.exchange_hold_days`)}) #>> '{}' as "reservedUntilAt",
      (select json_agg(json_build_object('id', r.id, 'name', r.name, 'isFault', r.is_fault) order by r.display_order) from return_reason r) as reasons,
      (select json_agg(json_build_object('id', a.id, 'name', a.name, 'kind', a.kind) order by a.display_order) from return_action a) as actions,
      (select coalesce(json_agg(l order by l.id), '[]') from (
        select l.id, l.product_id as "productId", l.combination_id as "combinationId", l.product_name as "productName", l.description, l.sku, l.attributes,
          l.image_src as "imageSrc", line_picture_id(l.product_id, l.image_src, l.combination_id) as "imageId", l.quantity,
          l.shipped_quantity as "shippedQuantity", l.cancelled_quantity as "cancelledQuantity", l.returned_quantity as "returnedQuantity",
          case when l.exchange_of_line_id is null then l.quantity - l.cancelled_quantity + l.supplier_cancelled_quantity else l.quantity end as "pricedQuantity",
          l.open_return_quantity as "openReturnQuantity", coalesce(r.returnable_quantity, 0) as "returnableQuantity", r.until_on as "untilOn",
          ${endOf(sql`r.until_on`)} as "untilAt", r.ended_on as "endedOn", coalesce(r.is_awaited, false) as "isAwaited",
          (p.is_made_to_order or l.made_to_measure_request_id is not null) as "isMadeToOrder", l.made_to_measure_request_id is not null as "isMadeToMeasure", l.is_personalised as "isPersonalised", ${designNames}, l.decoration_minor as "decorationMinor", l.unit_price_minor as "unitMinor", l.unit_tax_minor as "unitTaxMinor", l.tax_rate as "taxRate",
          case when l.card_quantity = 0 then 0 else coalesce((select card_pieces_left(l.organisation_id, l.id) from orders p
            where p.organisation_id = l.organisation_id and p.card_payer = 'person' and p.payment_state_id in (30, 35, 40)
              and p.id = (select t.order_id from order_line t where t.organisation_id = l.organisation_id and t.id = charged_line(l.organisation_id, l.id))), 0)
            end as "ownPieces",
          l.covered_quantity as "coveredQuantity", l.budget_account_id as "budgetAccountId",
          (select b.unit from entitlement_account b where b.organisation_id = l.organisation_id and b.id = l.budget_account_id) as "budgetUnit",
          (select coalesce(sum(x.awaited_covered_quantity), 0)::int from order_line x
            where x.organisation_id = l.organisation_id and x.exchange_of_line_id = l.id and x.cancelled_quantity < x.quantity) as "promisedQuantity",
          l.wearer_id as "wearerId", (select w.first_name || ' ' || w.last_name from customer w where w.organisation_id = l.organisation_id and w.id = l.wearer_id) as "wearerName",
          (select max(s.delivered_at) from shipment_line sl join shipment s on s.organisation_id = sl.organisation_id and s.id = sl.shipment_id
            where sl.organisation_id = l.organisation_id and sl.order_line_id = l.id) as "deliveredAt",
          l.made_to_measure_request_id is null
            and exists (select from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size' where pa.product_id = l.product_id) as "hasSizes",
          ${exchangeChain('l')} as chain
        from order_line l
        join product p on p.id = l.product_id
        left join returnable_lines(o.organisation_id, o.id) r on r.order_line_id = l.id
        where l.organisation_id = o.organisation_id and l.order_id = o.id) l) as lines
    from orders o
    join organisation g on g.id = o.organisation_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    cross join lateral (select (now() at time zone g.time_zone)::date as today) day
    where o.organisation_id = ${organisationId} and o.id = ${orderId}`.execute(db);
  return rows[0];
}

/** Another size of a line, with its stock. */
export interface ExchangeOptionRow {
  lineId: number;
  combinationId: number;
  description: string;
  size: string;
  sizeId: number | null;
  managesStock: boolean;
  backorderMode: number;
  displaysStockQuantity: boolean;
  lowStockQuantity: number;
  onHand: number;
  reserved: number;
  dueOn: string | null;
  dueQuantity: number | null;
}

/** The combinations that differ from the line's in size or fit alone, in the order of the sizes. */
export async function listExchangeOptions(
  db: Db,
  organisationId: number,
  lineIds: readonly number[],
): Promise<ExchangeOptionRow[]> {
  const { rows } = await sql<ExchangeOptionRow>`
    with line as (
      select l.id, l.product_id, l.combination_id from order_line l
      where l.organisation_id = ${organisationId} and l.id = any (${[...lineIds]}::bigint[])),
    garment as (
      select c.id, c.product_id, c.description,
        array_agg(v.id order by v.id) filter (where a.role not in ('size', 'fit')) as other_values,
        string_agg(v.name, ' ' order by pa.display_order) filter (where a.role in ('size', 'fit')) as size,
        (array_agg(v.id) filter (where a.role = 'size'))[1] as size_id, array_agg(v.display_order order by pa.display_order) as position
      from combination c
      join product_attribute_value v on v.id = any (c.value_ids)
      join product_attribute pa on pa.id = v.product_attribute_id
      join attribute a on a.id = pa.attribute_id
      where c.product_id in (select product_id from line) and (not c.discontinued or c.id in (select combination_id from line))
      group by c.id)
    select line.id as "lineId", other.id as "combinationId", other.description, coalesce(other.size, other.description) as size,
      other.size_id as "sizeId",
      p.manages_stock as "managesStock", p.backorder_mode as "backorderMode", p.displays_stock_quantity as "displaysStockQuantity",
      p.low_stock_quantity as "lowStockQuantity", coalesce(s.on_hand, 0) as "onHand", coalesce(s.reserved, 0) as reserved, next.due_on as "dueOn", next.quantity as "dueQuantity"
    from line
    join garment sent on sent.id = line.combination_id
    join garment other on other.product_id = line.product_id and other.id <> line.combination_id and other.other_values is not distinct from sent.other_values
    join product p on p.id = line.product_id
    left join stock_level s on s.combination_id = other.id
    left join lateral (select i.due_on, i.quantity from stock_incoming i where i.combination_id = other.id and i.due_on >= current_date order by i.due_on limit 1) next on true
    order by line.id, other.position, other.id`.execute(db);
  return rows;
}

/** A return request as it is stored, for the mapper. Amounts in minor units. */
export interface ReturnRow {
  id: number;
  organisationId: number;
  customNumber: string;
  /** The person of the order. */
  customerId: number;
  /** The wearer of the line; null when it is not for one person. */
  wearerId: number | null;
  orderId: number;
  lineId: number;
  productId: number;
  productName: string;
  sku: string;
  description: string;
  designs: NamedDesign[];
  imageSrc: string | null;
  imageId: number;
  quantity: number;
  stateId: ReturnState;
  reason: string;
  action: string;
  comments: string | null;
  exchangeCombinationId: number | null;
  exchangeDescription: string | null;
  exchangeLineId: number | null;
  exchangeOrderId: number | null;
  exchangeSentAt: string | null;
  isExchangeReleased: boolean;
  isExchangePicked: boolean;
  isExchangeCancelled: boolean;
  isMadeToMeasure: boolean;
  reservedUntilAt: string | null;
  receivedQuantity: number | null;
  decisionReason: string | null;
  refundMinor: number | null;
  files: { id: number; filename: string; contentType: ContentType; sizeBytes: number; createdAt: string }[];
  chain: ExchangeStep[];
  createdAt: string;
  updatedAt: string;
}

/** The columns of a `ReturnRow`, of requests `r`, as a query without its conditions. */
export const selectReturns = sql`
  select r.id, r.organisation_id as "organisationId", r.custom_number as "customNumber", r.customer_id as "customerId", r.order_id as "orderId", r.order_line_id as "lineId",
    l.wearer_id as "wearerId", l.product_id as "productId", l.product_name as "productName", l.sku, l.description, ${designNames}, l.image_src as "imageSrc",
    line_picture_id(l.product_id, l.image_src, l.combination_id) as "imageId", r.quantity, r.return_state_id as "stateId", r.reason, r.action, r.comments,
    x.combination_id as "exchangeCombinationId", x.description as "exchangeDescription", x.id as "exchangeLineId", x.order_id as "exchangeOrderId",
    to_json(xo.shipped_at) #>> '{}' as "exchangeSentAt", 
    xo.released_at is not null as "isExchangeReleased", xo.picking_started_at is not null as "isExchangePicked",
    coalesce(x.cancelled_quantity = x.quantity, false) as "isExchangeCancelled", l.made_to_measure_request_id is not null as "isMadeToMeasure",
    case when r.return_state_id in (0, 20) then to_json(${endOf(sql`r.reserved_until_on`)}) #>> '{}' end as "reservedUntilAt",
    r.received_quantity as "receivedQuantity", r.decision_reason as "decisionReason", r.refund_minor + r.refund_tax_minor as "refundMinor",
    (select coalesce(json_agg(json_build_object('id', f.id, 'filename', f.file_name, 'contentType', f.content_type, 'sizeBytes', f.size_bytes,
        'createdAt', f.created_at) order by f.id), '[]')
      from return_request_file rf join stored_file f on f.organisation_id = rf.organisation_id and f.id = rf.file_id
      where rf.organisation_id = r.organisation_id and rf.return_request_id = r.id and f.expires_at is null) as files,
    ${exchangeChain('l')} as chain, to_json(r.created_at) #>> '{}' as "createdAt", to_json(r.updated_at) #>> '{}' as "updatedAt"
  from return_request r
  join organisation g on g.id = r.organisation_id
  join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id
  left join order_line x on x.organisation_id = r.organisation_id and x.id = r.exchange_line_id
  left join orders xo on xo.organisation_id = x.organisation_id and xo.id = x.order_id`;

/** The return requests of a person, newest first. */
export async function listOwnReturns(db: Db, scope: Scope): Promise<ReturnRow[]> {
  const { rows } = await sql<ReturnRow>`${selectReturns} where ${ownReturns(scope)} order by r.id desc`.execute(db);
  return rows;
}

/** Return requests by id, in this order of ids. */
export async function readReturns(db: Db, organisationId: number, ids: readonly number[]): Promise<ReturnRow[]> {
  const { rows } = await sql<ReturnRow>`
    ${selectReturns} where r.organisation_id = ${organisationId} and r.id = any (${[...ids]}::bigint[]) order by r.id`.execute(
    db,
  );
  return rows;
}

/** The ids of requests that the same person made for the same things within the last minute; empty for none. */
export async function findRepeatedReturns(tx: Tx, { organisationId, orderId }: OrderRef, fingerprint: Buffer): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from return_request
    where organisation_id = ${organisationId} and order_id = ${orderId} and fingerprint = ${fingerprint} and created_at > now() - interval '1 minute'
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A request to insert. */
export interface NewReturn {
  lineId: number;
  quantity: number;
  exchangeLineId: number | null;
}

/** What the requests of one call share. */
export interface NewReturns {
  customerId: number;
  actor: StepTaker;
  reason: ReturnReason;
  action: { name: string; kind: ActionKind };
  comments: string | null;
  fit: string | null;
  fitPlaces: readonly string[];
  fingerprint: Buffer;
  reservedUntilOn: string;
  fileIds: readonly number[];
}

/** Inserts requests with their files, and counts their pieces in the lines. The order must be locked. Returns ids and numbers. */
export async function insertReturns(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  requests: readonly NewReturn[],
  shared: NewReturns,
): Promise<{ id: number; customNumber: string }[]> {
  const rows = JSON.stringify(
    requests.map(({ lineId, quantity, exchangeLineId }, ordinal) => ({
      ordinal,
      line_id: lineId,
      quantity,
      exchange_line_id: exchangeLineId,
    })),
  );
  const { rows: inserted } = await sql<{ id: number; customNumber: string }>`
    with item as (select * from jsonb_to_recordset(${rows}::jsonb) as i (ordinal int, line_id bigint, quantity int, exchange_line_id bigint)),
    asked as (
      insert into return_request (organisation_id, customer_id, actor_kind, actor_id, order_id, order_line_id, quantity, reason, is_faulty, action, action_kind,
        comments, fit, fit_places, fingerprint, exchange_line_id, reserved_until_on)
      select ${organisationId}, ${shared.customerId}, ${shared.actor.kind}, ${shared.actor.id}::bigint, ${orderId}, line_id, quantity, ${shared.reason.name},
        ${shared.reason.isFault}, ${shared.action.name}, ${shared.action.kind}, ${shared.comments}, ${shared.fit}, ${[...shared.fitPlaces]}::text[], ${shared.fingerprint},
        exchange_line_id, case when exchange_line_id is not null then ${shared.reservedUntilOn}::date end
      from item order by ordinal
      returning id, custom_number),
    attached as (
      insert into return_request_file (organisation_id, return_request_id, file_id)
      select ${organisationId}, asked.id, f from asked, unnest(${[...new Set(shared.fileIds)]}::bigint[]) as f),
    claimed as (${claimingPieces(organisationId, 'item')})
    select id, custom_number as "customNumber" from asked order by id`.execute(tx);
  return inserted;
}
