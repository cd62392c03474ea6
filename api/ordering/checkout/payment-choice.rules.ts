import type { PricedLine } from '../cart/cart.rules.ts';
import type { Charge } from '../cart/charges.rules.ts';
import {
  CARD_PAYMENT,
  ENTITLEMENT_PAYMENT,
  hasOwnPart,
  isFullyCovered,
  type OrderTotals,
  type PaymentMethod,
  type ShippingRate,
  totalOrder,
} from './checkout.rules.ts';

/** The payment method of what is invoiced to the organisation. */
export const ACCOUNT_PAYMENT = 'Payments.OnAccount';

/** Whether lines have pieces that neither an entitlement covers nor the person pays, such as goods for the site. */
const needsAccount = (lines: readonly Pick<PricedLine, 'coverage' | 'quantity'>[]): boolean =>
  lines.some(({ coverage, quantity }) => quantity > (coverage.covered ?? 0) + coverage.own);

/** The ways to pay for an order of these lines, of those that the person may use. */
export function listPossiblePayments(lines: readonly PricedLine[], methods: readonly PaymentMethod[]): PaymentMethod[] {
  if (isFullyCovered(lines)) return [ENTITLEMENT_PAYMENT];
  return methods.filter((method) => (hasOwnPart(lines) ? method.forOwnPart : method.forOrganisation));
}

/** How an order is paid, with what it costs then. */
interface PaymentPlan {
  /** Undefined where nothing that the person may use is chosen. */
  payment: PaymentMethod | undefined;
  totals: OrderTotals;
  /** Whether the organisation pays on account for goods that no entitlement covers, which is not open to the person. */
  lacksAccount: boolean;
}

/**
 * How an order of these lines is paid: by card where the person pays for some of them, which is no choice, otherwise as chosen. An order of which a card
 * has nothing to pay is not paid by card.
 */
export function planPayment(
  lines: readonly PricedLine[],
  methods: readonly PaymentMethod[],
  chosen: string | null,
  {
    shipping,
    answerCharges = [],
    ...rates
  }: { shipping: ShippingRate | undefined; taxRate: number; currencyCode: string; answerCharges?: readonly Charge[] },
): PaymentPlan {
  const isChosen = ({ systemName }: PaymentMethod) => hasOwnPart(lines) || isFullyCovered(lines) || systemName === chosen;
  const payment = listPossiblePayments(lines, methods).find(isChosen);
  const totals = totalOrder(lines, shipping, payment, rates, answerCharges);
  const account = methods.find(({ systemName, forOrganisation }) => forOrganisation && systemName === ACCOUNT_PAYMENT);
  const lacksAccount = hasOwnPart(lines) && needsAccount(lines) && !account;
  if (payment?.systemName !== CARD_PAYMENT || totals.card) return { payment, totals, lacksAccount };
  const instead = totals.totalMinor > 0 && needsAccount(lines) ? account : ENTITLEMENT_PAYMENT;
  return { payment: instead, totals: totalOrder(lines, shipping, instead, rates, answerCharges), lacksAccount };
}
