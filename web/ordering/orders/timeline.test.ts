import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES, SHIPPING_STATUSES } from '#contract/ordering/order-states.ts';
import { namesOf } from '#contract/values.ts';
import { createTimeline, listHistory } from './timeline.ts';

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
  releasedOnUtc: '2026-11-01T10:00:00Z',
  pickingStartedOnUtc: null,
  deliveryKind: 'sent',
  readyToCollectOnUtc: null,
  cancelAllowed: false,
  approval: null,
  shipments: [],
  customer: { id: 1, firstName: 'Ana', lastName: 'Nowak', email: 'ana@example.org', employeeNumber: null },
  placedByName: 'Ana Nowak',
  orderItems: [{ quantity: 5, shippedQuantity: 2, cancelledQuantity: 1 }],
  orderNotes: [],
  ...over,
});
const listSteps = (given: TimelineOrder) => createTimeline(given).map(({ title, state }) => `${title}: ${state}`);
const CLOSED = '2026-11-02T10:00:00Z';
const PICKING = { orderStatus: 'Processing', pickingStartedOnUtc: '2026-11-03T10:00:00Z' } as const;

describe('the timeline of an order', () => {
  it.each([
    ['new', order(), ['Placed: done', 'Released: done', 'Picking: next', 'Sent: upcoming', 'Delivered: upcoming']],
    [
      'being picked',
      order(PICKING),
      ['Placed: done', 'Released: done', 'Picking: current', 'Sent: upcoming', 'Delivered: upcoming'],
    ],
    [
      'to be collected',
      order({ deliveryKind: 'collected' }),
      ['Placed: done', 'Released: done', 'Picking: next', 'Ready to collect: upcoming', 'Collected: upcoming'],
    ],
    [
      'ready to collect',
      order({ ...PICKING, deliveryKind: 'collected', readyToCollectOnUtc: '2026-11-04T10:00:00Z' }),
      ['Placed: done', 'Released: done', 'Picking: done', 'Ready to collect: current', 'Collected: upcoming'],
    ],
    [
      'partly collected',
      order({ ...PICKING, deliveryKind: 'collected', shippingStatus: 'PartiallyShipped', shipments: [parcel(null)] }),
      ['Placed: done', 'Released: done', 'Picking: done', 'Ready to collect: upcoming', 'Partly collected: current'],
    ],
    [
      'collected',
      order({ ...PICKING, deliveryKind: 'collected', shippingStatus: 'Delivered', shipments: [parcel(CLOSED)] }),
      ['Placed: done', 'Released: done', 'Picking: done', 'Ready to collect: done', 'Collected: done'],
    ],
    [
      'partly sent',
      order({ ...PICKING, shippingStatus: 'PartiallyShipped', shipments: [parcel(null)] }),
      ['Placed: done', 'Released: done', 'Picking: done', 'Partly sent: current', 'Delivered: upcoming'],
    ],
    [
      'sent',
      order({ ...PICKING, shippingStatus: 'Shipped', shipments: [parcel(null)] }),
      ['Placed: done', 'Released: done', 'Picking: done', 'Sent: done', 'Delivered: current'],
    ],
    [
      'delivered',
      order({ orderStatus: 'Complete', shippingStatus: 'Delivered', shipments: [parcel('2026-11-05T09:00:00Z')] }),
      ['Placed: done', 'Released: done', 'Picking: done', 'Sent: done', 'Delivered: done'],
    ],
    [
      'waiting for approval',
      order({ orderStatus: 'AwaitingApproval', releasedOnUtc: null, approval: decision({}) }),
      [
        'Placed: done',
        'Waiting for approval: current',
        'Released: upcoming',
        'Picking: upcoming',
        'Sent: upcoming',
        'Delivered: upcoming',
      ],
    ],
    [
      'approved',
      order({ approval: decision({ status: 'approved', closedOnUtc: CLOSED }) }),
      ['Placed: done', 'Approved: done', 'Released: done', 'Picking: next', 'Sent: upcoming', 'Delivered: upcoming'],
    ],
    [
      'rejected',
      order({ orderStatus: 'Rejected', approval: decision({ status: 'rejected', closedOnUtc: CLOSED }) }),
      ['Placed: done', 'Not approved: stopped'],
    ],
    [
      'sent back',
      order({ orderStatus: 'Cancelled', approval: decision({ status: 'sentBack', closedOnUtc: CLOSED }) }),
      ['Placed: done', 'Sent back: stopped'],
    ],
    [
      'expired',
      order({ orderStatus: 'Cancelled', approval: decision({ status: 'expired', closedOnUtc: CLOSED }) }),
      ['Placed: done', 'Cancelled: stopped'],
    ],
    [
      'cancelled while it waited',
      order({ orderStatus: 'Cancelled', approval: decision({ status: 'withdrawn', closedOnUtc: CLOSED }) }),
      ['Placed: done', 'Cancelled: stopped'],
    ],
    ['cancelled', order({ orderStatus: 'Cancelled' }), ['Placed: done', 'Cancelled: stopped']],
    [
      'without anything to send',
      order({ orderStatus: 'Complete', shippingStatus: 'ShippingNotRequired' }),
      ['Placed: done', 'Released: done', 'Picking: done', 'Complete: done'],
    ],
  ])('that is %s', (_, given, steps) => expect(listSteps(given)).toEqual(steps));

  it('has at most one step that is current or next', () => {
    for (const orderStatus of namesOf(ORDER_STATUSES))
      for (const shippingStatus of namesOf(SHIPPING_STATUSES))
        for (const pickingStartedOnUtc of [null, CLOSED])
          for (const status of ['requested', 'approved', 'withdrawn', null] as const) {
            const given = order({
              orderStatus,
              shippingStatus,
              pickingStartedOnUtc,
              approval: status ? decision({ status }) : null,
            });
            const marked = createTimeline(given).filter(({ state }) => state === 'current' || state === 'next');
            expect(marked.length, `${orderStatus} ${shippingStatus} ${status}`).toBeLessThanOrEqual(1);
          }
  });

  it('names who placed, approved and cancelled it and when, how many pieces are sent, and the date of the last parcel', () => {
    const approved = createTimeline(
      order({ placedByName: 'Kim Lee', approval: decision({ status: 'approved', closedOnUtc: CLOSED, byName: 'Kit Moss' }) }),
    );
    expect(approved[0]).toMatchObject({ detail: 'by Kim Lee' });
    expect(approved[1]).toMatchObject({ detail: 'by Kit Moss', atUtc: CLOSED });
    const cancelled = order({
      orderStatus: 'Cancelled',
      orderNotes: [{ id: 1, kind: 'cancelled', note: 'Cancelled by Ana Nowak.', createdOnUtc: CLOSED }],
    });
    expect(createTimeline(cancelled).at(-1)).toMatchObject({ title: 'Cancelled', atUtc: CLOSED });
    const partly = order({ ...PICKING, shippingStatus: 'PartiallyShipped' });
    expect(createTimeline(partly)[3]?.detail).toBe('2 of 4 pieces. The rest will follow.');
    const parcels = [parcel('2026-11-07T09:00:00Z'), parcel('2026-11-05T09:00:00Z')];
    const complete = order({ orderStatus: 'Complete', shippingStatus: 'Delivered', shipments: parcels });
    expect(createTimeline(complete).at(-1)?.atUtc).toBe('2026-11-07T09:00:00Z');
  });

  it('keeps since when an order could be collected once it has been', () => {
    const kept: Partial<TimelineOrder> = {
      ...PICKING,
      ...{ deliveryKind: 'collected', shippingStatus: 'Delivered', shipments: [parcel(CLOSED)] },
    };
    const note = (id: number, createdOnUtc: string) => ({
      id,
      kind: 'ready_to_collect',
      note: 'Ready to collect.',
      createdOnUtc,
    });
    const orderNotes = [note(1, '2026-11-04T10:00:00Z'), note(2, '2026-11-05T10:00:00Z')];
    const readyOf = (given: TimelineOrder) => createTimeline(given).find(({ title }) => title === 'Ready to collect');
    expect(readyOf(order({ ...kept, orderNotes }))).toMatchObject({ atUtc: '2026-11-05T10:00:00Z', state: 'done' });
    expect(readyOf(order({ ...kept, shippingStatus: 'PartiallyShipped', orderNotes }))?.atUtc).toBeNull();
  });

  it('says until when changes are possible, only while they are', () => {
    const detailOf = (given: TimelineOrder) => createTimeline(given).find(({ title }) => title === 'Picking')?.detail;
    expect(detailOf(order({ cancelAllowed: true }))).toBe('You can make changes until it starts.');
    expect(detailOf(order(PICKING))).toBeUndefined();
  });
});

describe('the history of an order', () => {
  it('begins with who placed it, and for whom', () => {
    const orderNotes = [
      {
        id: 2,
        kind: 'picking_started',
        note: 'The warehouse has started to pick the order.',
        createdOnUtc: '2026-11-03T10:00:00Z',
      },
      { id: 3, kind: 'note', note: 'Left with reception.', createdOnUtc: '2026-11-07T10:00:00Z' },
    ];
    expect(listHistory(order({ placedByName: 'Kim Lee', orderNotes })).map(({ text }) => text)).toEqual([
      'Placed by Kim Lee for Ana Nowak.',
      'The warehouse has started to pick the order.',
      'Left with reception.',
    ]);
    expect(listHistory(order())).toEqual([{ key: 'placed', atUtc: '2026-11-01T10:00:00Z', text: 'Placed by Ana Nowak.' }]);
  });
});
