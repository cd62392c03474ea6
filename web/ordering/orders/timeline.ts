import type { ReplyOf } from '#contract/index.ts';
import { plural } from '#web/ui/format/format.ts';

export type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

export interface TimelineStep {
  title: string;
  /** Who decided, or what happens next. */
  detail?: string | undefined;
  atUtc?: string | null;
  /** `next`: the first step that is still to come while none is under way; `stopped`: the order ended at this step. */
  state: 'done' | 'current' | 'next' | 'upcoming' | 'stopped';
}

type TimelineOrder = Pick<
  Order,
  | 'createdOnUtc'
  | 'orderStatus'
  | 'shippingStatus'
  | 'shippedOnUtc'
  | 'releasedOnUtc'
  | 'pickingStartedOnUtc'
  | 'deliveryKind'
  | 'readyToCollectOnUtc'
  | 'cancelAllowed'
  | 'approval'
  | 'shipments'
  | 'customer'
  | 'placedByName'
> &
  Partial<Pick<Order, 'ownLinesOnly' | 'payment' | 'paidDateUtc'>> & {
    orderItems: readonly Pick<Order['orderItems'][number], 'quantity' | 'shippedQuantity' | 'cancelledQuantity'>[];
    orderNotes: readonly Pick<Order['orderNotes'][number], 'id' | 'kind' | 'note' | 'createdOnUtc'>[];
  };

const getPersonName = ({ firstName, lastName }: TimelineOrder['customer']) => `${firstName} ${lastName}`.trim();

/** The steps of an order from being placed to being delivered, with the state of each. */
export function createTimeline(order: TimelineOrder): TimelineStep[] {
  const isOwn = !order.ownLinesOnly && order.placedByName === getPersonName(order.customer);
  const placed: TimelineStep = {
    title: 'Placed',
    atUtc: order.createdOnUtc,
    detail: isOwn ? undefined : `by ${order.placedByName}`,
    state: 'done',
  };
  const steps = [placed, ...approvalSteps(order)];
  if (steps.at(-1)?.state === 'stopped') return steps;
  if (order.orderStatus === 'Cancelled' && order.shipments.length === 0) {
    const atUtc = order.orderNotes.findLast(({ kind }) => kind === 'cancelled')?.createdOnUtc ?? null;
    const detail = order.payment?.state === 'cancelled' ? 'It was not paid.' : 'Nothing will be sent.';
    return [...steps, { title: 'Cancelled', detail, atUtc, state: 'stopped' }];
  }
  return markNext([...steps, ...paymentSteps(order), ...deliverySteps(order)]);
}

/** Marks the first step that is still to come, unless one is under way. */
function markNext(steps: TimelineStep[]): TimelineStep[] {
  if (steps.some(({ state }) => state === 'current')) return steps;
  const next = steps.find(({ state }) => state === 'upcoming');
  return steps.map((step) => (step === next ? { ...step, state: 'next' } : step));
}

function approvalSteps({ approval, orderStatus }: TimelineOrder): TimelineStep[] {
  if (!approval?.required) return [];
  const detail = approval.byName ? `by ${approval.byName}` : undefined;
  const atUtc = approval.closedOnUtc;
  if (approval.status === 'rejected' || orderStatus === 'Rejected')
    return [{ title: 'Not approved', detail, atUtc, state: 'stopped' }];
  if (approval.status === 'sentBack') return [{ title: 'Sent back', detail, atUtc, state: 'stopped' }];
  if (approval.status === 'expired') return [{ title: 'Cancelled', detail: 'No one decided in time.', atUtc, state: 'stopped' }];
  if (approval.status === 'approved') return [{ title: 'Approved', detail, atUtc, state: 'done' }];
  if (orderStatus !== 'AwaitingApproval') return [];
  return [{ title: 'Waiting for approval', detail: 'Nothing is sent until it is approved.', state: 'current' }];
}

/** The payment by card, on which the order waits. None for an order on account. */
function paymentSteps({ payment, paidDateUtc = null, orderStatus }: TimelineOrder): TimelineStep[] {
  if (!payment || payment.state === 'cancelled') return [];
  if (payment.state === 'paid') return [{ title: 'Paid', detail: 'by card', atUtc: paidDateUtc, state: 'done' }];
  if (orderStatus === 'AwaitingApproval') return [{ title: 'Payment', detail: 'by card', state: 'upcoming' }];
  return payment.state === 'held'
    ? [{ title: 'Payment', detail: 'It is being checked.', state: 'current' }]
    : [{ title: 'Waiting for payment', detail: 'Nothing is sent until it is paid.', state: 'current' }];
}

