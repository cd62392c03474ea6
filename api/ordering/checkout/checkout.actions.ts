import { createHash } from 'node:crypto';
import { type ReserveStock, sumDemand } from '#api/catalogue/stock/reservations.queries.ts';
import { type Address, findAddress } from '#api/identity/addresses/addresses.queries.ts';
import { deleteOneTimeAddress } from '#api/identity/addresses/own-addresses.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import { badRequest, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { type CartDependencies, readCart } from '../cart/cart.actions.ts';
import type { PricedLine } from '../cart/cart.rules.ts';
import {
  type CheckoutChoices,
  type LockedCart,
  listPaymentMethods,
  listShippingRates,
  lockCart,
  saveChoices,
} from './checkout.queries.ts';
import {
  createOrderFingerprint,
  describeChanges,
  isApprovalRequired,
  type OrderTotals,
  type PaymentMethod,
  type ShippingRate,
  toShownLines,
  totalOrder,
} from './checkout.rules.ts';
import { insertOrder, type NewOrder } from './insert-order.queries.ts';
import { orderPlacedMail } from './order-mails.ts';

/** Both checkout calls send the same choices. */
export type CheckoutInput = BodyOf<'POST /api/checkoutsummary'>;

/** What placing an order takes. */
export interface CheckoutDependencies extends CartDependencies, MailDependencies {
  reserveStock: ReserveStock;
}

/** An order as it would be placed now: everything looked up and worked out again, nothing taken from the client. */
export interface OrderDraft {
  cart: LockedCart;
  choices: CheckoutChoices;
  lines: PricedLine[];
  billingAddress: Address | undefined;
  shippingAddress: Address | undefined;
  shippingRates: ShippingRate[];
  shipping: ShippingRate | undefined;
  payment: PaymentMethod | undefined;
  totals: OrderTotals;
  requiresApproval: boolean;
}

const either = <T>(sent: T | undefined, kept: T): T => (sent === undefined ? kept : sent);

function mergeChoices(cart: LockedCart, sent: CheckoutInput): CheckoutChoices {
  const requested = sent.requestedDeliveryDateUtc;
  const day = requested ? parseIsoDate(requested)?.moment.toISOString().slice(0, 10) : undefined;
  if (requested && !day) throw invalid('requestedDeliveryDateUtc', 'Requested delivery date is not a date.');
  return {
    billingAddressId: either(sent.billingAddressId, cart.billingAddressId),
    shippingAddressId: either(sent.shippingAddressId, cart.shippingAddressId),
    shippingOption: sent.shippingOption === undefined ? cart.shippingOption : (sent.shippingOption?.name ?? null),
    paymentMethod: either(sent.paymentMethodSystemName, cart.paymentMethod) || null,
    poNumber: (either(sent.poNumber, cart.poNumber) ?? '').trim() || null,
    comments: (either(sent.comments, cart.comments) ?? '').trim() || null,
    requestedDelivery: requested === undefined ? cart.requestedDelivery : (day ?? null),
  };
}

/**
 * Locks the cart and works out the order from it and the choices. A choice that was just sent and is not there is refused
 * (404 for addresses, 404 for options); one that was kept from earlier and has gone since is dropped.
 *
 * Statements that do not need each other's answers are sent together; the database runs them one after the other, so
 * everything after the lock sees the cart as it stays.
 */
async function draftOrder(tx: Tx, dependencies: CartDependencies, scope: Scope, sent: CheckoutInput): Promise<OrderDraft> {
  const [cart, lines, methods] = await Promise.all([
    lockCart(tx, scope),
    readCart(tx, dependencies, scope),
    listPaymentMethods(tx, scope),
  ]);
  if (lines.length === 0) throw badRequest('cart', 'Your cart is empty.');
  const choices = mergeChoices(cart, sent);

  const addressFor = async (use: 'billing' | 'shipping', id: number | null, justSent: boolean) => {
    const address = id === null ? undefined : await findAddress(tx, scope, use, id);
    if (!address && justSent && id !== null) throw notFound('address');
    return address;
  };
  const [billingAddress, shippingAddress, rates] = await Promise.all([
    addressFor('billing', choices.billingAddressId, sent.billingAddressId != null),
    addressFor('shipping', choices.shippingAddressId, sent.shippingAddressId != null),
    choices.shippingAddressId === null ? [] : listShippingRates(tx, scope, choices.shippingAddressId),
  ]);
  const shippingRates = shippingAddress ? rates : [];
  const shipping = shippingRates.find(({ name }) => name === choices.shippingOption);
  if (!shipping && shippingAddress && sent.shippingOption) throw notFound('shippingOption');
  const payment = methods.find(({ systemName }) => systemName === choices.paymentMethod);
  if (!payment && sent.paymentMethodSystemName) throw notFound('paymentMethod');

  const totals = totalOrder(lines, shipping, payment, scope.taxRate);
  return {
    cart,
    choices: {
      ...choices,
      billingAddressId: billingAddress?.id ?? null,
      shippingAddressId: shippingAddress?.id ?? null,
      paymentMethod: payment?.systemName ?? null,
    },
    lines,
    billingAddress,
    shippingAddress,
    shippingRates,
    shipping,
    payment,
    totals,
    requiresApproval: isApprovalRequired(cart.rules, totals),
  };
}

