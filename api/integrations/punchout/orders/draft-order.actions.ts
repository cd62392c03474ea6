import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { toUnitOfMeasure } from '#api/catalogue/products/units.rules.ts';
import { listAddresses } from '#api/identity/addresses/addresses.queries.ts';
import { hasDecider } from '#api/ordering/approval/approvers.queries.ts';
import type { NewCartLine } from '#api/ordering/cart/add-lines.queries.ts';
import { putIntoCart, resolveWardrobeParts, toPricingContext } from '#api/ordering/cart/cart.actions.ts';
import { type PricedLine, priceCartLines } from '#api/ordering/cart/cart.rules.ts';
import { findApprovalRules } from '#api/ordering/checkout/checkout.queries.ts';
import { getApprovalReasons, type PaymentMethod, type ShippingRate } from '#api/ordering/checkout/checkout.rules.ts';
import type { CheckoutDependencies } from '#api/ordering/checkout/insert-checked-order.actions.ts';
import type { NewOrder } from '#api/ordering/checkout/insert-order.queries.ts';
import type { MailedDraft } from '#api/ordering/checkout/order-draft.mapper.ts';
import { explainCreditOfOrder } from '#api/ordering/checkout/order-refusals.rules.ts';
import { ACCOUNT_PAYMENT, planPayment } from '#api/ordering/checkout/payment-choice.rules.ts';
import { readCreditTerms } from '#api/ordering/credit/credit.queries.ts';
import { nameLine } from '#api/ordering/order-states/line-names.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { Connection } from '../connections/connection.queries.ts';
import { findAccountOption, findUsualDelivery } from './delivery.queries.ts';
import { type ComparedLine, compareOrder, type Finding, getOrderedPrice, ofOrder } from './differences.rules.ts';
import { findDeliveryAddress } from './find-destination.actions.ts';
import { findPersonOfOrder } from './find-person.actions.ts';
import { findWorkingCart, insertWorkingTrip } from './purchase-orders.queries.ts';
import { type FoundLine, findProductsBySku, findReturnedLines, listOtherLines, listUnits } from './returned-lines.queries.ts';
import { readSentAmount, readSentQuantity, type SentOrder } from './sent-order.rules.ts';
import { chargeSetUps } from './set-up-charges.rules.ts';

/** What the supplier adds to an order that cannot be placed as it was sent. */
export interface Additions {
  /** Our part numbers for lines, by their numbers. */
  skus: ReadonlyMap<number, string>;
  /** Whose order it is, where the buyer's system does not say. */
  email: string | undefined;
}

export const NO_ADDITIONS: Additions = { skus: new Map(), email: undefined };

/** An order that arrived by a connection. */
export interface DraftInput {
  connection: Connection;
  order: SentOrder;
  isTest: boolean;
  additions: Additions;
}

/** An order of a buyer's system as it would be placed. */
export interface DraftedOrder {
  findings: Finding[];
  /** Why it cannot be placed, even if the supplier takes it, as sentences; empty when it can. */
  obstacles: string[];
  /** Undefined when there are obstacles. */
  ready: ReadyOrder | undefined;
  /** The visit whose cart it was put together in; undefined without a person. */
  workingTripId: string | undefined;
}

/** What is placed. */
export interface ReadyOrder {
  scope: Scope;
  draft: MailedDraft;
  newOrder: NewOrder;
}

/** The scope with a cart of its own, in which the order is put together. */
const withWorkingCart = (scope: Scope, { name }: Connection, tripId: string): Scope => ({
  ...scope,
  trip: {
    id: tripId,
    operation: 'edit',
    buyerName: name,
    allowsAddressChoice: true,
    addressId: null,
    waivesTerms: true,
    returnsDelivery: true,
  },
});

/** A line of the order with what it is in the portal. */
interface KnownLine {
  compared: ComparedLine;
  /** Of the cart in which the order is put together; undefined for what is no garment, or none that can be ordered. */
  priced: PricedLine | undefined;
}

