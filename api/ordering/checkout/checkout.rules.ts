import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { addDaysTo, type LocalTime } from '#api/platform/local-day.ts';
import type { DELIVERY_KINDS } from '#contract/ordering/delivery-options.ts';
import {
  type ApprovalReason,
  type ApprovalRule,
  type CostCentreUse,
  listApprovalReasons,
} from '../approval/approval-reasons.rules.ts';
import { type PricedLine, totalCartLines } from '../cart/cart.rules.ts';
import { type Charge, listCharges, totalCharges } from '../cart/charges.rules.ts';
import { type CardPart, isAllOwn, planCardPart, toLinesOfParts } from '../payment-parts/payment-parts.rules.ts';

/** A way to deliver an order. Money in minor units, excluding tax; `freeFromMinor` is the goods value from which it is free. */
export interface ShippingRate {
  name: string;
  description: string | null;
  rateMinor: number;
  freeFromMinor: number | null;
  transitDays: number | null;
  kind: (typeof DELIVERY_KINDS)[number];
  /** Local time until which an order leaves on the same day, `14:00`; null for none. */
  cutOff: string | null;
  collectFrom: string | null;
  openingHours: string | null;
}

/** Whether a way of delivery is chosen: not where a buyer's system arranges it. */
export const offersDelivery = ({ trip }: Pick<Scope, 'trip'>): boolean => trip?.returnsDelivery !== false;

/** A way to pay for an order, with its fee in minor units. */
export interface PaymentMethod {
  systemName: string;
  name: string;
  description: string | null;
  feeMinor: number;
  /** Whether what the organisation pays can be paid so by the person. */
  forOrganisation: boolean;
  /** Whether people pay so what they order beyond their entitlement. */
  forOwnPart: boolean;
}

/** The payment method of payments by card. */
export const CARD_PAYMENT = 'Payments.Card';

const DAY_MS = 86_400_000;
const isWorkingDay = (moment: number) => ![0, 6].includes(new Date(moment).getUTCDay());

/**
 * The day by which what need not be waited for arrives: it is sent on the next working day after `dayBefore` (such as `2026-11-29`), or as many working
 * days later as its decoration takes, and takes the working days of the delivery. Null where these are not known. `expectedArrival` in arrival-day.queries.ts counts alike.
 */
export function getExpectedDay(dayBefore: string | null, transitDays: number | null, decorationDays = 0): string | null {
  if (dayBefore === null || transitDays === null || transitDays > MAX_COUNTED_TRANSIT_DAYS) return null;
  let moment = Date.parse(`${dayBefore}T00:00:00Z`);
  for (let left = decorationDays + transitDays + 1; left > 0; ) {
    moment += DAY_MS;
    if (isWorkingDay(moment)) left -= 1;
  }
  return new Date(moment).toISOString().slice(0, 10);
}

/**
 * Whether what is ordered at this local time leaves on the same day: a working day, before the cut-off time of the way of delivery. `dispatchDay` in
 * dispatch-day.queries.ts decides alike after the order was released.
 */
export const leavesToday = ({ day, time }: LocalTime, { cutOff }: Pick<ShippingRate, 'cutOff'>): boolean =>
  cutOff !== null && time < cutOff && isWorkingDay(Date.parse(`${day}T00:00:00Z`));

/**
 * The day after which the first pieces of an order can leave: `today`, the day before where they leave today, or where everything is made to measure, the
 * day before the last garment is made. Null where that is not known.
 */
export function getDayBeforeDispatch(
  now: LocalTime,
  rate: Pick<ShippingRate, 'cutOff'>,
  lines: readonly { madeToMeasure?: { leadTimeDays: number | null } | null }[],
): string | null {
  const days = lines.map(({ madeToMeasure }) => (madeToMeasure ? madeToMeasure.leadTimeDays : 0));
  if (days.includes(0)) return leavesToday(now, rate) ? addDaysTo(now.day, -1) : now.day;
  return days.includes(null) ? null : addDaysTo(now.day, Math.max(1, ...days.map(Number)) - 1);
}

/** Longer deliveries have no day that could be promised. */
const MAX_COUNTED_TRANSIT_DAYS = 60;

/** The payment method of an order of which the wearers' entitlement covers everything. */
export const ENTITLEMENT_PAYMENT: PaymentMethod = {
  systemName: 'Payments.Entitlement',
  name: 'Paid from your entitlement',
  description: 'Nothing to pay.',
  feeMinor: 0,
  forOrganisation: true,
  forOwnPart: false,
};

