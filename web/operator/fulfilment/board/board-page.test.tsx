import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { BoardPage } from './board-page.tsx';

const api = useStubbedApi();

const EXPRESS = {
  ...{ deliveryMethod: 'Next working day', deliveryKind: 'sent' as const, cutOff: '14:00' },
  ...{ sendOn: '2101-12-01', isDueToday: false, readyToCollectOnUtc: null },
};
const COLLECT = {
  ...{ deliveryMethod: 'Collect from the depot', deliveryKind: 'collected' as const, cutOff: null },
  ...{ sendOn: '2026-12-01', isDueToday: false, readyToCollectOnUtc: '2026-11-30T10:00:00Z' },
};

/** Orders 1 and 3 go to Leeds, order 2 to York. */
function show(path = '/', prepare = () => {}) {
  for (const call of [
    'GET /api/operator/me',
    'GET /api/operator/listsettings/:list',
    'GET /api/operator/listviews/:list',
  ] as const)
    api.on(call, {});
  api.on('GET /api/operator/orders', {
    orders: [
      { id: 1, destination: 'leeds', ...EXPRESS, isDueToday: true, sendOn: toIsoDay(new Date()) },
      { id: 2, destination: 'york', ...EXPRESS },
      { id: 3, destination: 'leeds', ...COLLECT },
    ],
    destinations: [
      { key: 'leeds', name: 'Leeds', orders: 2, readyQuantity: 3, pendingQuantity: 4 },
      { key: 'york', name: 'York', orders: 1, readyQuantity: 1, pendingQuantity: 1 },
    ],
    deliveryMethods: [{ name: 'Next working day', kind: 'sent', orders: 2, dueToday: 1 }],
    totalCount: 3,
  });
  api.on('GET /api/operator/proofs', { requests: [], totalCount: 0 });
  api.on('GET /api/operator/punchout/orders', { purchaseOrders: [], totalCount: 0, waitingCount: 0 });
  api.on('GET /api/operator/decoration/work', { days: [] });
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['warehouse'] } });
  prepare();
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

it('says how each order is delivered and what is due today, and filters by it', async () => {
  const { user, address } = show();
  const cells = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
  expect(cells[0]).toContain('Next working dayDue today (cut-off 14:00)');
  expect(cells[1]).toMatch(/Next working dayLeaves 1 Dec.* \(cut-off 14:00\)/);
  expect(cells[2]).toContain('Collect from the depotReady to collect');

  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  await user.click(await screen.findByRole('button', { name: 'Delivery' }));
  await user.click(await screen.findByText('Next working day (2 orders, 1 due today)'));
  expect(address()).toBe('/?delivery=Next+working+day');
  expect(api.requests('GET /api/operator/orders').map(({ query }) => query.delivery)).toContain('Next working day');

  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  await user.click(await screen.findByRole('button', { name: 'Due' }));
  await user.click(await screen.findByText('Today'));
  expect(await screen.findByRole('button', { name: /^Due: Today/ })).toBeTruthy();
});

it('says which proofs are to be made and what is to be decorated, with links to just these', async () => {
  show('/', () => {
    api.on('GET /api/operator/proofs', {
      requests: [{ requestedOnUtc: new Date(Date.now() - 4 * 86_400_000).toISOString() }],
      totalCount: 3,
    });
    api.on('GET /api/operator/punchout/orders', {
      purchaseOrders: [{ receivedOnUtc: new Date(Date.now() - 4 * 86_400_000).toISOString() }],
      totalCount: 2,
      waitingCount: 2,
    });
    const aDay = (day: string, quantity: number, when: object) => ({ day, quantity, isLate: false, isToday: false, ...when });
    api.on('GET /api/operator/decoration/work', {
      days: [aDay('2101-11-28', 2, { isLate: true }), aDay('2101-11-30', 5, { isToday: true }), aDay('2101-12-01', 9, {})],
    });
  });
  const work = within(await screen.findByRole('list', { name: 'Decisions, proofs and decoration' }));
  await waitFor(() => expect(work.getAllByRole('listitem')).toHaveLength(4));
  expect(work.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 PunchOut orders to decide on, the oldest received 4 days ago',
    '3 proofs to make, the oldest asked for 4 days ago',
    '2 pieces to decorate, late since 28 November 2101',
    '5 pieces to decorate today',
  ]);
  expect(work.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/operator/punchout/orders',
    '/operator/proofs',
    '/operator/decoration?day=2101-11-28',
    '/operator/decoration?day=2101-11-30',
  ]);
});
