import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { BoardPage } from './board-page.tsx';

const api = useStubbedApi();

/** Orders 1 and 3 go to Leeds, order 2 to York. */
function show(path = '/') {
  for (const call of [
    'GET /api/operator/me',
    'GET /api/operator/listsettings/:list',
    'GET /api/operator/listviews/:list',
  ] as const)
    api.on(call, {});
  api.on('GET /api/operator/orders', {
    orders: [
      { id: 1, destination: 'leeds' },
      { id: 2, destination: 'york' },
      { id: 3, destination: 'leeds' },
    ],
    destinations: [
      { key: 'leeds', name: 'Leeds', orders: 2, readyQuantity: 3, pendingQuantity: 4 },
      { key: 'york', name: 'York', orders: 1, readyQuantity: 1, pendingQuantity: 1 },
    ],
    totalCount: 3,
  });
  return renderPage(<BoardPage />, { path, isOperator: true });
}

const findBox = (order: number) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select order ${order}` });

it('packs orders of one destination together, and says why others cannot be added', async () => {
  const { user } = show();
  await user.click(await findBox(3));

  const elsewhere = await findBox(2);
  await waitFor(() =>
    expect([elsewhere.disabled, elsewhere.title]).toEqual([true, expect.stringMatching(/another destination/)]),
  );
  await user.click(await findBox(1));
  expect(screen.getByRole('link', { name: 'Pick and pack 2 orders' }).getAttribute('href')).toBe('/operator/pack?orders=1,3');
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  await waitFor(() => expect(elsewhere.disabled).toBe(false));
});

it('selects of all orders on the page those that go where the oldest goes', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));

  const boxes = await Promise.all([1, 2, 3].map(findBox));
  await waitFor(() => expect(boxes.map(({ checked }) => checked)).toEqual([true, false, true]));
  screen.getByRole('link', { name: 'Pick and pack 2 orders' });
});

it('shows the orders of a destination, with a chip that takes it away again', async () => {
  const { user, address } = show();
  await user.click(await screen.findByRole('button', { name: /^York/ }));

  expect(address()).toBe('/?destination=york');
  expect(api.requests('GET /api/operator/orders').map(({ query }) => query.destination)).toContain('york');
  const chips = await screen.findByRole('list', { name: 'Active filters' });
  await waitFor(() => expect(chips.textContent).toBe('Destination: York'));
  await user.click(within(chips).getByRole('button', { name: 'Remove filter: Destination' }));
  expect(address()).toBe('/');
});

it('says how much can be picked now', async () => {
  show();
  await screen.findByText('3 orders for 2 destinations, those due first. 4 of 5 pieces can be picked now.');
});