/** An organisation's rules for its orders. */
export interface OrderingRules {
  poNumberRequired: boolean;
  /** Whether the approver gives the PO number, where an order needs approval. */
  poNumberFromApprover: boolean;
  /** Regular expression that a PO number must match; null: any. */
  poNumberPattern: string | null;
  /** What is said about a PO number that does not match; null: a sentence of the portal. */
  poNumberMessage: string | null;
  approval: readonly ApprovalRule[];
  /** Whether the person has not ordered anything yet. */
  isFirstOrder: boolean;
}

/** The delivery cost in minor units, excluding tax: zero from the goods value at which the rate becomes free. */
export const getShippingCost = (rate: Pick<ShippingRate, 'rateMinor' | 'freeFromMinor'>, goodsMinor: number): number =>
  rate.freeFromMinor !== null && goodsMinor >= rate.freeFromMinor ? 0 : rate.rateMinor;

/** Every amount of an order, in minor units; `totalMinor` is the sum of the others. */
export interface OrderTotals {
  goodsMinor: number;
  goodsTaxMinor: number;
  shippingMinor: number;
  shippingTaxMinor: number;
  feeMinor: number;
  /** Amounts beside the goods, such as setting up designs. */
  charges: Charge[];
  chargesMinor: number;
  chargesTaxMinor: number;
  totalMinor: number;
  /** Tax by rate, as fractions: 0.2 is 20%. */
  taxes: { rate: number; taxMinor: number }[];
  /** What a card pays; undefined where nothing is paid by card. */
  card: CardPart | undefined;
  /** What the organisation pays on account, including tax. */
  accountMinor: number;
  /** Goods that the organisation pays, excluding tax. */
  organisationGoodsMinor: number;
  /** Whether everything is the person’s, with delivery, fee and charges. */
  isAllOwn: boolean;
}

/**
 * Adds up an order. Shipping is taxed at `taxRate` (a fraction), each line and what is set up for it at its own rate; the payment fee is not taxed. Charges do
 * not count for free delivery; `answerCharges` are what the answers to questions add. The fee of the card is charged where the card pays for something else.
 */
export function totalOrder(
  lines: readonly PricedLine[],
  shipping: ShippingRate | undefined,
  payment: PaymentMethod | undefined,
  { taxRate, currencyCode }: { taxRate: number; currencyCode: string },
  answerCharges: readonly Charge[] = [],
): OrderTotals {
  const { goodsMinor, taxMinor: goodsTaxMinor } = totalCartLines(lines);
  const parts = toLinesOfParts(lines);
  const shippingMinor = shipping ? getShippingCost(shipping, goodsMinor) : 0;
  const shippingTaxMinor = calculateTax(shippingMinor, taxRate);
  const byRate = new Map<number, number>();
  for (const line of lines) if (!line.callForPrice) byRate.set(line.taxRate, (byRate.get(line.taxRate) ?? 0) + line.taxMinor);
  const charges = [...listCharges(lines), ...answerCharges];
  const { chargesMinor, chargesTaxMinor } = totalCharges(charges);
  for (const charge of charges) byRate.set(charge.taxRate, (byRate.get(charge.taxRate) ?? 0) + charge.taxMinor);
  if (shippingTaxMinor > 0) byRate.set(taxRate, (byRate.get(taxRate) ?? 0) + shippingTaxMinor);
  const isByCard = payment?.systemName === CARD_PAYMENT;
  const withoutFeeMinor = goodsMinor + goodsTaxMinor + shippingMinor + shippingTaxMinor + chargesMinor + chargesTaxMinor;
  const planCard = (minor: number) => planCardPart(parts, minor, { isOrganisationByCard: isByCard, currencyCode });
  const feeMinor = isByCard && !planCard(withoutFeeMinor) ? 0 : (payment?.feeMinor ?? 0);
  const totalMinor = withoutFeeMinor + feeMinor;
  const card = planCard(totalMinor);
  return {
    goodsMinor,
    goodsTaxMinor,
    shippingMinor,
    shippingTaxMinor,
    feeMinor,
    charges,
    chargesMinor,
    chargesTaxMinor,
    totalMinor,
    card,
    accountMinor: card?.isAll ? 0 : totalMinor - (card?.amountMinor ?? 0),
    organisationGoodsMinor: goodsMinor - parts.reduce((sum, { unitMinor, ownQuantity }) => sum + unitMinor * ownQuantity, 0),
    isAllOwn: isAllOwn(parts),
    taxes: [...byRate].map(([rate, taxMinor]) => ({ rate, taxMinor })).sort((a, b) => b.rate - a.rate),
  };
}