const WITHOUT_PART = { collectionId: null, groupId: null, superGroupId: null, superGroupOptionId: null };

/** An id by which a line of the working cart stays apart from equal ones. */
const toLineKey = (place: number) => String(place).padStart(20, '0');

/** Puts the garments of an order into a cart as they were chosen, and prices them as of today. */
async function readLines(
  tx: Tx,
  dependencies: CheckoutDependencies,
  {
    scope,
    connection,
    order,
    returned,
    skus,
  }: { scope: Scope; connection: Connection; order: SentOrder; returned: ReadonlyMap<string, FoundLine> } & Pick<
    Additions,
    'skus'
  >,
): Promise<KnownLine[]> {
  const sentSkus = order.lines.flatMap(({ partId, lineNumber }) => [skus.get(lineNumber) ?? [], partId ?? []].flat());
  const products = await findProductsBySku(tx, scope, sentSkus);
  const found = order.lines.map((sent) => {
    const own = sent.auxiliaryId === undefined ? undefined : returned.get(sent.auxiliaryId);
    const chosen = skus.get(sent.lineNumber);
    if (chosen !== undefined) return { returned: own, product: products.get(chosen.toLowerCase()), garment: undefined };
    if (own?.productId != null && own.combinationId !== null)
      return { returned: own, product: { productId: own.productId, combinationId: own.combinationId }, garment: own.garment };
    return {
      returned: own,
      product: sent.partId === undefined ? undefined : products.get(sent.partId.toLowerCase()),
      garment: undefined,
    };
  });
  const places = found.flatMap(({ product }, place) => (product ? [place] : []));
  const items = places.map((place): NewCartLine => {
    const { product, garment } = found[place] as (typeof found)[number] & { product: object };
    return {
      ...{ productId: product?.productId ?? 0, combinationId: product?.combinationId ?? null, sku: null, valueIds: null },
      quantity: readSentQuantity(order.lines[place]?.quantity ?? '') ?? 1,
      ...(garment ?? { ...WITHOUT_PART, wearerId: null, reason: null, designs: [] }),
      source: 'product',
      auxiliaryId: toLineKey(place),
    };
  });
  const resolved = await resolveWardrobeParts(tx, scope, items);
  const { lines, lineIds } = await putIntoCart(
    tx,
    dependencies,
    scope,
    // What is no longer part of the wardrobe counts where it counts today, if anywhere.
    resolved.map(({ item, missing }) => (missing ? { ...item, ...WITHOUT_PART } : item)),
  );
  const units = await listUnits(
    tx,
    lines.map(({ productId }) => productId),
  );
  const byId = new Map(lines.map((line) => [line.id, line]));
  return order.lines.map((sent, place): KnownLine => {
    const { returned: own } = found[place] as (typeof found)[number];
    const lineId = lineIds[places.indexOf(place)];
    const priced = lineId == null || !places.includes(place) ? undefined : byId.get(lineId);
    const isCharge = own ? own.kind !== 'goods' : !priced && connection.charge !== null && sent.partId === connection.charge.sku;
    if (isCharge)
      return {
        compared: {
          sent,
          kind: own?.kind ?? 'charge',
          returned: own,
          today: { unit: connection.charge?.unit, unitMinor: own?.unitPriceMinor ?? null },
        },
        priced: undefined,
      };
    const today = priced && {
      unit: connection.units[toUnitOfMeasure(units.get(priced.productId) ?? '')],
      unitMinor: priced.callForPrice ? null : priced.unitMinor,
    };
    return { compared: { sent, kind: 'goods', returned: own, today }, priced };
  });
}

/** The earliest day on which a line is asked for, as long as it has not passed. */
function findRequestedDay(order: SentOrder, today: string): string | null {
  const days = order.lines.flatMap(({ requestedDelivery }) => {
    const day = requestedDelivery === undefined ? undefined : parseIsoDate(requestedDelivery.slice(0, 10));
    return day ? [day.moment.toISOString().slice(0, 10)] : [];
  });
  return days.filter((day) => day >= today).sort()[0] ?? null;
}

