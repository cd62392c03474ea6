import { type RawBuilder, sql } from 'kysely';
import { catalogueCurrency } from '#api/catalogue/pricing/catalogue-price.queries.ts';
import type { LineEntitlement } from '#api/entitlement/coverage.rules.ts';
import { cartKey } from '#api/identity/sessions/cart-key.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { MadeToMeasureStatus } from '#contract/ordering/made-to-measure/made-to-measure-limits.ts';
import { expiresAt, isRequestOrderable } from '../cart/made-to-measure-lines.queries.ts';
import { MADE_TO_MEASURE_TRANSITIONS, type MadeToMeasureAction } from './made-to-measure.rules.ts';

/** A request, without its measurements. Money in minor units; moments in ISO format. */
export interface MadeToMeasureRow {
  id: number;
  organisationId: number;
  organisationName: string;
  brandId: number;
  currencyCode: string;
  productId: number;
  productName: string;
  sku: string;
  description: string;
  quantity: number;
  customerId: number;
  customerName: string;
  requestedById: number;
  requestedByName: string;
  status: MadeToMeasureStatus;
  isOffered: boolean;
  isSealed: boolean;
  unitPriceMinor: number | null;
  /** Of the product in a size; null on request. */
  listPriceMinor: number | null;
  leadTimeDays: number | null;
  answer: string | null;
  createdAt: string;
  answeredAt: string | null;
  expiresAt: string | null;
  isOrderable: boolean;
  isInCart: boolean;
  orderId: number | null;
  orderedAt: string | null;
  dueOn: string | null;
  shippedQuantity: number;
}

/** A request with where it counts for its wearer while it can be ordered. */
export interface OwnMadeToMeasureRow extends MadeToMeasureRow {
  entitlement: LineEntitlement | null;
}

/** Where a product counts for person `customerId` of organisation `g` today. */
export const entitlementOf = (customerId: RawBuilder<unknown>, productId: RawBuilder<unknown>) => sql`(
  select f.entitlement from ordering_facts(g.id, ${customerId}, ${productId}, null, (now() at time zone g.time_zone)::date) f)`;

/** Requests that match a condition on `r` (with organisation `g`), with further columns. */
export const selectRequests = (condition: RawBuilder<unknown>, columns: RawBuilder<unknown> = sql``) => sql`
  select r.id, r.organisation_id as "organisationId", g.name as "organisationName", g.brand_id as "brandId", g.currency_code as "currencyCode",
    k.product_id as "productId", coalesce(po.name, p.name) as "productName", k.sku, k.description, coalesce(l.quantity, r.quantity) as quantity, r.customer_id as "customerId",
    c.first_name || ' ' || c.last_name as "customerName", r.requested_by_id as "requestedById", a.first_name || ' ' || a.last_name as "requestedByName",
    case when r.status = 'answered' and ${expiresAt} <= now() then 'expired' else r.status end as status, r.is_offered as "isOffered",
    r.sealed is not null as "isSealed", r.unit_price_minor as "unitPriceMinor",
    case when not is_price_on_request(p.call_for_price, po.overridden_price_minor, g.currency_code, ${catalogueCurrency})
      then unit_price(po.overridden_price_minor, po.price_percent, null, p.price_minor, 0) end as "listPriceMinor", r.lead_time_days as "leadTimeDays", r.answer,
    to_json(r.created_at) #>> '{}' as "createdAt", to_json(r.answered_at) #>> '{}' as "answeredAt",
    case when r.status = 'answered' then to_json(${expiresAt}) #>> '{}' end as "expiresAt", ${isRequestOrderable} as "isOrderable",
    exists (select from cart_line w where w.organisation_id = r.organisation_id and w.made_to_measure_request_id = r.id) as "isInCart",
    l.order_id as "orderId", to_json(o.released_at) #>> '{}' as "orderedAt", to_json(l.due_on) #>> '{}' as "dueOn",
    coalesce(l.shipped_quantity, 0) as "shippedQuantity"${columns}
  from made_to_measure_request r
  join organisation g on g.id = r.organisation_id
  join combination k on k.id = r.combination_id
  join product p on p.id = k.product_id
  left join product_organisation po on po.organisation_id = r.organisation_id and po.product_id = p.id
  join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id
  join customer a on a.organisation_id = r.organisation_id and a.id = r.requested_by_id
  left join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id
  left join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
  where ${condition}`;

