import { type RawBuilder, sql } from 'kysely';
import { type Address, type AddressWithCountryRow, toAddress, usableAddress } from '#api/identity/addresses/addresses.queries.ts';
import { cartKey, isChangeableCart } from '#api/identity/sessions/cart-key.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { askedQuestions } from '../checkout-questions/asked-questions.queries.ts';
import type { AskedQuestion, KeptAnswer } from '../checkout-questions/asked-questions.rules.ts';
import { type CreditRow, creditColumns, toCreditTerms } from '../credit/credit.queries.ts';
import type { CreditTerms } from '../credit/credit.rules.ts';
import { offeredDelivery } from '../delivery-options/offered-delivery.queries.ts';
import { type OrderingRules, offersDelivery, type PaymentMethod, type ShippingRate } from './checkout.rules.ts';
import type { ShownLine } from './what-changed.rules.ts';

/** The person's cart with the choices made so far and the organisation's ordering rules. */
export interface LockedCart {
  id: number;
  checkoutId: string;
  /** The chosen addresses; undefined where none is chosen, or the person may no longer use it. */
  billingAddress: Address | undefined;
  shippingAddress: Address | undefined;
  /** The ways to deliver to the shipping address; empty without one. */
  shippingRates: ShippingRate[];
  shippingOption: string | null;
  paymentMethod: string | null;
  poNumber: string | null;
  comments: string | null;
  requestedDelivery: string | null;
  shownFingerprint: string | null;
  shownLines: ShownLine[] | null;
  /** What the person would have paid themselves, as the last summary showed, in minor units including tax. */
  shownOwnMinor: number;
  rules: OrderingRules;
  credit: CreditTerms;
  paymentMethods: PaymentMethod[];
  /** Questions for the person; what is in the cart decides which of them are asked. */
  questions: AskedQuestion[];
  answers: KeptAnswer[];
  /** Whether the pieces of each wearer go into a parcel of their own. */
  hasParcelPerWearer: boolean;
}

interface CartRow extends CreditRow {
  id: number;
  checkout_id: string;
  billing_address: AddressWithCountryRow | null;
  shipping_address: AddressWithCountryRow | null;
  shipping_rates: ShippingRate[];
  shipping_option: string | null;
  payment_method: string | null;
  po_number: string | null;
  comments: string | null;
  requested_delivery_on: string | null;
  summary_fingerprint: string | null;
  summary_lines: ShownLine[] | null;
  summary_own_minor: number;
  po_number_required: boolean;
  po_number_from_approver: boolean;
  po_number_pattern: string | null;
  po_number_message: string | null;
  approval_rules: OrderingRules['approval'];
  is_first_order: boolean;
  payment_methods: PaymentMethod[];
  questions: AskedQuestion[];
  answers: KeptAnswer[];
  has_parcel_per_wearer: boolean;
}

/** Payment methods that the organisation allows for at least one of the person's roles, or for what people pay themselves, as JSON. */
const paymentMethods = (scope: Scope) => sql`(
  select coalesce(json_agg(json_build_object('systemName', p.system_name, 'name', p.name, 'description', p.description, 'feeMinor', p.fee_minor,
      'forOrganisation', p.for_organisation and (p.role_ids = '{}' or p.role_ids && ${[...scope.roleIds]}::bigint[]), 'forOwnPart', p.for_own_part)
    order by p.display_order, p.id), '[]')
  from payment_option p
  where p.organisation_id = ${scope.organisationId} and p.active
    and (p.for_organisation and (p.role_ids = '{}' or p.role_ids && ${[...scope.roleIds]}::bigint[]) or p.for_own_part)
    and (p.system_name <> 'Payments.Card' or exists (select from payment_provider v where v.brand_id = ${scope.brandId} and v.active))) as payment_methods`;

/**
 * The shipping options that are offered to the person for an address, as JSON, in the order of `offeredDelivery`. Whoever sees no prices is offered the
 * first one alone, since they could not know what another one costs.
 */
