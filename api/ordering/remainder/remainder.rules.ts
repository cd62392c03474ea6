import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { type PriceViewer, seesCharges } from '#api/platform/http/scope.ts';
import { describeRemaining, mayRemain, toRemainingQuantities } from '#contract/ordering/remainder.ts';
import { ENTITLEMENT_PAYMENT, getShippingCost, type ShippingRate } from '../checkout/checkout.rules.ts';
import type { LinePrice } from '../order-lines/line-price.rules.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import { cancelPiecesOf, countAccountPieces, priceAccountPieces, priceRemaining } from '../payment-parts/payment-parts.rules.ts';

/** A line of an order from which pieces leave. Money in minor units, excluding tax. */
export interface ShrinkingLine extends Omit<LinePrice, 'lineId' | 'taxMinor'> {
  id: number;
  combinationId: number;
  productName: string;
  description: string;
  quantity: number;
  shippedQuantity: number;
  cancelledQuantity: number;
  /** Those of the cancelled pieces that the supplier cancelled, which changes nothing for the person: they still count for tier, minimum and free delivery. */
  supplierCancelledQuantity: number;
  coveredQuantity: number;
  /** Pieces that a card pays, and those of them that were cancelled. */
  cardQuantity: number;
  cardCancelledQuantity: number;
  taxRate: number;
  /** Parts of the unit price: logos, texts and badges, and what of them does not count in a budget in money. */
  decorationMinor: number;
  decorationOutsideBudgetMinor: number;
  budgetAccountId: number | null;
  orderMinimumQuantity: number;
  allowedQuantities: number[];
}

/** An order from which pieces leave. Money in minor units, excluding tax. */
export interface ShrinkingOrder {
  customerId: number;
  currencyCode: string;
  /** Of delivery. */
  taxRate: number;
  shippingMinor: number;
  shippingTaxMinor: number;
  feeMinor: number;
  paymentMethod: string;
  isOnAccount: boolean;
  /** Whether a card pays for everything, with delivery, fee and charges. */
  isAllByCard: boolean;
  /** What answers to questions at checkout cost, including tax. */
  answersMinor: number;
  /** Milliseconds since 1 January 1970. */
  now: number;
  /** What its way of delivery costs today; null where the organisation has none of that name. */
  delivery: Pick<ShippingRate, 'rateMinor' | 'freeFromMinor'> | null;
  lines: ShrinkingLine[];
  /** What setting up its designs costs, as far as it is owed. */
  setUps: SetUp[];
}

/** What setting up a design of an order costs. Money in minor units. */
interface SetUp {
  name: string;
  chargeMinor: number;
  taxMinor: number;
  /** The lines that have the design. */
  lineIds: number[];
  /** Whether the decorator has begun, so that it is owed whatever happens. */
  isStarted: boolean;
}

/** Pieces that leave a line: cancelled, not approved, or given another size. */
export interface LeavingPieces {
  lineId: number;
  quantity: number;
  /** Those of them that take their part of the entitlement along; cancelled pieces take none. */
  covered?: number;
  /** Those of them that a card pays, where they stay part of the order as a line of their own. */
  card?: number;
}

/** Pieces that get another size, as a line of their own. Money in minor units, excluding tax. */
export interface AddedPieces {
  quantity: number;
  covered: number;
  /** Those of them that a card pays. */
  card: number;
  unitMinor: number;
  exclTaxMinor: number;
  taxMinor: number;
  taxRate: number;
  decorationOutsideBudgetMinor: number;
  budgetAccountId: number | null;
}

/** Today's price of a piece of a line when so many are ordered, with its decoration, in minor units; undefined when there is none. */
export type PriceToday = (line: ShrinkingLine, quantity: number) => Pick<LinePrice, 'unitMinor' | 'tierQuantity'> | undefined;

/**
 * What the pieces of an order cost that are not cancelled, in minor units; `totalMinor` includes tax, delivery and fee. `accountMinor` is what of it is on
 * account.
 */
export interface RemainingCost {
  goodsMinor: number;
  shippingMinor: number;
  totalMinor: number;
  accountMinor: number;
}

/** What remains of an order when pieces leave it, and what it costs. Money in minor units. */
export interface Remainder {
  /** The lines from which pieces leave, with the price of what remains of them. */
  prices: LinePrice[];
  /** The lines of which the pieces that remain get another price, excluding tax. */
  repriced: { name: string; quantity: number; unitBefore: number; unitAfter: number; tierQuantity: number }[];
  /** What delivery and paying cost from now on; null when that stays, and when nothing remains. */
  charges: { shippingMinor: number; shippingTaxMinor: number; feeMinor: number; paymentMethod: string } | null;
  /** Set-ups that are not owed any more, because no piece with the design remains. */
  droppedSetUps: { name: string; chargeMinor: number }[];
  before: RemainingCost;
  after: RemainingCost;
  /** By how much budgets are used more, by account: in money, as far as the account is in money. */
  budgetIncreases: Map<number, number>;
}