function deliverySteps(order: TimelineOrder): TimelineStep[] {
  const { orderStatus, shippingStatus, shippedOnUtc, releasedOnUtc, pickingStartedOnUtc, shipments } = order;
  const isWaiting = orderStatus === 'AwaitingApproval';
  const isComplete = orderStatus === 'Complete';
  const isPartlySent = shippingStatus === 'PartiallyShipped';
  const isDelivered = shippingStatus === 'Delivered' || isComplete;
  const isSent = shippingStatus === 'Shipped' || isDelivered;
  const isPicked = isSent || isPartlySent;
  const isReleased = isPicked || (!isWaiting && releasedOnUtc !== null);
  const stateOf = (isDone: boolean, isCurrent: boolean): TimelineStep['state'] =>
    isDone ? 'done' : isCurrent && !isWaiting ? 'current' : 'upcoming';

  const released: TimelineStep = {
    title: 'Released',
    detail: isReleased ? 'to the warehouse' : undefined,
    atUtc: isReleased ? releasedOnUtc : null,
    state: stateOf(isReleased, false),
  };
  const picking: TimelineStep = {
    title: 'Picking',
    detail: order.cancelAllowed ? 'You can make changes until it starts.' : undefined,
    atUtc: pickingStartedOnUtc,
    state: stateOf(isPicked, pickingStartedOnUtc !== null),
  };
  if (shippingStatus === 'ShippingNotRequired')
    return [released, picking, { title: 'Complete', state: stateOf(isComplete, false) }];
  if (order.deliveryKind === 'collected') {
    const isReady = order.readyToCollectOnUtc !== null;
    const ready: TimelineStep = {
      title: 'Ready to collect',
      // The order itself says only since when something waits.
      atUtc: order.readyToCollectOnUtc ?? (isSent ? findReadyTime(order) : null),
      state: stateOf(isSent, isReady),
    };
    const collected: TimelineStep = {
      title: isPartlySent ? 'Partly collected' : 'Collected',
      detail: isPartlySent ? describeSentPieces(order) : undefined,
      atUtc: isPicked ? shippedOnUtc : null,
      state: stateOf(isSent, isPartlySent && !isReady),
    };
    return [released, { ...picking, state: stateOf(isPicked || isReady, pickingStartedOnUtc !== null) }, ready, collected];
  }
  const sent: TimelineStep = {
    title: isPartlySent ? 'Partly sent' : 'Sent',
    detail: isPartlySent ? describeSentPieces(order) : undefined,
    atUtc: shippedOnUtc,
    state: stateOf(isSent, isPartlySent),
  };
  const delivered: TimelineStep = {
    title: 'Delivered',
    atUtc: isDelivered ? findLatest(shipments.map(({ deliveryDateUtc }) => deliveryDateUtc)) : null,
    detail: isSent && !isDelivered ? 'On its way.' : undefined,
    state: stateOf(isDelivered, isSent),
  };
  return [released, picking, sent, delivered];
}

function describeSentPieces({ orderItems }: TimelineOrder): string {
  const count = (field: 'quantity' | 'shippedQuantity' | 'cancelledQuantity') =>
    orderItems.reduce((sum, line) => sum + line[field], 0);
  return `${count('shippedQuantity')} of ${plural(count('quantity') - count('cancelledQuantity'), 'piece')}. The rest will follow.`;
}

const findReadyTime = ({ orderNotes }: TimelineOrder): string | null =>
  orderNotes.findLast(({ kind }) => kind === 'ready_to_collect')?.createdOnUtc ?? null;

const findLatest = (dates: readonly (string | null)[]) =>
  dates
    .filter((date): date is string => date !== null)
    .sort()
    .at(-1) ?? null;

export interface HistoryEntry {
  key: string;
  atUtc: string;
  text: string;
}

/** What has happened to an order in sentences, oldest first. */
export function listHistory(order: TimelineOrder): HistoryEntry[] {
  const person = getPersonName(order.customer);
  const { placedByName } = order;
  const placed = placedByName === person ? `Placed by ${person}.` : `Placed by ${placedByName} for ${person}.`;
  return [
    { key: 'placed', atUtc: order.createdOnUtc, text: placed },
    ...order.orderNotes.map(({ id, note, createdOnUtc }) => ({ key: `event-${id}`, atUtc: createdOnUtc, text: note })),
  ];
}