const ownColumns = sql`, case when ${isRequestOrderable} then ${entitlementOf(sql`r.customer_id`, sql`k.product_id`)} end as entitlement`;
const ofPerson = ({ organisationId, customerId }: Scope) =>
  sql`r.organisation_id = ${organisationId} and ${customerId} in (r.customer_id, r.requested_by_id)`;

/** The requests of a person as wearer, and those made by them for others, newest first. */
export async function listOwnMadeToMeasure(db: Db, scope: Scope): Promise<OwnMadeToMeasureRow[]> {
  return (await sql<OwnMadeToMeasureRow>`${selectRequests(ofPerson(scope), ownColumns)} order by r.id desc limit 200`.execute(db))
    .rows;
}

/** A request of a person as wearer, or made by them; undefined for anyone else's. */
export async function findOwnMadeToMeasure(db: Db, scope: Scope, id: number): Promise<OwnMadeToMeasureRow | undefined> {
  return (await sql<OwnMadeToMeasureRow>`${selectRequests(sql`r.id = ${id} and ${ofPerson(scope)}`, ownColumns)}`.execute(db))
    .rows[0];
}

/** The combination of a product in a colour, null for a product without colours, that is made to measure. It is made when there is none yet. */
export async function ensureMadeToMeasureCombination(tx: Tx, productId: number, colourId: number | null): Promise<number> {
  const values = colourId === null ? [] : [colourId];
  await sql`
    with made as (
      insert into combination (product_id, value_ids, description, sku, is_made_to_measure, discontinued, image_src, display_order)
      select p.id, ${values}::bigint[], concat_ws(', ', v.name, 'Made to measure'), concat_ws('-', 'MTM', p.id, v.id), true, true,
        (select k.image_src from combination k where k.product_id = p.id and not k.discontinued and v.id = any (k.value_ids) order by k.id limit 1), 10000
      from product p left join product_attribute_value v on v.id = ${colourId}::bigint where p.id = ${productId}
      on conflict (product_id, value_ids) where is_made_to_measure do nothing returning id, product_id)
    insert into stock_level (combination_id, product_id, can_oversell) select id, product_id, true from made`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select id from combination where product_id = ${productId} and value_ids = ${values}::bigint[] and is_made_to_measure`.execute(
    tx,
  );
  return (rows[0] as { id: number }).id;
}

/** A request to store. */
export interface NewMadeToMeasure {
  customerId: number;
  combinationId: number;
  quantity: number;
  status: 'asked' | 'requested' | 'answered';
  isOffered: boolean;
  sealed: Buffer | null;
  consentVersion: number | null;
  leadTimeDays: number | null;
}

/** Stores a request of the person in scope and returns its id. */
export async function insertMadeToMeasure(tx: Tx, scope: Scope, request: NewMadeToMeasure): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into made_to_measure_request (organisation_id, customer_id, requested_by_id, combination_id, quantity, status, is_offered, sealed, consent_version,
      consented_at, lead_time_days, answered_at)
    values (${scope.organisationId}, ${request.customerId}, ${scope.customerId}, ${request.combinationId}, ${request.quantity}, ${request.status},
      ${request.isOffered}, ${request.sealed}, ${request.consentVersion}, case when ${request.sealed !== null}::boolean then now() end, ${request.leadTimeDays},
      case when ${request.status} = 'answered' then now() end)
    returning id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** What a step changes besides the status. */
interface StepChange {
  sealed?: Buffer;
  consentVersion?: number;
  unitPriceMinor?: number;
  leadTimeDays?: number;
  answer?: string | null;
  /** Goes to this status instead of the one of the table. */
  to?: 'answered';
}

/**
 * Takes a step of `MADE_TO_MEASURE_TRANSITIONS`; measurements of what ends are deleted. False when the request is no longer in a status from which it can be
 * taken; the row is locked otherwise.
 */
export async function stepMadeToMeasure(
  tx: Tx,
  { organisationId, id }: { organisationId: number; id: number },
  action: Exclude<MadeToMeasureAction, 'order'>,
  change: StepChange = {},
): Promise<boolean> {
  const { from, to } = MADE_TO_MEASURE_TRANSITIONS[action];
  const ends = action === 'decline' || action === 'withdraw';
  const found = await sql`
    update made_to_measure_request r set status = ${change.to ?? to}, sealed = case when ${ends}::boolean then null else coalesce(${change.sealed ?? null}::bytea, r.sealed) end,
      consent_version = coalesce(${change.consentVersion ?? null}::int, r.consent_version),
      consented_at = case when ${change.sealed !== undefined}::boolean then now() else r.consented_at end,
      unit_price_minor = coalesce(${change.unitPriceMinor ?? null}::bigint, r.unit_price_minor),
      lead_time_days = coalesce(${change.leadTimeDays ?? null}::int, r.lead_time_days), answer = coalesce(${change.answer ?? null}::text, r.answer),
      answered_at = case when ${action === 'answer' || action === 'decline' || change.to === 'answered'}::boolean then now() else r.answered_at end,
      closed_at = case when ${ends}::boolean then now() else r.closed_at end,
      made_at = case when ${action === 'make'}::boolean then now() else r.made_at end
    where r.organisation_id = ${organisationId} and r.id = ${id} and r.status = any (${[...from]}::text[])`.execute(tx);
  return Number(found.numAffectedRows ?? 0) > 0;
}

/** The sealed measurements of a request; undefined when there are none. */
export async function findSealedMeasurements(
  db: Db,
  { organisationId, id }: { organisationId: number; id: number },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select sealed from made_to_measure_request where organisation_id = ${organisationId} and id = ${id}`.execute(db);
  return rows[0]?.sealed ?? undefined;
}

