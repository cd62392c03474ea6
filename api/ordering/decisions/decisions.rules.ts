import type { BodyOf } from '#contract/index.ts';
import { formatPieces } from '../order-states/line-names.rules.ts';
import type { ApprovalState, StepName } from '../order-states/order-states.rules.ts';

/** A decision as it is sent. */
export type DecisionInput = Omit<BodyOf<'POST /api/orders/approvereject'>, 'id' | 'preview'>;

/** What is decided about a line of an order. */
export type LineAction = 'approve' | 'reject' | 'amend';

/** A line of a waiting order and its pieces that are neither shipped nor cancelled. */
export interface WaitingLine {
  id: number;
  pending: number;
}

/** What is decided about one line: the pieces that are approved, and those that are not. */
export interface LineDecision {
  lineId: number;
  action: LineAction;
  approved: number;
  refused: number;
}

/** What a decision does to an order. */
export interface Decision {
  step: Extract<StepName, 'approve' | 'reject' | 'sendBack'>;
  lines: LineDecision[];
  /** Whether lines were decided differently from the order as a whole, or not all their pieces. */
  isByLine: boolean;
  reason: string | null;
}

/** A refusal of the input: the field and the sentence. */
export interface InputRefusal {
  field: string;
  message: string;
}

const STEP_OF = { approve: 'approve', reject: 'reject', amend: 'sendBack' } as const;
const REASON_REQUIRED: InputRefusal = { field: 'rejectReason', message: 'Please enter a reason.' };

type Item = NonNullable<DecisionInput['items']>[number];

function checkItem(item: Item, at: string, pending: number | undefined, isRepeated: boolean): InputRefusal | undefined {
  if (pending === undefined) return { field: `${at}.id`, message: 'This line is not part of the order.' };
  if (isRepeated) return { field: `${at}.id`, message: 'This line is named twice.' };
  const { quantity } = item;
  if (quantity == null) return undefined;
  if ((item.action ?? 'approve') !== 'approve')
    return { field: `${at}.quantity`, message: 'A number of pieces can only be given for a line that is approved.' };
  return quantity > pending
    ? { field: `${at}.quantity`, message: `Only ${formatPieces(pending)} of this line can be approved.` }
    : undefined;
}

function checkItems(items: readonly Item[], pending: ReadonlyMap<number, number>): InputRefusal | undefined {
  const named = new Set<number>();
  for (const [index, item] of items.entries()) {
    const refusal = checkItem(item, `items[${index}]`, pending.get(item.id), named.has(item.id));
    if (refusal) return refusal;
    named.add(item.id);
  }
  return undefined;
}

/**
 * What a decision does to an order with these lines, or why the input cannot be accepted. An order of which nothing is approved is sent back if at
 * least one line is, and rejected otherwise.
 */
export function planDecision(input: DecisionInput, waiting: readonly WaitingLine[]): Decision | InputRefusal {
  const items = input.items ?? [];
  if (items.length > 0 && input.action !== 'approve')
    return { field: 'items', message: 'Single lines can only be decided when the order is approved.' };
  const refusal = checkItems(items, new Map(waiting.map(({ id, pending }) => [id, pending])));
  if (refusal) return refusal;
  const byId = new Map(items.map((item) => [item.id, item]));
  const lines = waiting
    .filter(({ pending }) => pending > 0)
    .map(({ id, pending }): LineDecision => {
      const item = byId.get(id);
      const action = item ? (item.action ?? 'approve') : input.action;
      const approved = action === 'approve' ? (item?.quantity ?? pending) : 0;
      return { lineId: id, action, approved, refused: pending - approved };
    });
  const isNothingApproved = lines.every(({ approved }) => approved === 0);
  const action = !isNothingApproved ? 'approve' : lines.some((line) => line.action === 'amend') ? 'amend' : 'reject';
  const reason = input.rejectReason?.trim() || null;
  if (reason === null && lines.some((line) => line.action !== 'approve')) return REASON_REQUIRED;
  return {
    step: STEP_OF[action],
    lines,
    isByLine: lines.some((line) => line.action !== action || (action === 'approve' && line.refused > 0)),
    reason,
  };
}

/** How an order's latest request for approval was closed. */
export interface ClosedApproval {
  status: ApprovalState;
  closedAt: Date | null;
  decidedById: number | null;
  /** Name of the person who decided or cancelled; null when no one did, or they are no longer known. */
  by: string | null;
  reason: string | null;
  /** What was decided about each line: the pieces that were approved and refused. Older decisions have none for a whole order, and null for refused pieces. */
  lines: { lineId: number; action: LineAction; quantity: number; refused: number | null }[];
}

const STATUS_OF = { approve: 'approved', reject: 'rejected', amend: 'sent_back' } as const;

/** Whether all pieces of all lines were approved. */
export const isWhole = (lines: ClosedApproval['lines']): boolean =>
  lines.every(({ action, refused }) => action === 'approve' && refused === 0);

/** Whether a person repeats the decision that they have already made on an order. */
export function isSameDecision(input: DecisionInput, closed: ClosedApproval, callerId: number): boolean {
  if (closed.decidedById !== callerId) return false;
  const items = input.items ?? [];
  const isApprovedAsWhole = closed.status === 'approved' && isWhole(closed.lines);
  if (items.length === 0)
    return closed.status === 'approved'
      ? isApprovedAsWhole && input.action === 'approve'
      : closed.status === STATUS_OF[input.action] && closed.lines.every(({ action }) => action === input.action);
  if (isApprovedAsWhole) return items.every(({ action, quantity }) => (action ?? 'approve') === 'approve' && quantity == null);
  const byId = new Map(items.map((item) => [item.id, item]));
  return (
    closed.lines.length > 0 &&
    closed.lines.every(({ lineId, action, quantity }) => {
      const item = byId.get(lineId);
      return (item?.action ?? 'approve') === action && (item?.quantity ?? quantity) === quantity;
    })
  );
}

const PASSIVE: Partial<Record<ApprovalState, string>> = {
  approved: 'approved this order',
  rejected: 'rejected this order',
  sent_back: 'sent this order back',
  withdrawn: 'cancelled or changed this order',
};

/** Says who has already closed a request for approval, how and when. */
export function explainClosedApproval(closed: ClosedApproval | undefined, timeZone: string): string {
  if (!closed?.closedAt) return 'This order is not waiting for approval.';
  const at = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(closed.closedAt);
  if (closed.status === 'expired') return `No one decided on this order in time. It was cancelled on ${at}.`;
  const verb =
    closed.status === 'approved' && closed.lines.length > 0 ? 'approved part of this order' : (PASSIVE[closed.status] ?? '');
  const reason = closed.reason === null ? '' : ` Reason: ${closed.reason}`;
  return `${closed.by ?? 'Someone else'} ${verb} on ${at}. Nothing has been changed.${reason}`;
}
