import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { formatAmount } from '#api/entitlement/coverage.rules.ts';
import { type PriceViewer, seesCharges } from '#api/platform/http/scope.ts';
import { formatDay, getLocalDay } from '#api/platform/local-day.ts';
import type { EntitlementUnit } from '#contract/entitlement/accounts.ts';
import type { BodyOf } from '#contract/index.ts';
import { type ApprovalReason, describeApprovalReason } from '../approval/approval-reasons.rules.ts';
import type { SeenBefore, SeenOrder } from '../approval/seen-order.rules.ts';
import { type CardChange, describeCardChange, NO_CARD_CHANGE } from '../card-payments/changes/card-change.rules.ts';
import type { OrderMailRecipient, WornLine } from '../mails/order-mail-recipient.rules.ts';
import { formatPieces, namePieces } from '../order-states/line-names.rules.ts';
import { CHANGEABLE, ORDER, type OrderState } from '../order-states/order-states.rules.ts';
import { describeRemainder, type Remainder } from '../remainder/remainder.rules.ts';

/** What decides whether an order can still be changed. */
export interface ChangeableState {
  stateId: OrderState;
  /** The order carries the new size of an exchange, which ends with its return request. */
  isExchange: boolean;
  pickingStartedAt: string | null;
  /** The event that ended the order, with the name of the person; null when there is none. */
  ended: { kind: string; by: string | null; actorId: number | null; at: string } | null;
}

const ENDED_BY: Readonly<Record<string, string>> = {
  cancelled: 'was cancelled',
  rejected: 'was rejected',
  sent_back: 'was sent back',
  expired: 'was cancelled because no one decided on it in time',
};

/** Why an order can no longer be changed, as a sentence with what happened and who did it; undefined when it can. */
export function explainTooLate(
  { stateId, isExchange, pickingStartedAt, ended }: ChangeableState,
  timeZone: string,
): string | undefined {
  if (isExchange) return 'This order is an exchange. To cancel it, cancel the return request.';
  const dayOf = (at: string) => formatDay(getLocalDay(Date.parse(at), timeZone));
  if (!CHANGEABLE.includes(stateId)) {
    if (stateId === ORDER.complete) return 'This order has been sent and can no longer be changed.';
    const verb = ended && ENDED_BY[ended.kind];
    if (ended && verb) return `This order ${verb}${ended.by ? ` by ${ended.by}` : ''} on ${dayOf(ended.at)}.`;
    return stateId === ORDER.rejected ? 'This order was rejected.' : 'This order was cancelled.';
  }
  if (pickingStartedAt === null) return undefined;
  return `The warehouse started to pick this order on ${dayOf(pickingStartedAt)}, so it can no longer be changed.`;
}

/** A line with the pieces that can still be cancelled or changed. */
export interface PendingLine {
  id: number;
  pending: number;
}

/** Pieces of a line to cancel. */
interface PiecesToCancel {
  lineId: number;
  quantity: number;
}

/** Why input is refused: the field and a sentence. */
interface InputRefusal {
  field: string;
  message: string;
}

const tooMany = (field: string, pending: number): InputRefusal => ({
  field,
  message:
    pending === 0
      ? 'This line can no longer be cancelled or changed.'
      : `Only ${formatPieces(pending)} of this line can still be cancelled or changed.`,
});

/**
 * The pieces to cancel: those of the items, or everything pending without any. A refusal when more are given than are pending, or a line twice.
 */
export function planCancellation(
  items: BodyOf<'POST /api/orders/:id/cancel'>['items'],
  lines: readonly PendingLine[],
): PiecesToCancel[] | InputRefusal {
  if (items === undefined) return lines.flatMap(({ id, pending }) => (pending > 0 ? [{ lineId: id, quantity: pending }] : []));
  for (const [index, { id, quantity }] of items.entries()) {
    const line = lines.find((each) => each.id === id);
    if (items.findIndex((item) => item.id === id) !== index)
      return { field: `items[${index}].id`, message: 'This line is named twice.' };
    if (quantity > (line?.pending ?? 0)) return tooMany(`items[${index}].quantity`, line?.pending ?? 0);
  }
  return items.map(({ id, quantity }) => ({ lineId: id, quantity }));
}

/** The pieces of a line to change; a refusal when more are asked for than are pending. */
export const planChange = (line: PendingLine, quantity: number | undefined): number | InputRefusal =>
  line.pending === 0 || (quantity ?? 1) > line.pending ? tooMany('quantity', line.pending) : (quantity ?? line.pending);

/** Pieces of a line and how many of them the entitlement covers. */
interface CoveredPieces {
  quantity: number;
  cancelledQuantity: number;
  returnedQuantity: number;
  coveredQuantity: number;
}

/** How many of `moved` pieces are covered when they leave their line: covered pieces move first. */
export const countCovered = (
  { quantity, cancelledQuantity, returnedQuantity, coveredQuantity }: CoveredPieces,
  moved: number,
): number => Math.min(moved, coveredQuantity, quantity - cancelledQuantity - returnedQuantity);

const namesOf = (reasons: readonly ApprovalReason[]) =>
  new Set(reasons.flatMap((reason) => (reason.kind === 'product' ? reason.names : [])));

