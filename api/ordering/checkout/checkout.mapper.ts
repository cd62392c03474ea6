import { calculateTax, toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { describeApprovalReason } from '../approval/approval-reasons.rules.ts';
import { toCartItem } from '../cart/cart.mapper.ts';
import { toChargesReply } from '../cart/charges.rules.ts';
import { toAskedQuestion } from '../checkout-questions/asked-questions.mapper.ts';
import { getShownCredit } from '../credit/credit.rules.ts';
import {
  CARD_PAYMENT,
  getEntitlementValue,
  getShippingCost,
  mustGivePoNumber,
  type OrderTotals,
  offersDelivery,
  type PaymentMethod,
  type ShippingRate,
} from './checkout.rules.ts';
import type { OrderDraft } from './order-draft.mapper.ts';
import { listOrderRefusals } from './order-refusals.rules.ts';

type Summary = ReplyOf<'POST /api/checkoutsummary'>;
type ShippingOption = ReplyOf<'GET /api/shippingoptions/:id'>['shippingOptions'][number];
type PaymentOption = ReplyOf<'GET /api/paymentoptions'>['paymentOptions'][number];

const INCLUDING_TAX = 0;

const LINES_REFUSED = 'Some items in your cart cannot be ordered.';

/** A shipping option with its cost for this goods value (minor units, excluding tax), as the person sees prices. */
export function toShippingOption(
  rate: ShippingRate,
  goodsMinor: number,
  scope: Scope,
  order: Pick<ShippingOption, 'selected' | 'requiresApproval'>,
): ShippingOption {
  const minor = getShippingCost(rate, goodsMinor);
  return {
    name: rate.name,
    description: rate.description,
    rate: scope.pricesVisible
      ? toMajorUnits(scope.taxDisplayType === INCLUDING_TAX ? minor + calculateTax(minor, scope.taxRate) : minor)
      : null,
    freeFrom: scope.pricesVisible && rate.freeFromMinor !== null ? toMajorUnits(rate.freeFromMinor) : null,
    shippingRateComputationMethodSystemName: 'Shipping.FixedRate',
    transitDays: rate.transitDays,
    isPickupInStore: rate.kind === 'collected',
    collectFrom: rate.collectFrom,
    openingHours: rate.openingHours,
    cutOff: rate.cutOff,
    ...order,
  };
}

/**
 * Who reads the sums of an order. Where everything is the person's, they are what the person pays, and shown also to people who see no prices; where they
 * pay for a part, that part alone is (`cardPart`, and `ownTotal` of each line).
 */
export const toSumsViewer = (scope: Scope, { isAllOwn }: Pick<OrderTotals, 'isAllOwn'>): Scope =>
  isAllOwn ? { ...scope, pricesVisible: true } : scope;

/** A payment method as the API lists it. */
export function toPaymentOption(method: PaymentMethod, poNumberRequired: boolean, selected: boolean): PaymentOption {
  return {
    paymentMethodSystemName: method.systemName,
    name: method.name,
    description: method.description,
    fee: toMajorUnits(method.feeMinor),
    logoUrl: null,
    selected,
    requiresPoNumber: poNumberRequired,
    isRedirect: method.systemName === CARD_PAYMENT,
    fields: [],
  };
}

/** The summary of an order that has not been placed, with the warnings that prevent placing it. */
export function toSummary(draft: OrderDraft, scope: Scope): Summary {
  const { cart, choices, lines, totals, shipping, payment, billingAddress, shippingAddress } = draft;
  const including = scope.taxDisplayType === INCLUDING_TAX;
  const entitlementMinor = getEntitlementValue(lines, totals);
  const refusals = listOrderRefusals(draft, scope);
  const remainingMinor = getShownCredit(cart.credit, scope);
  const viewer = toSumsViewer(scope, totals);
  const toSum = (minor: number) => (viewer.pricesVisible ? toMajorUnits(minor) : null);
  const poNumberRequired = scope.trip === null && mustGivePoNumber(cart.rules, draft.approvalReasons, totals);
  const requiresApproval = draft.approvalReasons.length > 0;
  return {
    items: lines.map((line) => toCartItem(line, scope)),
    billingAddress: billingAddress ?? null,
    shippingAddress: shippingAddress ?? null,
    shippingOption: shipping ? toShippingOption(shipping, totals.goodsMinor, viewer, { selected: true, requiresApproval }) : null,
    paymentOption: payment ? toPaymentOption(payment, poNumberRequired, true) : null,
    poNumber: choices.poNumber,
    comments: choices.comments,
    requestedDeliveryDateUtc: choices.requestedDelivery === null ? null : `${choices.requestedDelivery}T00:00:00Z`,
    poNumberRequired,
    requiresShipping: offersDelivery(scope),
    hasParcelPerWearer: cart.hasParcelPerWearer,
    requiresApproval,
    approvalReasons: draft.approvalReasons.map((reason) =>
      describeApprovalReason(reason, scope.pricesVisible ? scope.currencyCode : null),
    ),
    expectedOn: draft.expectedOn,
    checkoutAttributes: draft.questions.map((question) => toAskedQuestion(question, scope)),
    charges: toChargesReply(totals.charges, viewer),
    subTotal: toSum(including ? totals.goodsMinor + totals.goodsTaxMinor : totals.goodsMinor),
    subTotalDiscount: toSum(0),
    shipping: shipping ? toSum(including ? totals.shippingMinor + totals.shippingTaxMinor : totals.shippingMinor) : null,
    paymentMethodAdditionalFee: toSum(totals.feeMinor),
    tax: toSum(totals.goodsTaxMinor + totals.shippingTaxMinor + totals.chargesTaxMinor),
    orderDiscount: toSum(0),
    orderTotal: toSum(totals.totalMinor),
    entitlementValue: toSum(entitlementMinor),
    payableValue:
      totals.card?.payer === 'person' ? toMajorUnits(totals.card.amountMinor) : toSum(totals.totalMinor - entitlementMinor),
    cardPart: totals.card
      ? {
          payer: totals.card.payer,
          isAll: totals.card.isAll,
          amount: toMajorUnits(totals.card.amountMinor),
          organisationAmount: toSum(totals.accountMinor),
        }
      : null,
    taxRates: viewer.pricesVisible
      ? totals.taxes.map(({ rate, taxMinor }) => ({ rate: Math.round(rate * 10_000) / 100, value: toMajorUnits(taxMinor) }))
      : [],
    taxDisplayType: scope.taxDisplayType,
    currencyCode: scope.currencyCode,
    // Lines say themselves what is wrong with them.
    warnings: [
      ...(lines.some(({ warnings }) => warnings.length > 0) ? [LINES_REFUSED] : []),
      ...draft.cartWarnings,
      ...refusals.filter(({ field }) => field !== 'cart').flatMap(({ messages }) => messages),
    ],
    refusals: refusals.map(({ field, messages, isMissing }) => ({ field, messages, isMissing })),
    creditRemaining: remainingMinor === null ? null : toMajorUnits(remainingMinor),
    canPlaceOrder: refusals.length === 0,
    checkoutId: cart.checkoutId,
  };
}
