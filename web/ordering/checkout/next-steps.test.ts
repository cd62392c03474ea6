import { expect, it } from 'vitest';
import { describeNextSteps } from './next-steps.ts';

const ORDER = {
  orderStatus: 'Pending',
  customer: { id: 1, firstName: 'Ana', lastName: 'Nowak', email: 'ana@example.org', employeeNumber: null },
  shippingMethod: 'Next working day',
  deliveryKind: 'sent',
  waitsForProof: false,
} as const;
const COLLECTED = { ...ORDER, shippingMethod: 'Collect from the depot', deliveryKind: 'collected' } as const;

it.each([
  ['is sent', ORDER, 'The warehouse packs and sends your order (Next working day). You can track each parcel on the order page.'],
  ['is collected', COLLECTED, 'The warehouse packs your order. We will email you when it is ready to collect.'],
  [
    'needs approval first',
    { ...COLLECTED, orderStatus: 'AwaitingApproval' } as const,
    /once it is approved\. .*ready to collect\.$/,
  ],
  ['will not be sent', { ...ORDER, orderStatus: 'Rejected' } as const, /will not be sent/],
])('the next steps of an order that %s end with how it arrives', (_, order, last) =>
  expect(describeNextSteps(order).at(-1)).toMatch(last),
);

it('an order with a new design waits for its proof', () => {
  const waiting = { ...ORDER, waitsForProof: true };
  expect(describeNextSteps(waiting)[1]).toMatch(/a proof of each new logo or text/);
  expect(describeNextSteps({ ...waiting, orderStatus: 'AwaitingApproval' })[2]).toMatch(/a proof/);
  expect(describeNextSteps(ORDER)).toHaveLength(2);
});