const MAX_COMMENTS = 2000;

const joinComments = ({ comments, lines }: SentOrder): string | null =>
  [...comments, ...lines.flatMap((line) => line.comments.map((text) => `Line ${line.lineNumber}: ${text}`))]
    .join('\n')
    .slice(0, MAX_COMMENTS) || null;

const withoutEntitlement = (line: PricedLine): PricedLine => ({
  ...line,
  entitlement: null,
  coverage: { covered: null, beyond: 0, own: 0, refusal: undefined },
});

const sumOf = (lines: readonly KnownLine[], kind: ComparedLine['kind']): number =>
  lines
    .filter(({ compared }) => compared.kind === kind)
    .reduce((sum, { compared }) => sum + (getOrderedPrice(compared) ?? 0) * (readSentQuantity(compared.sent.quantity) ?? 0), 0);

/**
 * An order of a buyer's system as it would be placed, with everything in which it differs from the returned cart: it costs what the order says, delivery only
 * where carts have it, and tax of today. It is put together in a cart of its own, which the caller deletes with the visit in `workingTripId`, or rolls back.
 */
export async function draftPurchaseOrder(
  tx: Tx,
  dependencies: CheckoutDependencies,
  { connection, order, isTest, additions }: DraftInput,
): Promise<DraftedOrder> {
  const auxiliaryIds = order.lines.flatMap(({ auxiliaryId }) => auxiliaryId ?? []);
  const returned = await findReturnedLines(tx, connection, auxiliaryIds);
  const person = await findPersonOfOrder(tx, connection, order, returned, additions.email);
  if (!person) {
    const text = 'The order does not say whose it is: none of its email addresses is that of a person of the organisation.';
    const obstacle = 'Enter the email address of the person whose order it is.';
    return { findings: [ofOrder('person', true, text)], obstacles: [obstacle], ready: undefined, workingTripId: undefined };
  }
  const workingTripId = await insertWorkingTrip(tx, connection, person.customerId);
  const scope = withWorkingCart(person, connection, workingTripId);
  const lines = await readLines(tx, dependencies, { scope, connection, order, returned, skus: additions.skus });
  const tripIds = [...new Set([...returned.values()].map(({ tripId }) => tripId))];
  const hasDelivery = connection.deliveryMode === 'header';
  const findings = compareOrder({
    ...{ order, lines: lines.map(({ compared }) => compared), hasDelivery },
    missing: await listOtherLines(tx, connection, { tripIds, auxiliaryIds }),
    priceDays: connection.priceDays,
    currencyCode: scope.currencyCode,
  });
  const obstacles = lines.flatMap(({ compared, priced }) => {
    const { lineNumber } = compared.sent;
    if (compared.kind === 'goods' && !priced) return [`Line ${lineNumber}: enter the part number of the product that is meant.`];
    return getOrderedPrice(compared) === null
      ? [`Line ${lineNumber}: it has no price that can be charged. Reject the order.`]
      : [];
  });

  const now = new Date(dependencies.clock.now());
  const destination = await findDeliveryAddress(tx, { connection, order, scope: person, tripId: tripIds[0], now });
  findings.push(...destination.findings);
  const { address } = destination;
  if (!address) obstacles.push('There is no delivery address. Reject the order with that reason.');
  const rate = address && (await findUsualDelivery(tx, scope, address.countryId));
  if (address && !rate) findings.push(ofOrder('delivery', true, `No way of delivery is offered for ${address.countryName}.`));
  const cart = await findWorkingCart(tx, scope.organisationId, workingTripId);
  if (obstacles.length === 0 && !lines.some(({ priced }) => priced))
    obstacles.push('The order has no garment that can be ordered. Reject it.');
  if (!cart || !address || obstacles.length > 0) return { findings, obstacles, ready: undefined, workingTripId };

  const context = { ...toPricingContext(dependencies, scope), paysOwnPart: false };
  const charged = chargeSetUps(
    lines.flatMap(({ compared, priced }) =>
      priced ? [{ ...priced, orderedMinor: getOrderedPrice(compared) ?? 0, tiers: [], callForPrice: false }] : [],
    ),
    sumOf(lines, 'charge'),
    scope.taxRate,
    calculateTax,
  );
  const priced = priceCartLines(charged.lines, context);
  // A test uses no entitlement: it is never sent.
  const pricedLines = isTest ? priced.map(withoutEntitlement) : priced;
  for (const line of pricedLines)
    for (const warning of line.warnings) findings.push(ofOrder('notOrderable', true, `${nameLine(line)}: ${warning}`));

  const deliveryMinor = sumOf(lines, 'delivery') + (hasDelivery ? (readSentAmount(order.shipping)?.minor ?? 0) : 0);
  const shipping: ShippingRate | undefined = rate && { ...rate, rateMinor: deliveryMinor, freeFromMinor: null };
  const account = await findAccountOption(tx, scope.organisationId);
  if (!account) findings.push(ofOrder('account', true, 'The organisation does not buy on account.'));
  const onAccount: PaymentMethod = {
    ...{
      systemName: ACCOUNT_PAYMENT,
      name: account?.name ?? 'On account',
      description: account?.description ?? null,
      feeMinor: 0,
    },
    ...{ forOrganisation: true, forOwnPart: false },
  };
  const { payment = onAccount, totals } = planPayment(pricedLines, [onAccount], ACCOUNT_PAYMENT, {
    ...{ shipping, taxRate: scope.taxRate, currencyCode: scope.currencyCode, answerCharges: charged.other },
  });
  const refusal = explainCreditOfOrder(await readCreditTerms(tx, scope), totals, scope);
  if (refusal !== undefined && !isTest)
    findings.push(ofOrder('credit', true, 'The order exceeds the credit limit of the organisation, or its account is on hold.'));
  const rules = connection.waivesApproval || isTest ? undefined : await findApprovalRules(tx, scope);
  const approvalReasons = rules
    ? getApprovalReasons(rules, pricedLines, { totals, shipping, offered: shipping ? [shipping] : [] })
    : [];
  if (approvalReasons.length > 0 && !(await hasDecider(tx, scope, scope.customerId)))
    findings.push(ofOrder('approval', true, 'The order needs approval, and no one in the organisation can approve it.'));

  const billingAddress = (await listAddresses(tx, person, 'billing'))[0] ?? address;
  const today = getLocalDay(dependencies.clock.now(), scope.timeZone);
  const choices = {
    ...{
      shippingOption: shipping?.name ?? null,
      paymentMethod: payment.systemName,
      poNumber: order.orderId,
      comments: joinComments(order),
    },
    requestedDelivery: findRequestedDay(order, today),
  };
  const draft: MailedDraft = {
    ...{
      choices,
      lines: pricedLines,
      totals,
      payment,
      shipping,
      shippingAddress: address,
      questions: [],
      approvalReasons,
      expectedOn: null,
    },
  };
  const newOrder: NewOrder = {
    ...{
      checkoutId: cart.checkoutId,
      cartId: cart.id,
      origin: 'punchout',
      isTest,
      replacesOrderIds: [],
      placedById: scope.customerId,
    },
    ...{ approvalReasons, totals, taxRate: scope.taxRate, poNumber: order.orderId, comments: choices.comments },
    ...{
      requestedDelivery: choices.requestedDelivery,
      today,
      shippingMethod: shipping?.name ?? null,
      paymentMethod: payment.systemName,
    },
    ...{ billingAddress, shippingAddress: address, lines: pricedLines },
  };
  return { findings, obstacles, ready: { scope, draft, newOrder }, workingTripId };
}
