import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { createReply } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { Line } from './changed-line.tsx';
import { OrderChangeDialog } from './order-change-dialog.tsx';

const api = useStubbedApi();

type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

/** A line of the order 501. */
const aLine = (parts: PartsOf<Order['orderItems'][number]>): Line =>
  createReply('GET /api/orders/:id', {
    orders: [{ orderItems: [{ id: 71, productId: 9, combinationId: 91, productName: 'Ashdown shirt', ...parts }] }],
  }).orders[0]?.orderItems[0] as Line;

const open = (kind: 'cancel' | 'changeSize', line: Line) =>
  renderPage(
    <OrderChangeDialog
      order={{ id: 501, customOrderNumber: '501' }}
      cancelLabel="Cancel order"
      open={{ kind, line }}
      onClose={() => undefined}
    />,
  );

const field = (name: string) => screen.findByLabelText(name) as Promise<HTMLInputElement>;
const listCancelled = () =>
  api.requests('POST /api/orders/:id/cancel').map(({ body: { cancellation } }) => cancellation.items?.[0]?.quantity);

it('cancels down to the fewest pieces that can remain, or all', async () => {
  api.on('POST /api/orders/:id/cancel', { outcome: ['What remains costs £60.00, including tax and delivery.'] });
  const { user } = open('cancel', aLine({ cancellableQuantity: 8, leastRemaining: 5 }));
  const pieces = await field('Pieces to cancel');
  expect(pieces.value).toBe('8');
  await screen.findByText('of 8. At least 5 or none can remain.');
  await user.click(screen.getByRole('button', { name: 'Fewer: Pieces to cancel' }));
  expect(pieces.value).toBe('3');
  await screen.findByText('What remains costs £60.00, including tax and delivery.');
  await user.click(screen.getByRole('button', { name: 'More: Pieces to cancel' }));
  expect(pieces.value).toBe('8');
  await user.clear(pieces);
  await user.type(pieces, '5{Enter}');
  expect(pieces.value).toBe('3');
  await waitFor(() => expect(new Set(listCancelled())).toEqual(new Set([8, 3])));
});

it('cancels so that quantities remain in which the product is sold', async () => {
  api.on('POST /api/orders/:id/cancel', { outcome: [] });
  const { user } = open('cancel', aLine({ cancellableQuantity: 24, allowedRemaining: [6, 12, 24] }));
  const pieces = await field('Pieces to cancel');
  for (const [button, value] of [
    ['Fewer', '18'],
    ['Fewer', '12'],
    ['More', '18'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: `${button}: Pieces to cancel` }));
    expect(pieces.value).toBe(value);
  }
});

it('does not cancel what is refused', async () => {
  api.on('POST /api/orders/:id/cancel', refuse(400, { cancellation: 'What remains costs more than is left in Shirts.' }));
  open('cancel', aLine({ cancellableQuantity: 8 }));
  await screen.findByText('What remains costs more than is left in Shirts.');
  expect(screen.getByRole('button', { name: 'Cancel 8 pieces' })).toHaveProperty('disabled', true);
});

it('cancels for what was shown, or shows what it would be now', async () => {
  const outcomes = [['What remains costs £60.00.'], ['What remains costs £72.00.']] as const;
  let isDearer = false;
  api.on('POST /api/orders/:id/cancel', ({ body: { cancellation } }) => {
    if (!cancellation.preview && cancellation.outcomeFingerprint !== 'dearer') {
      isDearer = true;
      return refuse(409, { order: ['The outcome has changed since it was shown.', ...outcomes[1]] }, 'outcome_changed');
    }
    return isDearer
      ? { msg: 'The order has been changed.', outcome: outcomes[1], outcomeFingerprint: 'dearer' }
      : { outcome: outcomes[0], outcomeFingerprint: 'shown' };
  });
  const { user } = open('cancel', aLine({ cancellableQuantity: 8 }));
  await screen.findByText('What remains costs £60.00.');
  await user.click(screen.getByRole('button', { name: 'Cancel 8 pieces' }));
  // What it would be now is shown once, in the place of what was shown, and can be confirmed.
  await screen.findByText('What remains costs £72.00.');
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe(
    'The outcome has changed since it was shown. Nothing has been done yet. Please check it again.',
  );
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel 8 pieces' }));
  await screen.findByText('The order has been changed.');
});

it('changes the size of as many pieces as can be a line of their own and leave the others one', async () => {
  const size = (id: number) => ({ id, inStock: true, stockStatus: 'InStock' as const, attributes: [{ id: 3, valueId: id }] });
  api.on('GET /api/products/:id', {
    products: [
      {
        id: 9,
        orderMinimumQuantity: 5,
        orderMaximumQuantity: 100,
        attributes: [
          {
            id: 3,

            productAttributeName: 'Size',
            attributeValues: [
              { id: 91, name: 'M' },
              { id: 92, name: 'L' },
            ],
          },
        ],
        productAttributeCombinations: [size(91), size(92)],
      },
    ],
  });
  const { user } = open('changeSize', aLine({ cancellableQuantity: 12, leastRemaining: 5 }));
  const pieces = await field('Pieces to change');
  expect(pieces.value).toBe('12');
  await user.click(screen.getByRole('button', { name: 'Fewer: Pieces to change' }));
  expect(pieces.value).toBe('7');
  await user.clear(pieces);
  await user.type(pieces, '2{Enter}');
  expect(pieces.value).toBe('5');
});