/** All requests of a person as wearer that have measurements, with these, for the export of their data. */
export async function listSealedRequests(db: Db, scope: Scope): Promise<{ id: number; sealed: Buffer; consentedAt: Date }[]> {
  const { rows } = await sql<{ id: number; sealed: Buffer; consentedAt: Date }>`
    select id, sealed, consented_at as "consentedAt" from made_to_measure_request
    where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId} and sealed is not null order by id`.execute(
    db,
  );
  return rows;
}

/** Puts a request into the cart of the person in scope, once. */
export async function putRequestIntoCart(tx: Tx, scope: Scope, id: number): Promise<void> {
  await sql`
    with own_cart as (
      insert into cart (${cartKey.columns}) values (${cartKey.valuesOf(scope)})
      on conflict on constraint cart_once_per_customer do update set updated_at = now() returning id)
    insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity, wearer_id, source, customisation_key, made_to_measure_request_id)
    select r.organisation_id, own_cart.id, k.product_id, k.id, r.quantity, nullif(r.customer_id, ${scope.customerId}),
      case when r.customer_id = ${scope.customerId} then 'builder' else 'product' end, 'made-to-measure:' || r.id, r.id
    from own_cart, made_to_measure_request r join combination k on k.id = r.combination_id
    where r.organisation_id = ${scope.organisationId} and r.id = ${id} and ${isRequestOrderable}
      and not exists (select from cart_line w where w.organisation_id = r.organisation_id and w.made_to_measure_request_id = r.id)`.execute(
    tx,
  );
}

/** Takes a request out of all carts. */
export async function takeRequestFromCarts(tx: Tx, scope: Scope, id: number): Promise<void> {
  await sql`delete from cart_line where organisation_id = ${scope.organisationId} and made_to_measure_request_id = ${id}`.execute(
    tx,
  );
}
