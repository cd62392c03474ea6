import type { ReplyOf } from '#contract/index.ts';
import { formatDateTime, formatMoney, formatTime } from '#web/ui/format/format.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';

type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];
export type OrderPayment = NonNullable<Order['payment']>;

/** How the person came to the page of the order: from the payment page, having paid or left it; or back from it with the browser. */
export type PaymentVisit = 'return' | 'cancel' | 'open';

const VISITS: readonly string[] = ['return', 'cancel', 'open'] satisfies PaymentVisit[];

/** The visit that the address names in `payment`; undefined for none. */
export const readVisit = (text: string | null): PaymentVisit | undefined =>
  text !== null && VISITS.includes(text) ? (text as PaymentVisit) : undefined;

/** "17:00 today", or "3 Nov 2026, 17:00". */
export function formatDue(utc: string, now = new Date()): string {
  return toIsoDay(new Date(utc)) === toIsoDay(now) ? `${formatTime(utc)} today` : formatDateTime(utc);
}

/** What is said about a payment. */
export interface PaymentWords {
  tone: 'info' | 'success' | 'warning' | 'danger';
  title: string;
  text: string;
  /** The button that leads to the payment page; undefined where it does not help. */
  button?: string;
}

interface Situation {
  payment: Pick<OrderPayment, 'payer' | 'state' | 'amount' | 'dueOnUtc'>;
  currencyCode: string;
  visit: PaymentVisit | undefined;
  /** Whether the reader pays. */
  isPayer: boolean;
  /** First name of the person of the order. */
  person: string;
  /** Whether confirming takes longer than it usually does. */
  isSlow?: boolean;
  now?: Date;
}

/** What the reader needs to know of the payment by card of an order; undefined where nothing has to be said. */
export function describePayment(situation: Situation): PaymentWords | undefined {
  const { payment, currencyCode, visit, isPayer, person, isSlow = false, now = new Date() } = situation;
  // People who see no prices are told no amount of an order of someone else.
  const amount = payment.amount === null ? '' : ` ${formatMoney(payment.amount, currencyCode)}`;
  const who = isPayer ? 'You' : person;
  const kept = payment.dueOnUtc === null ? '' : ` The order is kept until ${formatDue(payment.dueOnUtc, now)}.`;
  switch (payment.state) {
    case 'approval':
      return {
        tone: 'info',
        title: `${who} ${isPayer ? 'pay' : 'pays'}${amount} by card once the order is approved.`,
        text: isPayer ? 'We will email you a link. Nothing is charged before.' : 'The link is sent by email after the approval.',
      };
    case 'waiting':
      if (!isPayer)
        return { tone: 'info', title: `This order is waiting for ${person} to pay${amount} by card.`, text: kept.trim() };
      if (visit === 'return') return describeConfirming(isSlow);
      return {
        tone: 'warning',
        title:
          visit === 'cancel' ? 'You have not paid yet.' : `This order is waiting for your payment${amount && ` of${amount}`}.`,
        text: `${visit === 'cancel' ? 'Nothing was charged.' : 'Nothing is sent before it is paid.'}${kept}`,
        button: visit === 'cancel' ? 'Try again' : 'Pay now',
      };
    case 'failed':
      return {
        tone: 'danger',
        title: isPayer ? 'Your card was declined.' : `The card of ${person} was declined.`,
        text: `Nothing was charged.${kept}`,
        button: 'Try again',
      };
    case 'ended':
      return {
        tone: 'warning',
        title: isPayer ? 'You have not paid yet.' : `${person} has not paid yet.`,
        text: `The payment page was closed, and nothing was charged.${kept}`,
        button: 'Try again',
      };
    case 'held':
      return {
        tone: 'warning',
        title: 'We are checking the payment.',
        text: `What we received differs from the amount of the order, so nothing is sent yet.${
          isPayer ? ' You don’t need to do anything. We will email you.' : ''
        }`,
      };
    case 'paid':
      return visit === undefined
        ? undefined
        : {
            tone: 'success',
            title: `Thank you. Your payment${amount && ` of${amount}`} was received.`,
            text: 'We have emailed you the receipt.',
          };
    case 'cancelled':
      return visit === undefined
        ? undefined
        : { tone: 'danger', title: 'This order was cancelled before it was paid.', text: 'Anything charged is refunded.' };
  }
}

const describeConfirming = (isSlow: boolean): PaymentWords => ({
  tone: 'info',
  title: 'We are waiting for the payment to be confirmed.',
  text: isSlow
    ? 'This is taking longer than usual. You can leave this page and don’t need to pay again: we will email you the receipt.'
    : 'This usually takes a few seconds.',
});

/** The badge of a payment: its state in a word or two. */
export const PAYMENT_LABELS = {
  approval: { label: 'After approval', tone: 'neutral' },
  waiting: { label: 'Not paid yet', tone: 'warning' },
  failed: { label: 'Declined', tone: 'danger' },
  ended: { label: 'Not paid yet', tone: 'warning' },
  held: { label: 'Being checked', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
} as const satisfies Record<OrderPayment['state'], { label: string; tone: string }>;

/** How a refund to a card stands, for the person who gets it. */
export const REFUND_LABELS = {
  due: { label: 'On its way', tone: 'info' },
  sent: { label: 'On its way', tone: 'info' },
  refused: { label: 'Being checked', tone: 'warning' },
  done: { label: 'Refunded', tone: 'success' },
} as const satisfies Record<Order['refunds'][number]['state'], { label: string; tone: string }>;

/** "2 covered, 1 paid by you: £24.00 incl. tax" of a line with pieces that the person pays; undefined for any other. */
export function describeOwnPieces(
  {
    coveredQuantity,
    ownQuantity,
    ownTotal,
  }: Pick<ReplyOf<'GET /api/shopping_cart_items'>['items'][number], 'coveredQuantity' | 'ownQuantity' | 'ownTotal'>,
  currencyCode: string,
): string | undefined {
  if (ownQuantity === 0) return undefined;
  const covered = coveredQuantity ? `${coveredQuantity} covered, ` : '';
  return `${covered}${ownQuantity} paid by you${ownTotal === null ? '' : `: ${formatMoney(ownTotal, currencyCode)} incl. tax`}`;
}

/** What the person pays of the lines of a cart, as a sentence; undefined where that is nothing. */
export function describeOwnSum(
  items: readonly Pick<ReplyOf<'GET /api/shopping_cart_items'>['items'][number], 'quantity' | 'ownQuantity' | 'ownTotal'>[],
  currencyCode: string,
): string | undefined {
  if (!items.some(({ ownQuantity }) => ownQuantity > 0)) return undefined;
  const sum = items.reduce((total, { ownTotal }) => total + Math.round((ownTotal ?? 0) * 100), 0) / 100;
  const amount = formatMoney(sum, currencyCode);
  return items.every(({ quantity, ownQuantity }) => ownQuantity === quantity)
    ? `You pay for this order by card: ${amount} incl. tax, and delivery.`
    : `You pay ${amount} incl. tax by card. Your organisation pays the rest.`;
}

/** "1 paid by you: £24.00 incl. tax" of a line of an order. */
export function describeCardPieces(
  { cardQuantity, cardTotal }: Pick<Order['orderItems'][number], 'cardQuantity' | 'cardTotal'>,
  payer: string,
  currencyCode: string,
): string {
  return `${cardQuantity} paid by ${payer}${cardTotal === null ? '' : `: ${formatMoney(cardTotal, currencyCode)} incl. tax`}`;
}