const shippingRates = (scope: Scope, addressId: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('name', s.name, 'description', s.description, 'rateMinor', s.rate_minor, 'freeFromMinor', s.free_from_minor,
    'transitDays', s.transit_days, 'kind', s.kind, 'cutOff', left(s.cut_off::text, 5), 'collectFrom', s.collect_from, 'openingHours', s.opening_hours)
    order by s.is_default desc, s.display_order, s.rate_minor, s.id), '[]')
  from (
    ${offeredDelivery({
      organisationId: sql`${scope.organisationId}::bigint`,
      roleIds: sql`${[...scope.roleIds]}::bigint[]`,
      countryId: sql`(select a.country_id from address a where a.organisation_id = ${scope.organisationId} and a.id = ${addressId})`,
    })} limit ${scope.pricesVisible ? null : 1}::bigint) s)`;

/** The rules for approval that apply to the person's orders, as JSON. */
const approvalRules = (scope: Scope) => sql`(
  select coalesce(json_agg(json_build_object('kind', r.kind, 'amountMinor', r.amount_minor, 'productId', r.product_id)), '[]')
  from approval_rule r
  where r.organisation_id = ${scope.organisationId}
    and (r.organisation_group_id is null or r.organisation_group_id = any (${[...scope.groupIds]}::bigint[]))) as approval_rules`;

const isFirstOrder = (scope: Scope) => sql`not exists (
  select from order_counts n where n.organisation_id = ${scope.organisationId} and n.customer_id = ${scope.customerId} and n.orders > 0) as is_first_order`;

/** The rules for approval that apply to the person's orders, and whether they have not ordered anything yet. */
export async function findApprovalRules(db: Db, scope: Scope): Promise<Pick<OrderingRules, 'approval' | 'isFirstOrder'>> {
  const { rows } = await sql<Pick<CartRow, 'approval_rules' | 'is_first_order'>>`
    select ${approvalRules(scope)}, ${isFirstOrder(scope)}`.execute(db);
  return { approval: rows[0]?.approval_rules ?? [], isFirstOrder: rows[0]?.is_first_order ?? false };
}

/** The addresses that a request chooses: null for none, undefined for those that are saved with the cart. */
export interface ChosenAddresses {
  billingAddressId?: number | null | undefined;
  shippingAddressId?: number | null | undefined;
}

/**
 * Locks the person's cart, creating it when there is none; concurrent orders and changes wait until the transaction ends. Everything that an order
 * needs besides its lines is read by the same statement.
 */
export async function lockCart(tx: Tx, scope: Scope, chosen: ChosenAddresses): Promise<LockedCart> {
  const idOf = (sent: number | null | undefined, saved: RawBuilder<unknown>) =>
    sql`case when ${sent === undefined}::boolean then ${saved} else ${sent ?? null}::bigint end`;
  const shippingAddressId = idOf(
    chosen.shippingAddressId,
    scope.trip ? sql`coalesce(t.shipping_address_id, ${scope.trip.addressId}::bigint)` : sql`t.shipping_address_id`,
  );
  const read = () =>
    sql<CartRow>`
      select t.id, t.checkout_id, ${usableAddress(scope, 'billing', idOf(chosen.billingAddressId, sql`t.billing_address_id`))} as billing_address,
        ${usableAddress(scope, 'shipping', shippingAddressId)} as shipping_address, ${shippingRates(scope, shippingAddressId)} as shipping_rates,
        t.shipping_option, t.payment_method, t.po_number, t.comments, t.requested_delivery_on, t.summary_fingerprint, t.summary_lines, t.summary_own_minor, o.po_number_required, o.po_number_from_approver,
        o.po_number_pattern, o.po_number_message, o.parcel_mode = 'wearer' as has_parcel_per_wearer, ${creditColumns},
        ${approvalRules(scope)}, ${isFirstOrder(scope)}, ${paymentMethods(scope)}, ${askedQuestions(scope)}, t.answers
      from cart t join organisation o on o.id = t.organisation_id
      where ${isChangeableCart(scope)} for update of t`.execute(tx);
  let row = (await read()).rows[0];
  if (!row) {
    await sql`insert into cart (${cartKey.columns}) values (${cartKey.valuesOf(scope)}) on conflict on constraint cart_once_per_customer do nothing`.execute(
      tx,
    );
    row = (await read()).rows[0] as CartRow;
  }
  return {
    id: row.id,
    checkoutId: row.checkout_id,
    billingAddress: row.billing_address ? toAddress(row.billing_address) : undefined,
    shippingAddress: row.shipping_address ? toAddress(row.shipping_address) : undefined,
    shippingRates: row.shipping_address && offersDelivery(scope) ? row.shipping_rates : [],
    shippingOption: row.shipping_option,
    paymentMethod: row.payment_method,
    poNumber: row.po_number,
    comments: row.comments,
    requestedDelivery: row.requested_delivery_on,
    shownFingerprint: row.summary_fingerprint,
    shownLines: row.summary_lines,
    shownOwnMinor: row.summary_own_minor,
    rules: {
      poNumberRequired: row.po_number_required,
      poNumberFromApprover: row.po_number_from_approver,
      poNumberPattern: row.po_number_pattern,
      poNumberMessage: row.po_number_message,
      approval: row.approval_rules,
      isFirstOrder: row.is_first_order,
    },
    credit: toCreditTerms(row),
    paymentMethods: row.payment_methods,
    questions: row.questions,
    answers: row.answers,
    hasParcelPerWearer: row.has_parcel_per_wearer,
  };
}

/** The choices of a checkout that are saved with the cart. */
export type CheckoutChoices = Pick<
  LockedCart,
  'shippingOption' | 'paymentMethod' | 'poNumber' | 'comments' | 'requestedDelivery'
>;

/** Saves the choices, with the addresses that were read with the cart, and the lines, answers and fingerprint that the summary shows. */
export async function saveChoices(
  tx: Tx,
  scope: Scope,
  cart: Pick<LockedCart, 'id' | 'billingAddress' | 'shippingAddress'>,
  choices: CheckoutChoices,
  shown: { fingerprint: string; lines: ShownLine[]; ownMinor: number; answers: KeptAnswer[] },
): Promise<void> {
  await sql`
    update cart set billing_address_id = ${cart.billingAddress?.id ?? null}, shipping_address_id = ${cart.shippingAddress?.id ?? null},
      shipping_option = ${choices.shippingOption}, payment_method = ${choices.paymentMethod}, po_number = ${choices.poNumber},
      comments = ${choices.comments}, requested_delivery_on = ${choices.requestedDelivery}::date,
      summary_fingerprint = ${shown.fingerprint}, summary_lines = ${JSON.stringify(shown.lines)}::jsonb, summary_own_minor = ${shown.ownMinor},
      answers = ${JSON.stringify(shown.answers)}::jsonb, updated_at = now()
    where organisation_id = ${scope.organisationId} and id = ${cart.id}`.execute(tx);
}

/**
 * The ways to deliver to an address that the person may have goods delivered to, and what decides which of them need approval; undefined for any other
 * address.
 */
export async function findDestination(
  db: Db,
  scope: Scope,
  addressId: number,
): Promise<{ rates: ShippingRate[]; rules: Pick<OrderingRules, 'approval' | 'isFirstOrder'> } | undefined> {
  const id = sql`${addressId}::bigint`;
  const { rows } = await sql<
    { address: AddressWithCountryRow | null; rates: ShippingRate[] } & Pick<CartRow, 'approval_rules' | 'is_first_order'>
  >`
    select ${usableAddress(scope, 'shipping', id)} as address, ${shippingRates(scope, id)} as rates, ${approvalRules(scope)},
      ${isFirstOrder(scope)}`.execute(db);
  const [found] = rows;
  return found?.address
    ? { rates: found.rates, rules: { approval: found.approval_rules, isFirstOrder: found.is_first_order } }
    : undefined;
}

/** Payment methods that the organisation allows for at least one of the person's roles. */
export async function listPaymentMethods(db: Db, scope: Scope): Promise<PaymentMethod[]> {
  const found = await sql<{ payment_methods: PaymentMethod[] }>`select ${paymentMethods(scope)}`.execute(db);
  return found.rows[0]?.payment_methods ?? [];
}

/** Whether the organisation's orders need a PO number. */
export async function isPoNumberRequired(db: Db, scope: Scope): Promise<boolean> {
  const row = await db
    .selectFrom('organisation')
    .select('po_number_required')
    .where('id', '=', scope.organisationId)
    .executeTakeFirst();
  return row?.po_number_required ?? false;
}

/** The order that a checkout of the person has become; undefined when there is none. */
export async function findOrderOfCheckout(db: Db, scope: Scope, checkoutId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from orders
    where organisation_id = ${scope.organisationId} and checkout_id = ${checkoutId}::uuid and customer_id = ${scope.customerId}`.execute(
    db,
  );
  return rows[0]?.id;
}
