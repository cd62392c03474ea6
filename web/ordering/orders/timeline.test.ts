import { describe, expect, it } from 'vitest';
import { createTimeline } from './timeline.ts';

type TimelineOrder = Parameters<typeof createTimeline>[0];
const parcel = (deliveryDateUtc: string | null) => ({ deliveryDateUtc }) as TimelineOrder['shipments'][number];
const decision = (over: Partial<NonNullable<TimelineOrder['approval']>>): TimelineOrder['approval'] => ({
  required: true,
  reasons: [],
  status: 'requested',
  requestedOnUtc: '2026-11-01T10:00:00Z',
  expiresOnUtc: null,
  closedOnUtc: null,
  deciderNames: [],
  action: null,
  approvedOnUtc: null,
  rejectedOnUtc: null,
  byCustomerId: null,
  byName: null,
  rejectReason: null,
  ...over,
});
const order = (over: Partial<TimelineOrder> = {}): TimelineOrder => ({
  createdOnUtc: '2026-11-01T10:00:00Z',
  orderStatus: 'Pending',
  shippingStatus: 'NotYetShipped',
  shippedOnUtc: null,
  approval: null,
  shipments: [],
  customer: { id: 1, firstName: 'Ana', lastName: 'Nowak', email: 'ana@example.org', employeeNumber: null },
  ...over,
});
const listSteps = (given: TimelineOrder) => createTimeline(given).map(({ title, state }) => `${title}: ${state}`);

describe('the timeline of an order', () => {
  it.each([
    ['new', order(), ['Placed: done', 'In progress: current', 'Sent: upcoming', 'Delivered: upcoming']],
    [
      'in progress',
      order({ orderStatus: 'Processing' }),
      ['Placed: done', 'In progress: current', 'Sent: upcoming', 'Delivered: upcoming'],
    ],
    [
      'partly sent',
      order({ orderStatus: 'Processing', shippingStatus: 'PartiallyShipped', shipments: [parcel(null)] }),
      ['Placed: done', 'In progress: done', 'Partly sent: current', 'Delivered: upcoming'],
    ],
    [
      'sent',
      order({ orderStatus: 'Processing', shippingStatus: 'Shipped', shipments: [parcel(null)] }),
      ['Placed: done', 'In progress: done', 'Sent: done', 'Delivered: current'],
    ],
    [
      'delivered',
      order({ orderStatus: 'Complete', shippingStatus: 'Delivered', shipments: [parcel('2026-11-05T09:00:00Z')] }),
      ['Placed: done', 'In progress: done', 'Sent: done', 'Delivered: done'],
    ],
    [
      'waiting for approval',
      order({ orderStatus: 'AwaitingApproval', approval: decision({}) }),
      ['Placed: done', 'Waiting for approval: current', 'In progress: upcoming', 'Sent: upcoming', 'Delivered: upcoming'],
    ],
    [
      'approved',
      order({ orderStatus: 'Processing', approval: decision({ approvedOnUtc: '2026-11-02T10:00:00Z' }) }),
      ['Placed: done', 'Approved: done', 'In progress: current', 'Sent: upcoming', 'Delivered: upcoming'],
    ],
    [
      'rejected',
      order({ orderStatus: 'Rejected', approval: decision({ rejectedOnUtc: '2026-11-02T10:00:00Z' }) }),
      ['Placed: done', 'Not approved: stopped'],
    ],
    ['cancelled', order({ orderStatus: 'Cancelled' }), ['Placed: done', 'Cancelled: stopped']],
    [
      'without anything to send',
      order({ orderStatus: 'Complete', shippingStatus: 'ShippingNotRequired' }),
      ['Placed: done', 'In progress: done', 'Complete: done'],
    ],
  ])('that is %s', (_, given, steps) => expect(listSteps(given)).toEqual(steps));

  it('has at most one current step', () => {
    const statuses = ['Pending', 'Processing', 'Complete', 'Cancelled', 'AwaitingApproval', 'Rejected'];
    const shippings = ['ShippingNotRequired', 'NotYetShipped', 'PartiallyShipped', 'Shipped', 'Delivered'];
    for (const orderStatus of statuses)
      for (const shippingStatus of shippings)
        for (const approval of [null, decision({}), decision({ approvedOnUtc: '2026-11-02T10:00:00Z' })]) {
          const states = createTimeline(order({ orderStatus, shippingStatus, approval })).map(({ state }) => state);
          expect(states.filter((state) => state === 'current').length, `${orderStatus} ${shippingStatus}`).toBeLessThanOrEqual(1);
        }
  });

  it('names the approver and the date of the last parcel', () => {
    const approved = createTimeline(order({ approval: decision({ approvedOnUtc: '2026-11-02T10:00:00Z', byName: 'Kit Moss' }) }));
    expect(approved[1]).toMatchObject({ detail: 'by Kit Moss', atUtc: '2026-11-02T10:00:00Z' });
    const parcels = [parcel('2026-11-07T09:00:00Z'), parcel('2026-11-05T09:00:00Z')];
    expect(
      createTimeline(order({ orderStatus: 'Complete', shippingStatus: 'Delivered', shipments: parcels })).at(-1)?.atUtc,
    ).toBe('2026-11-07T09:00:00Z');
  });
});
