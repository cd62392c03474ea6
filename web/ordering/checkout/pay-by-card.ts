import { formatMoney } from '#web/ui/format/format.ts';
import type { Summary } from './checkout-choices.ts';

type CardSummary = Pick<Summary, 'cardPart' | 'currencyCode' | 'requiresApproval'>;

/** The button that places an order, as the order is paid: `orderLabel` where no payment page follows. */
export function getOrderLabel({ cardPart, currencyCode, requiresApproval }: CardSummary, orderLabel = 'Place order'): string {
  if (requiresApproval) return 'Send for approval';
  if (!cardPart) return orderLabel;
  const amount = formatMoney(cardPart.amount, currencyCode);
  return cardPart.payer === 'person' ? `Go to payment, ${amount}` : `Pay ${amount} by card`;
}

/** When the card is asked for, as a sentence; empty where nothing is paid by card. */
export function describeCardStep({ cardPart, currencyCode, requiresApproval }: CardSummary): string {
  if (!cardPart) return '';
  const amount = formatMoney(cardPart.amount, currencyCode);
  return requiresApproval
    ? `You pay ${amount} by card after the approval. We will email you a link.`
    : 'You enter your card on the page of our payment provider, which opens next. Your order is sent once it is paid.';
}

/** Who pays what, as a sentence for the payment step; empty where nothing is paid by card. */
export function describeParts({ cardPart, currencyCode }: Pick<Summary, 'cardPart' | 'currencyCode'>): string {
  if (!cardPart) return '';
  const amount = formatMoney(cardPart.amount, currencyCode);
  if (cardPart.payer === 'organisation') return `Your organisation’s card pays ${amount}, the whole order.`;
  return cardPart.isAll
    ? `You pay ${amount} by card, for the whole order.`
    : `You pay ${amount} by card for what is beyond your entitlement. Your organisation pays the rest.`;
}
