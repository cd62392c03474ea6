import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { PackOrder } from '../pack-order.ts';
import { HandoverNotice } from './handover-card.tsx';

const api = useStubbedApi();
const HAND_OVER = 'POST /api/operator/orders/:id/handover';

const line = (id: number, productName: string, packedQuantity: number) =>
  ({ id, productName, size: 'M', wearerName: null, packedQuantity }) as PackOrder['lines'][number];
const order = {
  id: 7,
  readyToCollectOnUtc: '2026-11-20T10:00:00Z',
  lines: [line(1, 'Shirt', 2), line(2, 'Coat', 1), line(3, 'Cap', 0)],
} as PackOrder;

const show = (shown: PackOrder = order) =>
  renderPage(<HandoverNotice order={shown} onChanged={() => undefined} />, { isOperator: true });

it('hands over what is ready, or less of it, to whoever collects it', async () => {
  api.on(HAND_OVER, { shipments: [] });
  const { user } = show();
  screen.getByText('2 × Shirt, M; 1 × Coat, M');
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over order 7' }));
  await user.click(dialog.getByRole('button', { name: 'Hand over' }));
  await dialog.findByText('Enter who collects it');
  await user.type(dialog.getByLabelText('Collected by'), 'Ann Ash');
  const shirts = dialog.getByLabelText('Pieces of Shirt, M');
  await user.clear(shirts);
  await user.type(shirts, '3');
  await user.click(dialog.getByRole('button', { name: 'Hand over' }));
  await dialog.findByText('Enter how many pieces are handed over');
  await user.clear(shirts);
  await user.type(shirts, '1');
  await user.click(dialog.getByRole('button', { name: 'Hand over' }));
  await screen.findByText('Handed over.');
  expect(api.requests(HAND_OVER).map(({ body }) => body)).toEqual([
    {
      collectedBy: 'Ann Ash',
      items: [
        { orderItemId: 1, quantity: 1 },
        { orderItemId: 2, quantity: 1 },
      ],
    },
  ]);
});

it('is not offered while nothing is ready', () => {
  show({ ...order, lines: [line(3, 'Cap', 0)] });
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
});