/** Whether the person pays for every piece. */
export const isEveryPieceOwn = (lines: readonly PricedLine[]): boolean => isAllOwn(toLinesOfParts(lines));

/** How many pieces of a line a card pays, of an order of which it pays this. */
export const countPaidByCard = ({ quantity, coverage }: Pick<PricedLine, 'quantity' | 'coverage'>, card: CardPart | undefined) =>
  card === undefined ? 0 : card.isAll ? quantity : coverage.own;

/** Whether the person pays for a part of these lines, or all of them. */
export const hasOwnPart = (lines: readonly Pick<PricedLine, 'coverage'>[]): boolean =>
  lines.some(({ coverage }) => coverage.own > 0);

/** Whether the wearers' entitlement covers every piece, so that nothing is left to pay. */
export const isFullyCovered = (lines: readonly PricedLine[]): boolean =>
  lines.length > 0 && lines.every(({ coverage, quantity }) => coverage.covered === quantity);

/**
 * What the entitlement covers of an order, in minor units including tax: everything where it covers every piece, all that the organisation pays where the
 * person pays for others, otherwise its share of the goods.
 */
export function getEntitlementValue(lines: readonly PricedLine[], totals: OrderTotals): number {
  if (isFullyCovered(lines)) return totals.totalMinor;
  if (totals.card?.payer === 'person') return totals.accountMinor;
  return lines.reduce(
    (sum, { coverage, quantity, inclTaxMinor, callForPrice }) =>
      sum + (callForPrice ? 0 : Math.round((inclTaxMinor * (coverage.covered ?? 0)) / quantity)),
    0,
  );
}

/** What a delivery costs beyond the default, in minor units excluding tax: never less than 0. Without one of them, 0. */
export const getExtraDelivery = (
  shipping: Pick<ShippingRate, 'rateMinor' | 'freeFromMinor'> | undefined,
  byDefault: Pick<ShippingRate, 'rateMinor' | 'freeFromMinor'> | null | undefined,
  goodsMinor: number,
): number =>
  shipping && byDefault ? Math.max(0, getShippingCost(shipping, goodsMinor) - getShippingCost(byDefault, goodsMinor)) : 0;

/** What of the goods of an order counts for limits. */
type GoodsTotals = Pick<OrderTotals, 'goodsMinor' | 'organisationGoodsMinor' | 'isAllOwn'>;

/**
 * Why an order with this delivery, out of those that are offered (default first), needs approval; empty when it does not. What the person pays does not
 * count for limits.
 */
export const getApprovalReasons = (
  rules: Pick<OrderingRules, 'approval' | 'isFirstOrder'>,
  lines: readonly PricedLine[],
  {
    totals,
    shipping,
    offered,
    costCentre,
  }: {
    totals: GoodsTotals;
    shipping: ShippingRate | undefined;
    offered: readonly ShippingRate[];
    costCentre?: CostCentreUse | undefined;
  },
): ApprovalReason[] =>
  listApprovalReasons(rules.approval, {
    goodsMinor: totals.organisationGoodsMinor,
    extraDeliveryMinor: totals.isAllOwn ? 0 : getExtraDelivery(shipping, offered[0], totals.goodsMinor),
    isFirst: rules.isFirstOrder,
    costCentre,
    lines: lines.map(({ productId, productName, coverage }) => ({
      productId,
      productName,
      beyond: coverage.beyond - coverage.own,
    })),
  });

/** What is said of a delivery that was chosen and is no longer offered to the person. */
export const explainWithdrawnDelivery = (name: string) =>
  `${name} is no longer offered. Nothing has been ordered yet. Please choose another delivery.`;

/** Why an order that needs approval cannot be placed where no one could decide on it. */
export const NO_ORDER_DECIDER =
  'This order needs approval, and no one else in your organisation can approve it. Please ask your administrator to name someone.';

/** Whether the person who orders has to give a PO number, rather than the approver. There is none for what people pay themselves. */
export const mustGivePoNumber = (
  rules: OrderingRules,
  approvalReasons: readonly ApprovalReason[],
  { isAllOwn: isPersons }: Pick<OrderTotals, 'isAllOwn'>,
): boolean => rules.poNumberRequired && !isPersons && !(rules.poNumberFromApprover && approvalReasons.length > 0);

/** What the person pays of an order, in minor units including tax. */
export const getOwnTotal = ({ card }: Pick<OrderTotals, 'card'>): number => (card?.payer === 'person' ? card.amountMinor : 0);
