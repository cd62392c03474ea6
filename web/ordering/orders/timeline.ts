import type { ReplyOf } from '#contract/index.ts';

export type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

export interface TimelineStep {
  title: string;
  /** Who decided, or what happens next. */
  detail?: string;
  atUtc?: string | null;
  /** `stopped`: the order was rejected or cancelled at this step. */
  state: 'done' | 'current' | 'upcoming' | 'stopped';
}

type TimelineOrder = Pick<
  Order,
  'createdOnUtc' | 'orderStatus' | 'shippingStatus' | 'shippedOnUtc' | 'approval' | 'shipments' | 'customer'
>;

/** The steps of an order from being placed to being delivered, with the state of each. */
export function createTimeline(order: TimelineOrder): TimelineStep[] {
  const placed: TimelineStep = { title: 'Placed', atUtc: order.createdOnUtc, state: 'done' };
  const steps = [placed, ...approvalSteps(order)];
  if (order.orderStatus === 'Rejected') return steps;
  if (order.orderStatus === 'Cancelled' && order.shipments.length === 0) {
    return [...steps, { title: 'Cancelled', detail: 'Nothing will be sent.', state: 'stopped' }];
  }
  return [...steps, ...deliverySteps(order)];
}

function approvalSteps({ approval, orderStatus }: TimelineOrder): TimelineStep[] {
  if (!approval?.required) return [];
  const by = approval.byName ? `by ${approval.byName}` : undefined;
  if (approval.rejectedOnUtc !== null || orderStatus === 'Rejected') {
    return [{ title: 'Not approved', detail: by, atUtc: approval.rejectedOnUtc, state: 'stopped' }];
  }
  if (approval.approvedOnUtc !== null) return [{ title: 'Approved', detail: by, atUtc: approval.approvedOnUtc, state: 'done' }];
  if (orderStatus !== 'AwaitingApproval') return [];
  return [{ title: 'Waiting for approval', detail: 'Nothing is sent until it is approved.', state: 'current' }];
}

function deliverySteps({ orderStatus, shippingStatus, shippedOnUtc, shipments }: TimelineOrder): TimelineStep[] {
  const noDelivery = shippingStatus === 'ShippingNotRequired';
  const reached = ['Delivered', 'Shipped', 'PartiallyShipped'].includes(shippingStatus)
    ? shippingStatus
    : orderStatus === 'Processing'
      ? 'Processing'
      : orderStatus === 'Complete'
        ? 'Delivered'
        : 'Placed';
  const waiting = orderStatus === 'AwaitingApproval';
  const delivered = latest(shipments.map(({ deliveryDateUtc }) => deliveryDateUtc));
  const state = (done: boolean, current: boolean): TimelineStep['state'] =>
    done ? 'done' : current && !waiting ? 'current' : 'upcoming';
  const processing: TimelineStep = {
    title: 'In progress',
    detail: reached === 'Placed' && !waiting ? 'The warehouse will pack it next.' : undefined,
    state: state(!['Placed', 'Processing'].includes(reached), true),
  };
  if (noDelivery) return [processing, { title: 'Complete', state: state(orderStatus === 'Complete', false) }];
  const shipped: TimelineStep = {
    title: reached === 'PartiallyShipped' ? 'Partly sent' : 'Sent',
    detail: reached === 'PartiallyShipped' ? 'The rest will follow.' : undefined,
    atUtc: shippedOnUtc,
    state: state(['Shipped', 'Delivered'].includes(reached), reached === 'PartiallyShipped'),
  };
  const arrived: TimelineStep = {
    title: 'Delivered',
    atUtc: reached === 'Delivered' ? delivered : undefined,
    detail: reached === 'Shipped' ? 'On its way.' : undefined,
    state: state(reached === 'Delivered', reached === 'Shipped'),
  };
  return [processing, shipped, arrived];
}

const latest = (dates: readonly (string | null)[]) =>
  dates
    .filter((date): date is string => date !== null)
    .sort()
    .at(-1) ?? null;