/**
 * Whether a change has to be approved before the warehouse picks: there are reasons, and the amount has risen or a product needs approval that did
 * not when the order was last approved. `approved` are the reasons of that approval; empty when there was none.
 */
export function needsNewApproval(
  reasons: readonly ApprovalReason[],
  approved: readonly ApprovalReason[],
  { amountBefore, amountAfter }: { amountBefore: number; amountAfter: number },
): boolean {
  if (reasons.length === 0) return false;
  const approvedNames = namesOf(approved);
  return amountAfter > amountBefore || [...namesOf(reasons)].some((name) => !approvedNames.has(name));
}

/** What an account of the entitlement counts as taken. */
export interface AccountUse {
  id: number;
  customerId: number;
  label: string;
  unit: EntitlementUnit;
  taken: number;
}

/** What a change does. Money in minor units, excluding tax. */
export interface Outcome {
  cancelled: (WornLine & { name: string; quantity: number })[];
  changed:
    | (WornLine & { name: string; from: string; to: string; quantity: number; unitBefore: number; unitAfter: number })
    | null;
  accountsBefore: readonly AccountUse[];
  accountsAfter: readonly AccountUse[];
  pendingBefore: number;
  pendingAfter: number;
  /** What remains and what it costs; null where the supplier cancels, which changes no price. */
  remainder: Remainder | null;
  /** What changes for the card that pays for the order. */
  card: CardChange;
  /** Nothing is left of the order. */
  isEmpty: boolean;
  /** Whether it waited for approval before, and afterwards. */
  waited: boolean;
  waits: boolean;
  /** Why approval is needed. */
  reasons: readonly ApprovalReason[];
  /** What those who may decide on an order that waited have seen, and what it is now; undefined where it did not wait or no longer does. */
  shown?: { before: SeenBefore; now: SeenOrder } | undefined;
}

/** The lines that a change is about. */
export const listLinesOfOutcome = ({ cancelled, changed }: Outcome): WornLine[] => [...cancelled, ...(changed ? [changed] : [])];

/** What a change does for someone who only wears lines of the order: to these lines, and to their own entitlement. */
export function narrowOutcome(outcome: Outcome, { customerId, isWearer, select }: OrderMailRecipient): Outcome {
  if (!isWearer) return outcome;
  const ofThem = (accounts: readonly AccountUse[]) => accounts.filter((account) => account.customerId === customerId);
  return {
    ...outcome,
    cancelled: select(outcome.cancelled),
    changed: outcome.changed && (select([outcome.changed])[0] ?? null),
    accountsBefore: ofThem(outcome.accountsBefore),
    accountsAfter: ofThem(outcome.accountsAfter),
    pendingBefore: 0,
    pendingAfter: 0,
    remainder: null,
    card: NO_CARD_CHANGE,
    reasons: [],
  };
}

/** The sentences about what a change does, with the amounts that the reader sees. */
export function describeOutcome(outcome: Outcome, currencyCode: string, viewer: PriceViewer): string[] {
  const { pricesVisible } = viewer;
  const money = (minor: number) => formatMoney(minor, currencyCode);
  const { changed } = outcome;
  const sentences = outcome.cancelled.map(({ name, quantity }) => `Cancelled: ${namePieces({ quantity, name })}.`);
  if (changed) {
    sentences.push(`${namePieces(changed)}: ${changed.to} instead of ${changed.from}.`);
    if (pricesVisible && changed.unitBefore !== changed.unitAfter)
      sentences.push(`Unit price: ${money(changed.unitAfter)} instead of ${money(changed.unitBefore)}, excluding tax.`);
  }
  const before = new Map(outcome.accountsBefore.map(({ id, taken }) => [id, taken]));
  for (const { id, label, unit, taken } of outcome.accountsAfter) {
    const back = (before.get(id) ?? 0) - taken;
    if (back === 0 || (unit === 'money' && !pricesVisible)) continue;
    const amount =
      unit === 'pieces' ? `${Math.abs(back)} × ${label}` : `${formatAmount(Math.abs(back), unit, currencyCode)} of ${label}`;
    sentences.push(`${back > 0 ? 'Returned to' : 'Taken from'} the entitlement: ${amount}.`);
  }
  if (outcome.isEmpty) {
    sentences.push(seesCharges(viewer) ? 'The whole order is cancelled. Nothing is charged.' : 'The whole order is cancelled.');
    if (outcome.card.refundMinor > 0) sentences.push(...describeCardChange(outcome.card, currencyCode, viewer));
  } else {
    if (pricesVisible && outcome.pendingBefore !== outcome.pendingAfter)
      sentences.push(
        `Still to be sent: goods worth ${money(outcome.pendingAfter)} instead of ${money(outcome.pendingBefore)}, excluding tax.`,
      );
    if (outcome.remainder) sentences.push(...describeRemainder(outcome.remainder, currencyCode, viewer));
    sentences.push(...describeCardChange(outcome.card, currencyCode, viewer));
    if (outcome.waits)
      sentences.push(
        outcome.waited
          ? 'The order still waits for approval.'
          : outcome.reasons.length === 0
            ? 'The order needs approval before anything is sent.'
            : `The order needs approval before anything is sent: ${outcome.reasons.map((reason) => describeApprovalReason(reason, pricesVisible ? currencyCode : null)).join('. ')}.`,
      );
  }
  return sentences;
}