/** Why pieces cannot leave a line: its place among those given, and a sentence. */
export interface RemainderRefusal {
  index: number;
  message: string;
}

const remainingOf = ({ quantity, cancelledQuantity }: ShrinkingLine) => quantity - cancelledQuantity;

/** The line as it is when pieces have left it, or why they cannot. */
function shrinkLine(line: ShrinkingLine, leaving: number, priceToday: PriceToday): ShrinkingLine | string {
  const remaining = remainingOf(line) - leaving;
  const rules = toRemainingQuantities(line);
  if (!mayRemain(rules, remaining))
    return `Of ${nameLine(line)}, ${describeRemaining(rules)} can remain: the product is not sold in other quantities.`;
  // What the supplier cancelled was ordered all the same.
  const counted = remaining + line.supplierCancelledQuantity;
  const isBelowTier = remaining > 0 && line.shippedQuantity === 0 && line.tierQuantity !== null && counted < line.tierQuantity;
  const price = (isBelowTier && priceToday(line, counted)) || line;
  return {
    ...cancelPiecesOf(line, leaving),
    unitMinor: price.unitMinor,
    unitTaxMinor: calculateTax(price.unitMinor, line.taxRate),
    priceMinor: line.priceMinor + (price.unitMinor - line.unitMinor) * remaining,
    tierQuantity: price.tierQuantity,
  };
}

/** What of a line its budget counts, in money. */
const coveredValue = ({ unitMinor, decorationOutsideBudgetMinor, coveredQuantity, ...line }: ShrinkingLine) =>
  (unitMinor - decorationOutsideBudgetMinor) * Math.min(coveredQuantity, remainingOf(line as ShrinkingLine));

function addUp(lines: readonly ShrinkingLine[], added: AddedPieces | undefined) {
  let [goodsMinor, taxMinor, orderedMinor, accountMinor, isCovered] = [0, 0, 0, 0, true];
  const parts = added && { ...added, cardQuantity: added.card, cancelledQuantity: 0, cardCancelledQuantity: 0 };
  for (const line of [...lines, ...(parts ? [parts] : [])]) {
    const price = priceRemaining(line);
    goodsMinor += price.netMinor;
    taxMinor += price.taxMinor;
    const onAccount = priceAccountPieces(line, countAccountPieces(line));
    accountMinor += onAccount.netMinor + onAccount.taxMinor;
  }
  for (const line of lines) {
    orderedMinor += line.unitMinor * line.supplierCancelledQuantity;
    isCovered &&= line.coveredQuantity >= remainingOf(line);
  }
  return {
    goodsMinor,
    taxMinor,
    accountMinor,
    /** With what the supplier cancelled, which changes nothing about the delivery. */
    orderedMinor: orderedMinor + goodsMinor,
    isCovered: isCovered && (added === undefined || added.covered === added.quantity),
  };
}

/** The set-ups that are still owed: those of which the decorator has begun, or a piece with the design remains. A change of size keeps the designs. */
function keepSetUps(setUps: readonly SetUp[], lines: readonly ShrinkingLine[], changedIds: readonly number[]): SetUp[] {
  const remaining = new Set([...changedIds, ...lines.filter((line) => remainingOf(line) > 0).map(({ id }) => id)]);
  return setUps.filter(({ lineIds, isStarted }) => isStarted || lineIds.some((id) => remaining.has(id)));
}

const sumSetUps = (setUps: readonly SetUp[]): number =>
  setUps.reduce((sum, { chargeMinor, taxMinor }) => sum + chargeMinor + taxMinor, 0);

/**
 * What remains of an order when pieces leave its lines, and what it costs: today's price where what remains falls below the tier that it was priced in,
 * today's cost of delivery, and no fee where the entitlement covers everything that remains. Pieces that have left keep their price. `added` are the
 * pieces that get another size. A refusal when fewer pieces would remain than the product is sold in.
 */
