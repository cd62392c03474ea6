import { describe, expect, it } from 'vitest';
import { type ChangeableOrder, describeChangeability, getCancelLabel } from './changeability.ts';

const order = (over: Partial<ChangeableOrder> = {}): ChangeableOrder => ({
  cancelAllowed: false,
  orderStatus: 'Pending',
  shippingStatus: 'NotYetShipped',
  deliveryKind: 'sent',
  pickingStartedOnUtc: null,
  customer: { id: 1, firstName: 'Ana', lastName: 'Nowak', email: 'ana@example.org', employeeNumber: null },
  placedByName: 'Ana Nowak',
  orderItems: [],
  ...over,
});
const line = (cancellableQuantity: number, cancelledQuantity: number) => ({ cancellableQuantity, cancelledQuantity });

describe('an order', () => {
  it.each([
    ['can be changed', order({ cancelAllowed: true }), /until picking starts\.$/],
    ['waits for approval', order({ cancelAllowed: true, orderStatus: 'AwaitingApproval' }), /never starts before approval/],
    ['is being picked', order({ pickingStartedOnUtc: '2026-11-03T10:00:00Z' }), /^Picking started on .*3 Nov.*, so/],
    ['was sent', order({ shippingStatus: 'Shipped', pickingStartedOnUtc: '2026-11-03T10:00:00Z' }), /has been sent/],
    ['was collected', order({ shippingStatus: 'Delivered', deliveryKind: 'collected' }), /has been collected/],
    ['is someone else’s', order(), /^Only Ana Nowak and administrators/],
    ['was placed by a third person', order({ placedByName: 'Kim Lee' }), /^Only Ana Nowak, Kim Lee and administrators/],
  ])('that %s says so', (_, given, text) => expect(describeChangeability(given)).toMatch(text));

  it('that was cancelled or rejected says nothing', () => {
    for (const orderStatus of ['Cancelled', 'Rejected'] as const)
      expect(describeChangeability(order({ orderStatus }))).toBeUndefined();
  });

  it('is cancelled as a whole, or the rest of it, or not at all', () => {
    expect(getCancelLabel(order({ orderItems: [line(2, 0), line(1, 0)] }))).toBe('Cancel order');
    expect(getCancelLabel(order({ orderItems: [line(0, 2), line(1, 0)] }))).toBe('Cancel the rest');
    expect(getCancelLabel(order({ orderItems: [line(0, 2)] }))).toBeUndefined();
  });
});
