import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { describeReason, type ReasonOf, type StoredReason } from '#api/platform/reasons.ts';
import { namePieces } from './line-names.rules.ts';

/** An entry of the timeline of an order, as stored. */
export interface StoredOrderEvent {
  kind: string;
  data: Record<string, unknown>;
  /** Name of the person who did it; null when no person did, or they are no longer known. */
  by: string | null;
}

/** What was decided about a line of an order, as an event stores it. */
export interface LineOutcome {
  name: string;
  approved: number;
  dropped: number;
  sentBack: number;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const CAUSE_WORDING = {
  approval_expired: () => 'The order was cancelled because no one approved it in time.',
  return_cancelled: ({ number }: { number: string }) => `Return ${number} was cancelled.`,
  return_rejected: ({ number }: { number: string }) => `Return ${number} was rejected.`,
  exchange_expired: ({ number }: { number: string }) => `The pieces of return ${number} did not arrive in time.`,
};
/** Why the portal did something to an order, as an event stores it in `data.cause`. */
export type OrderEventCause = ReasonOf<typeof CAUSE_WORDING>;

const describeCause = ({ cause }: Record<string, unknown>): string | null =>
  cause === undefined ? null : describeReason(CAUSE_WORDING, cause as StoredReason);

/** With the reason that a person gave, or the cause. */
function withReason(text: string, data: Record<string, unknown>): string {
  const reason = describeCause(data) ?? textOf(data.reason);
  return `${text}.${reason === null ? '' : ` Reason: ${reason}`}`;
}

/** `2 × Polo shirt, Navy, L was not approved`. */
function describeOutcomes(lines: readonly LineOutcome[]): string {
  const dropped = lines.filter((line) => line.dropped > 0).map(({ dropped: quantity, name }) => namePieces({ quantity, name }));
  const sentBack = lines
    .filter((line) => line.sentBack > 0)
    .map(({ sentBack: quantity, name }) => namePieces({ quantity, name }));
  return [
    ...(dropped.length > 0 ? [`not approved: ${dropped.join('; ')}`] : []),
    ...(sentBack.length > 0 ? [`sent back to the cart: ${sentBack.join('; ')}`] : []),
  ].join('. ');
}

/** `2 × Polo shirt, Navy, L; 1 × Cap` */
const describePieces = (lines: unknown) =>
  (Array.isArray(lines) ? (lines as { name: string; quantity: number }[]) : []).map(namePieces).join('; ');

/** `R50001, 2 × Polo shirt, Navy, L` */
const describeReturn = ({ number, quantity, name }: Record<string, unknown>) => `${number}, ${quantity} × ${name}`;

/** `R50001, 2 × Polo shirt, Navy, L for XL; R50002, 1 × Cap` */
const describeReturns = (lines: unknown) =>
  (Array.isArray(lines) ? (lines as { exchangedFor: string | null }[]) : [])
    .map((line) => `${describeReturn({ ...line })}${line.exchangedFor === null ? '' : ` for ${line.exchangedFor}`}`)
    .join('; ');

/** ` With Northline Parcels, NL12345678GB.`; empty when neither is known. */
function describeTracking({ carrier, trackingNumber }: Record<string, unknown>): string {
  const parts = [textOf(carrier), textOf(trackingNumber)].filter((part) => part !== null);
  return parts.length === 0 ? '' : ` With ${parts.join(', ')}.`;
}

/** `2 × Polo shirt, Navy, L on 9 December 2026; 1 × Cap on 12 December 2026` */
const describeDays = (lines: unknown) =>
  (Array.isArray(lines) ? (lines as { name: string; quantity: number; dueOn: string }[]) : [])
    .map(({ name, quantity, dueOn }) => `${namePieces({ quantity, name })} on ${formatDay(dueOn)}`)
    .join('; ');

/** An event of an order in a sentence for its people; undefined for events that are not shown. */
export function describeOrderEvent({ kind, data, by }: StoredOrderEvent): string | undefined {
  const who = by === null ? '' : ` by ${by}`;
  switch (kind) {
    case 'note':
      return describeCause(data) ?? textOf(data.note) ?? undefined;
    case 'approved':
      return withReason(`Approved${who}${textOf(data.poNumber) ? `, PO number ${textOf(data.poNumber)}` : ''}`, data);
    case 'partly_approved': {
      const outcomes = describeOutcomes(Array.isArray(data.lines) ? (data.lines as LineOutcome[]) : []);
      return withReason(`Approved in part${who}${outcomes && `; ${outcomes}`}`, data);
    }
    case 'rejected':
      return withReason(`Rejected${who}`, data);
    case 'sent_back':
      return withReason(`Sent back${who}: its lines are in the cart again`, data);
    case 'cancelled':
      return withReason(`Cancelled${who}`, data);
    case 'pieces_cancelled':
      return withReason(`Cancelled${who}: ${describePieces(data.lines)}`, data);
    case 'lines_cancelled':
      return withReason(`Cancelled by the supplier: ${describePieces(data.lines)}`, data);
    case 'shipped':
      return `Shipped: ${describePieces(data.lines)}.${describeTracking(data)}`;
    case 'delivered':
      return `Delivered: ${describePieces(data.lines)}.`;
    case 'ready_to_collect':
      return `Ready to collect: ${describePieces(data.lines)}.${textOf(data.collectFrom) ? ` From ${textOf(data.collectFrom)}.` : ''}`;
    case 'handed_over':
      return `Handed over to ${textOf(data.collectedBy) ?? 'someone'}: ${describePieces(data.lines)}.`;
    case 'date_moved':
      return withReason(`New date of dispatch: ${describeDays(data.lines)}`, data);
    case 'line_changed':
      return `Changed${who}: ${data.quantity} × ${data.name}, ${data.to} instead of ${data.from}.`;
    case 'approvers_told':
      return 'The order now costs more. Its approvers have been emailed.';
    case 'approval_requested':
      return 'The change needs approval before anything is sent.';
    case 'proofs_approved':
      return 'Nothing waits for a proof any more. The warehouse has been given the order.';
    case 'payment_not_needed':
      return 'Nothing is left to be paid by card. The warehouse has been given the order.';
    case 'paid_by_card':
      return 'The payment by card has arrived.';
    case 'payment_failed':
      return 'A payment by card did not succeed. Nothing was charged.';
    case 'payment_held':
      return 'A payment by card has arrived that differs from what was asked for. We are checking it, and nothing is sent until then.';
    case 'payment_expired':
      return 'The order was cancelled because it was not paid in time. Its lines are in the cart again.';
    case 'payment_not_taken':
      return 'A payment by card arrived that the order no longer needed. It is being refunded.';
    case 'picking_started':
      return 'The warehouse has started to pick the order.';
    case 'decoration_started':
      return `Decoration has started: ${describePieces(data.lines)}. These pieces can no longer be cancelled or changed.`;
    case 'decoration_reset':
      return `Decoration was started by mistake and has been set back: ${describePieces(data.lines)}.`;
    case 'completed':
      return 'Everything has been delivered and paid for.';
    case 'payment_reversed':
      return 'A payment was reversed, so the order is not paid for any more.';
    case 'refunded_to_card':
      return withReason(`${formatMoney(Number(data.amountMinor), String(data.currencyCode))} was refunded to the card`, data);
    case 'payment_rejected':
      return withReason('The payment was refunded and the order was cancelled', data);
    case 'return_requested':
      return `Return requested${who} (${textOf(data.action) ?? ''}): ${describeReturns(data.lines)}.`;
    case 'exchange_requested':
      return `Exchange of order ${data.orderId}, return ${data.number}: replaces ${textOf(data.from) ?? 'the same pieces'}.`;
    case 'exchange_released':
      return 'The exchange was released to the warehouse.';
    case 'return_authorized':
      return `Return ${describeReturn(data)} was authorised.`;
    case 'return_received':
      return `Return ${describeReturn(data)} has arrived${data.received === data.quantity ? '' : `, ${data.received} of them`}.`;
    case 'return_rejected':
      return withReason(`Return ${describeReturn(data)} was rejected`, data);
    case 'return_repaired':
      return `Return ${describeReturn(data)} was repaired and is being sent back.`;
    case 'return_replaced':
      return `Return ${describeReturn(data)} was replaced by order ${data.replacementOrderId}.`;
    case 'return_refunded':
      return `Return ${describeReturn(data)} was credited.`;
    case 'return_cancelled':
      return `Return ${describeReturn(data)} was cancelled${who}.`;
    case 'exchange_expired':
      return `Return ${describeReturn(data)} was cancelled because the pieces did not arrive in time.`;
    default:
      return undefined;
  }
}