export function planRemainder(
  order: ShrinkingOrder,
  leaving: readonly LeavingPieces[],
  priceToday: PriceToday,
  added?: AddedPieces,
): Remainder | RemainderRefusal {
  const after = new Map(order.lines.map((line) => [line.id, line]));
  const repriced: Remainder['repriced'] = [];
  for (const [index, { lineId, quantity, covered = 0, card }] of leaving.entries()) {
    const line = after.get(lineId) as ShrinkingLine;
    const left = shrinkLine(line, quantity, priceToday);
    if (typeof left === 'string') return { index, message: left };
    if (left.unitMinor !== line.unitMinor)
      repriced.push({
        name: nameLine(line),
        quantity: remainingOf(left),
        unitBefore: line.unitMinor,
        unitAfter: left.unitMinor,
        tierQuantity: line.tierQuantity as number,
      });
    const { cancelledQuantity, cardCancelledQuantity } = line;
    const moved =
      card === undefined
        ? {}
        : {
            quantity: line.quantity - quantity,
            cancelledQuantity,
            cardQuantity: line.cardQuantity - card,
            cardCancelledQuantity,
          };
    after.set(lineId, { ...left, ...moved, coveredQuantity: line.coveredQuantity - covered });
  }
  const lines = [...after.values()];
  const [sumsBefore, sums] = [addUp(order.lines, undefined), addUp(lines, added)];
  const isEmpty = added === undefined && lines.every((line) => remainingOf(line) === 0);
  const shippingMinor = isEmpty ? 0 : order.delivery ? getShippingCost(order.delivery, sums.orderedMinor) : order.shippingMinor;
  const shippingTaxMinor = calculateTax(shippingMinor, order.taxRate);
  const isNothingToPay = sums.isCovered && !sumsBefore.isCovered;
  const feeMinor = isEmpty || isNothingToPay ? 0 : order.feeMinor;
  const paymentMethod = isNothingToPay ? ENTITLEMENT_PAYMENT.systemName : order.paymentMethod;
  const isSame = shippingMinor === order.shippingMinor && feeMinor === order.feeMinor && paymentMethod === order.paymentMethod;
  const setUps = keepSetUps(order.setUps, lines, added ? leaving.map(({ lineId }) => lineId) : []);
  const { isAllByCard, answersMinor } = order;
  const othersBefore = order.shippingMinor + order.shippingTaxMinor + order.feeMinor + sumSetUps(order.setUps) + answersMinor;
  const othersAfter = shippingMinor + shippingTaxMinor + feeMinor + sumSetUps(setUps) + (isEmpty ? 0 : answersMinor);
  const onAccount = (goodsOnAccountMinor: number, othersMinor: number) => (isAllByCard ? 0 : goodsOnAccountMinor + othersMinor);
  const budgetIncreases = new Map<number, number>();
  const count = (account: number | null, amount: number) => {
    if (account !== null && amount !== 0) budgetIncreases.set(account, (budgetIncreases.get(account) ?? 0) + amount);
  };
  for (const line of order.lines) count(line.budgetAccountId, -coveredValue(line));
  for (const line of lines) count(line.budgetAccountId, coveredValue(line));
  if (added) count(added.budgetAccountId, (added.unitMinor - added.decorationOutsideBudgetMinor) * added.covered);
  return {
    prices: leaving.map(({ lineId }) => {
      const { unitMinor, unitTaxMinor, priceMinor, tierQuantity, taxRate } = after.get(lineId) as ShrinkingLine;
      return { lineId, unitMinor, unitTaxMinor, priceMinor, taxMinor: calculateTax(priceMinor, taxRate), tierQuantity };
    }),
    repriced,
    charges: isEmpty || isSame ? null : { shippingMinor, shippingTaxMinor, feeMinor, paymentMethod },
    droppedSetUps: order.setUps
      .filter((setUp) => !setUps.includes(setUp))
      .map(({ name, chargeMinor }) => ({ name, chargeMinor })),
    before: {
      goodsMinor: sumsBefore.goodsMinor,
      shippingMinor: order.shippingMinor,
      totalMinor: sumsBefore.goodsMinor + sumsBefore.taxMinor + othersBefore,
      accountMinor: onAccount(sumsBefore.accountMinor, othersBefore),
    },
    after: {
      goodsMinor: sums.goodsMinor,
      shippingMinor,
      totalMinor: sums.goodsMinor + sums.taxMinor + othersAfter,
      accountMinor: onAccount(sums.accountMinor, othersAfter),
    },
    budgetIncreases,
  };
}

/** What what remains costs, as sentences, with the amounts that the reader sees; none for people who see no prices, and when nothing remains. */
export function describeRemainder(
  { repriced, droppedSetUps, before, after }: Remainder,
  currencyCode: string,
  viewer: PriceViewer,
): string[] {
  if (!viewer.pricesVisible || after.totalMinor === 0) return [];
  const money = (minor: number) => formatMoney(minor, currencyCode);
  const cost = (minor: number) => (minor === 0 ? 'nothing' : money(minor));
  const pieces = repriced.map(
    ({ name, unitBefore, unitAfter, tierQuantity }) =>
      `${name}: ${money(unitAfter)} a piece instead of ${money(unitBefore)}, excluding tax, because fewer than ${tierQuantity} remain.`,
  );
  if (!seesCharges(viewer)) return [...pieces, `What remains costs ${money(after.goodsMinor)}.`];
  return [
    ...pieces,
    ...droppedSetUps.map(({ name, chargeMinor }) => `${name}: ${money(chargeMinor)} excluding tax is no longer charged.`),
    ...(before.shippingMinor === after.shippingMinor
      ? []
      : [`Delivery costs ${cost(after.shippingMinor)} instead of ${cost(before.shippingMinor)}, excluding tax.`]),
    `What remains costs ${money(after.totalMinor)}, including tax and delivery.`,
  ];
}
