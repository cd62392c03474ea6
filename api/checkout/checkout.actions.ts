import { createHash } from 'node:crypto';
import type { BodyOf } from '#contract/index.ts';
import { type Address, findAddress } from '../addresses/addresses.queries.ts';
import { forgetAddressForOneOrder } from '../addresses/own-addresses.queries.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { readCart } from '../cart/cart.actions.ts';
import type { PricedLine } from '../cart/cart.rules.ts';
import type { Tx } from '../db/database.ts';
import { isActing } from '../http/acting.ts';
import { readIsoDate } from '../http/dates.ts';
import type { Visit } from '../http/endpoint.ts';
import { HttpError, invalid, notFound, refused } from '../http/errors.ts';
import type { Scope } from '../http/scope.ts';
import { queueMail } from '../mail/mail.queries.ts';
import type { Portal } from '../portal.ts';
import { sumDemand } from '../stock/reservations.queries.ts';
import {
  type Choices,
  keepChoices,
  type LockedCart,
  listPaymentMethods,
  listShippingRates,
  lockCart,
} from './checkout.queries.ts';
import {
  describeChanges,
  fingerprint,
  needsApproval,
  type OrderTotals,
  type PaymentMethod,
  type ShippingRate,
  shownLines,
  totalOrder,
} from './checkout.rules.ts';
import { insertOrder, type NewOrder } from './placing.queries.ts';

/** Both checkout calls send the same choices. */
export type SentChoices = BodyOf<'POST /api/checkoutsummary'>;

/** An order as it would be placed now: everything looked up and worked out again, nothing taken from the client. */
export interface OrderDraft {
  cart: LockedCart;
  choices: Choices;
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

function mergeChoices(cart: LockedCart, sent: SentChoices): Choices {
  const requested = sent.requestedDeliveryDateUtc;
  const day = requested ? readIsoDate(requested)?.moment.toISOString().slice(0, 10) : undefined;
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
async function draftOrder(tx: Tx, portal: Portal, scope: Scope, sent: SentChoices): Promise<OrderDraft> {
  const [cart, lines, methods] = await Promise.all([
    lockCart(tx, scope),
    readCart(tx, portal, scope),
    listPaymentMethods(tx, scope),
  ]);
  if (lines.length === 0) throw refused('cart', 'Your cart is empty.');
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
    requiresApproval: needsApproval(cart.rules, totals),
  };
}

/** Works out the order and remembers the choices and what was shown; places nothing. */
export async function summariseOrder(tx: Tx, portal: Portal, scope: Scope, sent: SentChoices): Promise<OrderDraft> {
  const draft = await draftOrder(tx, portal, scope, sent);
  await keepChoices(tx, draft.cart, draft.choices, {
    fingerprint: fingerprint(draft.lines, draft.totals),
    lines: shownLines(draft.lines),
  });
  return draft;
}

/** Throws what is still missing or stands against placing the order. */
function checkReady(
  { cart, choices, lines, billingAddress, shippingAddress, shipping, payment, totals }: OrderDraft,
  scope: Scope,
): void {
  if (cart.shownFingerprint === null) throw refused('cart', 'Please look at the summary before you place the order.');
  const warnings = lines.flatMap(({ warnings, productName, description }) =>
    warnings.map((warning) =>
      warning.includes(productName) ? warning : `${description ? `${productName}, ${description}` : productName}: ${warning}`,
    ),
  );
  if (warnings.length > 0) throw refused('cart', ...warnings);
  if (!shippingAddress) throw refused('shippingAddress', 'Please choose where the order is to be delivered.');
  if (!billingAddress) throw refused('billingAddress', 'Please choose the address that is invoiced.');
  if (!shipping) throw refused('shippingOption', 'Please choose how the order is to be delivered.');
  if (!payment) throw refused('paymentMethodSystemName', 'Please choose how the order is paid.');
  if (cart.rules.poNumberRequired && !choices.poNumber) throw invalid('poNumber', 'PO number is required.');
  if (fingerprint(lines, totals) !== cart.shownFingerprint)
    throw refused('cart', ...describeChanges(cart.shownLines ?? [], lines, scope.currencyCode));
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
  portal: Portal,
  visit: Visit,
  sent: SentChoices,
  requestId: string,
): Promise<PlacedOrder> {
  const { scope } = visit;
  if (sent.termsAccepted === false) throw invalid('termsAccepted', 'Please accept the terms to place the order.');
  const draft = await draftOrder(tx, portal, scope, sent);
  checkReady(draft, scope);

  const [short, { id }] = await Promise.all([
    portal.reserveStock(tx, sumDemand(draft.lines)),
    insertOrder(tx, scope, toNewOrder(draft, visit)),
  ]);
  if (short.length > 0) {
    const gone = draft.lines.filter(({ combinationId }) => short.includes(combinationId)).map(describe);
    throw refused(
      'cart',
      ...gone.map(
        (name) => `Somebody else has just ordered the last of ${name}. Nothing has been ordered yet; please change the quantity.`,
      ),
    );
  }
  await Promise.all([
    recordDeed(tx, visit, {
      action: 'order.placed',
      subjectId: String(id),
      after: { totalMinor: draft.totals.totalMinor },
      requestId,
    }),
    queueMail(tx, portal, {
      organisationId: scope.organisationId,
      brandId: scope.brandId,
      recipient: scope.email,
      template: 'order-placed',
      data: {
        orderId: id,
        firstName: scope.firstName,
        requiresApproval: draft.requiresApproval,
        currencyCode: scope.currencyCode,
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
  if (isActing(visit)) await forgetAddressForOneOrder(tx, scope);
  return { orderId: id, number: String(id), requiresApproval: draft.requiresApproval };
}

function toNewOrder(draft: OrderDraft, { caller, scope }: Visit): NewOrder {
  const { cart, choices, lines, totals, payment, shipping, billingAddress, shippingAddress } = draft;
  const collections = new Set(lines.map(({ collectionId }) => collectionId));
  return {
    cartId: cart.id,
    checkoutId: cart.checkoutId,
    placedById: caller.customerId,
    requiresApproval: draft.requiresApproval,
    totals,
    taxRate: scope.taxRate,
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

export const differentRequest = () =>
  new HttpError(422, { idempotencyKey: ['This key was used for a different request. Please reload the page and try again.'] });
