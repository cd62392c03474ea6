import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import type { PriceViewer } from '#api/platform/http/scope.ts';
import type { CardPayer } from '../../payment-parts/payment-parts.rules.ts';

/** What a card pays of an order at one moment. */
export interface CardShare {
  /** Null where no card pays anything of it. */
  payer: CardPayer | null;
  /** What it pays without cancelled pieces, including tax, in minor units. */
  cardMinor: number;
  /** Whether it has paid. */
  isPaid: boolean;
}

/** What a change of an order does to what a card pays: how much goes back to it, or is no longer asked for. Money in minor units. */
export interface CardChange {
  payer: CardPayer | null;
  refundMinor: number;
  /** What is to be paid before and after, where it has not been paid. */
  due: { beforeMinor: number; afterMinor: number } | null;
}

/** Nothing changes for a card. */
export const NO_CARD_CHANGE: CardChange = { payer: null, refundMinor: 0, due: null };

/** Why a change that makes dearer what has been paid by card cannot be made. `what` becomes dearer. */
export const explainPaidPart = (payer: CardPayer | null, what: 'This size' | 'What remains'): string =>
  payer === 'organisation'
    ? `${what} costs more, and this order has been paid by card. Please cancel the line and order again.`
    : `${what} costs more than you have paid for it by card. Please cancel the line and order again.`;

/** The sentences about what a change does to what a card pays. People without prices read about what they pay themselves all the same. */
export function describeCardChange(
  { payer, refundMinor, due }: CardChange,
  currencyCode: string,
  { pricesVisible }: Pick<PriceViewer, 'pricesVisible'>,
): string[] {
  if (payer === null || (payer === 'organisation' && !pricesVisible)) return [];
  const money = (minor: number) => formatMoney(minor, currencyCode);
  if (refundMinor > 0) return [`${money(refundMinor)} goes back to the card that paid for it, including tax.`];
  if (!due) return [];
  return [
    due.afterMinor === 0
      ? 'Nothing is to be paid by card any more.'
      : `To be paid by card: ${money(due.afterMinor)} instead of ${money(due.beforeMinor)}, including tax.`,
  ];
}
