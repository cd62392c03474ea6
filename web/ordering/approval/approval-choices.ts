import type { BodyOf, ReplyOf } from '#contract/index.ts';

export type ApprovalCardData = ReplyOf<'GET /api/orders/:id/approval'>['approval'];
export type CardItem = ApprovalCardData['items'][number];
export type WaitingOrder = ReplyOf<'GET /api/approvals'>['approvals'][number];
export type Action = 'approve' | 'reject' | 'amend';

/** What the approver has chosen for a line. `invalidText` is what was typed instead of a number of pieces. */
export type LineChoice = { action: 'approve'; quantity: number; invalidText?: string } | { action: 'reject' | 'amend' };

/** Choices by line; a line without one is approved with all its pieces. */
export type LineChoices = ReadonlyMap<number, LineChoice>;

export const getChoice = (choices: LineChoices, { id, quantity }: Pick<CardItem, 'id' | 'quantity'>): LineChoice =>
  choices.get(id) ?? { action: 'approve', quantity };

type Line = Pick<CardItem, 'id' | 'quantity' | 'beyondQuantity'>;

/** What approving with these choices means. */
export interface ChoiceSummary {
  pieces: number;
  approved: number;
  /** Approved pieces beyond the entitlement: those that are dropped are the first of them. */
  beyond: number;
  sentBack: number;
  /** Whether the order is approved as it is. */
  isWhole: boolean;
  /** Whether a reason is required: lines are dropped or sent back. */
  needsReason: boolean;
  /** Whether something that is no number of pieces has been typed, so that nothing can be approved yet. */
  isInvalid: boolean;
}

/**
 * Adds up what approving the lines with these choices would do; a line without a choice counts as approved in full. Numbers are pieces. Pieces that are
 * not approved are taken first from those beyond the entitlement, as the server does.
 */
export function summariseChoices(items: readonly Line[], choices: LineChoices): ChoiceSummary {
  const summary = { pieces: 0, approved: 0, beyond: 0, sentBack: 0, isWhole: true, needsReason: false, isInvalid: false };
  for (const item of items) {
    const choice = getChoice(choices, item);
    const approved = choice.action === 'approve' ? choice.quantity : 0;
    summary.pieces += item.quantity;
    summary.approved += approved;
    summary.beyond += Math.max(0, item.beyondQuantity - (item.quantity - approved));
    if (choice.action === 'approve' && choice.invalidText !== undefined) summary.isInvalid = true;
    if (choice.action === 'amend') summary.sentBack += item.quantity;
    if (item.quantity > 0 && approved < item.quantity) summary.isWhole = false;
    if (item.quantity > 0 && choice.action !== 'approve') summary.needsReason = true;
  }
  return summary;
}

type DecisionItems = NonNullable<BodyOf<'POST /api/orders/approvereject'>['items']>;

/** The lines that are not approved as they are, as a request names them. */
export const listDecidedItems = (items: readonly Line[], choices: LineChoices): DecisionItems =>
  items.flatMap((item): DecisionItems => {
    const choice = getChoice(choices, item);
    if (choice.action !== 'approve') return [{ id: item.id, action: choice.action }];
    return choice.quantity < item.quantity ? [{ id: item.id, action: choice.action, quantity: choice.quantity }] : [];
  });

/** The order that is opened after the decision on one: the next in the queue, otherwise the one before. */
export function findNextOrder(queue: readonly number[], decided: readonly number[]): number | undefined {
  const first = queue.findIndex((id) => decided.includes(id));
  const left = (ids: readonly number[]) => ids.find((id) => !decided.includes(id));
  return left(queue.slice(Math.max(0, first))) ?? left(queue.slice(0, Math.max(0, first)).toReversed());
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something has waited: "20 minutes", "4 hours" or "2 days". */
export function describeWait(sinceUtc: string, now: Date): string {
  const age = Math.max(0, now.getTime() - new Date(sinceUtc).getTime());
  const [size, unit]: [number, string] = age < HOUR ? [MINUTE, 'minute'] : age < DAY ? [HOUR, 'hour'] : [DAY, 'day'];
  const count = Math.max(1, Math.floor(age / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const REASON_LABELS: Readonly<Record<string, string>> = {
  beyond: 'Beyond entitlement',
  product: 'Marked product',
  above_amount: 'Above limit',
  cost_centre: 'Over cost centre amount',
  first_order: 'First order',
};

/** A short label of a reason; undefined for one that holds for every order. */
export const getReasonLabel = ({ kind }: { kind: string }): string | undefined => REASON_LABELS[kind];

/** "Oluwaseun Featherstonehaugh-Adeyemi" */
export const formatPerson = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();