/** Works out the order and remembers the choices and what was shown; places nothing. */
export async function summariseOrder(
  tx: Tx,
  dependencies: CartDependencies,
  scope: Scope,
  sent: CheckoutInput,
): Promise<OrderDraft> {
  const draft = await draftOrder(tx, dependencies, scope, sent);
  await saveChoices(tx, draft.cart, draft.choices, {
    fingerprint: createOrderFingerprint(draft.lines, draft.totals),
    lines: toShownLines(draft.lines),
  });
  return draft;
}

/** Throws what is still missing or stands against placing the order. */
function checkReady(
  { cart, choices, lines, billingAddress, shippingAddress, shipping, payment, totals }: OrderDraft,
  scope: Scope,
): void {
  if (cart.shownFingerprint === null) throw badRequest('cart', 'Please look at the summary before you place the order.');
  const warnings = lines.flatMap(({ warnings, productName, description }) =>
    warnings.map((warning) =>
      warning.includes(productName) ? warning : `${description ? `${productName}, ${description}` : productName}: ${warning}`,
    ),
  );
  if (warnings.length > 0) throw badRequest('cart', ...warnings);
  if (!shippingAddress) throw badRequest('shippingAddress', 'Please choose where the order is to be delivered.');
  if (!billingAddress) throw badRequest('billingAddress', 'Please choose the address that is invoiced.');
  if (!shipping) throw badRequest('shippingOption', 'Please choose how the order is to be delivered.');
  if (!payment) throw badRequest('paymentMethodSystemName', 'Please choose how the order is paid.');
  if (cart.rules.poNumberRequired && !choices.poNumber) throw invalid('poNumber', 'PO number is required.');
  if (createOrderFingerprint(lines, totals) !== cart.shownFingerprint)
    throw badRequest('cart', ...describeChanges(cart.shownLines ?? [], lines, scope.currencyCode));
}

const describe = (line: PricedLine) => (line.description ? `${line.productName}, ${line.description}` : line.productName);

export interface PlacedOrder {
  orderId: number;
  number: string;
  requiresApproval: boolean;
}

/**
 * Places the order, in one transaction: checks everything again, reserves the stock by one conditional update, writes
 * order, lines, ledger, audit and mail, empties the cart. Throws 400 with sentences when something stands against it;
 * then nothing has happened.
 */
export async function placeOrder(
  tx: Tx,
  dependencies: CheckoutDependencies,
  context: RequestContext,
  sent: CheckoutInput,
  requestId: string,
): Promise<PlacedOrder> {
  const { effective } = context;
  if (sent.termsAccepted === false) throw invalid('termsAccepted', 'Please accept the terms to place the order.');
  const draft = await draftOrder(tx, dependencies, effective, sent);
  checkReady(draft, effective);

  const [short, { id }] = await Promise.all([
    dependencies.reserveStock(tx, sumDemand(draft.lines)),
    insertOrder(tx, effective, toNewOrder(draft, context)),
  ]);
  if (short.length > 0) {
    const gone = draft.lines.filter(({ combinationId }) => short.includes(combinationId)).map(describe);
    throw badRequest(
      'cart',
      ...gone.map(
        (name) => `Somebody else has just ordered the last of ${name}. Nothing has been ordered yet; please change the quantity.`,
      ),
    );
  }
  await Promise.all([
    recordAuditEvent(tx, context, {
      action: 'order.placed',
      subjectId: String(id),
      after: { totalMinor: draft.totals.totalMinor },
      requestId,
    }),
    enqueueMail(tx, dependencies, orderPlacedMail, {
      organisationId: effective.organisationId,
      brandId: effective.brandId,
      recipient: effective.email,
      data: {
        orderId: id,
        firstName: effective.firstName,
        requiresApproval: draft.requiresApproval,
        currencyCode: effective.currencyCode,
        lines: draft.lines.map((line) => ({
          quantity: line.quantity,
          name: describe(line),
          sku: line.sku,
          inclTaxMinor: line.inclTaxMinor,
        })),
        totalMinor: draft.totals.totalMinor,
      },
      dedupeKey: `order-placed:${id}`,
    }),
  ]);
  // What was given for this order alone has served.
  if (isImpersonating(context)) await deleteOneTimeAddress(tx, effective);
  return { orderId: id, number: String(id), requiresApproval: draft.requiresApproval };
}

function toNewOrder(draft: OrderDraft, { caller, effective }: RequestContext): NewOrder {
  const { cart, choices, lines, totals, payment, shipping, billingAddress, shippingAddress } = draft;
  const collections = new Set(lines.map(({ collectionId }) => collectionId));
  return {
    cartId: cart.id,
    checkoutId: cart.checkoutId,
    placedById: caller.customerId,
    requiresApproval: draft.requiresApproval,
    totals,
    taxRate: effective.taxRate,
    poNumber: choices.poNumber,
    comments: choices.comments,
    requestedDelivery: choices.requestedDelivery,
    shippingMethod: shipping?.name ?? null,
    paymentMethod: payment?.systemName ?? '',
    billingAddress: billingAddress as Address,
    shippingAddress: shippingAddress as Address,
    collectionId: collections.size === 1 ? (lines[0]?.collectionId ?? null) : null,
    lines,
  };
}

/** What a repeated request must look like to be the same one. */
export function hashRequest(body: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(body)).digest();
}

export const idempotencyKeyReusedError = () =>
  new HttpError(422, { idempotencyKey: ['This key was used for a different request. Please reload the page and try again.'] });
