import type { ReplyOf } from '#contract/index.ts';
import { toCartItem } from '../cart/cart.wire.ts';
import { taxOf, toWire } from '../catalogue/catalogue.rules.ts';
import type { Scope } from '../http/scope.ts';
import type { OrderDraft } from './checkout.actions.ts';
import { type PaymentMethod, rateFor, type ShippingRate } from './checkout.rules.ts';

type Summary = ReplyOf<'POST /api/checkoutsummary'>;
type ShippingOption = ReplyOf<'GET /api/shippingoptions/:id'>['shippingOptions'][number];
type PaymentOption = ReplyOf<'GET /api/paymentoptions'>['paymentOptions'][number];

const INCLUDING_TAX = 0;

export function toShippingOption(rate: ShippingRate, goodsMinor: number, scope: Scope, selected: boolean): ShippingOption {
  const minor = rateFor(rate, goodsMinor);
  return {
    name: rate.name,
    description: rate.description,
    rate: toWire(scope.taxDisplayType === INCLUDING_TAX ? minor + taxOf(minor, scope.taxRate) : minor),
    shippingRateComputationMethodSystemName: 'Shipping.FixedRate',
    transitDays: rate.transitDays,
    selected,
  };
}

export function toPaymentOption(method: PaymentMethod, poNumberRequired: boolean, selected: boolean): PaymentOption {
  return {
    paymentMethodSystemName: method.systemName,
    name: method.name,
    description: method.description,
    fee: toWire(method.feeMinor),
    logoUrl: null,
    selected,
    requiresPoNumber: poNumberRequired,
    isRedirect: false,
    fields: [],
  };
}

export function toSummary(draft: OrderDraft, scope: Scope): Summary {
  const { cart, choices, lines, totals, shipping, payment, billingAddress, shippingAddress } = draft;
  const including = scope.taxDisplayType === INCLUDING_TAX;
  const hasWarnings = lines.some(({ warnings }) => warnings.length > 0);
  const complete = Boolean(
    billingAddress && shippingAddress && shipping && payment && (choices.poNumber || !cart.rules.poNumberRequired),
  );
  return {
    items: lines.map((line) => toCartItem(line, scope)),
    billingAddress: billingAddress ?? null,
    shippingAddress: shippingAddress ?? null,
    shippingOption: shipping ? toShippingOption(shipping, totals.goodsMinor, scope, true) : null,
    paymentOption: payment ? toPaymentOption(payment, cart.rules.poNumberRequired, true) : null,
    poNumber: choices.poNumber,
    comments: choices.comments,
    requestedDeliveryDateUtc: choices.requestedDelivery === null ? null : `${choices.requestedDelivery}T00:00:00Z`,
    poNumberRequired: cart.rules.poNumberRequired,
    requiresShipping: true,
    requiresApproval: draft.requiresApproval,
    checkoutAttributes: [],
    subTotal: toWire(including ? totals.goodsMinor + totals.goodsTaxMinor : totals.goodsMinor),
    subTotalDiscount: 0,
    shipping: shipping ? toWire(including ? totals.shippingMinor + totals.shippingTaxMinor : totals.shippingMinor) : null,
    paymentMethodAdditionalFee: toWire(totals.feeMinor),
    tax: toWire(totals.goodsTaxMinor + totals.shippingTaxMinor),
    orderDiscount: 0,
    orderTotal: toWire(totals.totalMinor),
    taxRates: totals.taxes.map(({ rate, taxMinor }) => ({ rate: Math.round(rate * 10_000) / 100, value: toWire(taxMinor) })),
    taxDisplayType: scope.taxDisplayType,
    currencyCode: scope.currencyCode,
    warnings: hasWarnings ? ['Some lines of the cart cannot be ordered as they are.'] : [],
    canPlaceOrder: complete && !hasWarnings,
    checkoutId: cart.checkoutId,
  };
}
