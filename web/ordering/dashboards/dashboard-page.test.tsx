import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { NARROW, renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { DashboardPage } from './dashboard-page.tsx';

const api = useStubbedApi();

const [year, month] = [new Date().getUTCFullYear(), new Date().getUTCMonth() + 1];
const seasonFrom = (id: number, name: string, from: number, isCurrent = false) => ({
  id,
  name,
  startDateUtc: `${from}-01-01T00:00:00Z`,
  endDateUtc: `${from}-12-31T00:00:00Z`,
  isCurrent,
});

/** Sums of the orders of the season, and lower ones of the season before. */
const NOW = { orderCount: 12, totalValue: 1090, shippedValue: 850, pendingValue: 240, averageOrderValue: 90.83 };
const BEFORE = { orderCount: 10, totalValue: 1000, shippedValue: 1000, pendingValue: 0 };

beforeEach(() => {
  api.on('GET /api/organisationseasons', {
    organisationSeasons: [seasonFrom(3, 'Season 3', year, true), seasonFrom(2, 'Season 2', year - 1)],
  });
  api.on('GET /api/organisations/settings', { name: 'Meridian', timeZone: 'UTC' });
  api.on('GET /api/organisationgroups', { organisationGroups: [11, 12].map((id) => ({ id, name: `Group ${id}` })) });
  api.on('GET /api/organisationresorts', { organisationResorts: [{ id: 21, name: 'Torbay Heights' }] });
  api.on('GET /api/organisationbusinessareas', { organisationBusinessAreas: [] });
  api.on('GET /api/organisations/financialOverview', ({ query }) => ({
    currencyCode: 'GBP',
    ...(query.seasonId === '2' ? BEFORE : NOW),
    cancelledValue: 33,
    creditedValue: 7,
    budgetValue: 500,
    remainingBudgetValue: 120,
    organisationGroups: [{ id: 11, name: 'Group 11', ...NOW }],
  }));
  api.on('GET /api/organisations/worklist', {
    waitingOrderCount: 4,
    lateOrderCount: 1,
    latePieces: 3,
    startersAtRisk: 6,
    owed: { pieces: 642, value: 13_902.15 },
  });
  api.on('GET /api/customers/counts', {
    counts: { total: 10, complete: 6, partlyOrdered: 2, notStarted: 1, optedOut: 1, withoutEntitlement: 0 },
  });
  api.on('GET /api/costcentres/purchases', { purchases: [] });
  api.on('GET /api/orders/topproducts', {
    topProducts: [{ productId: 7, name: 'Polo', sku: 'P', quantity: 30, totalValue: 300 }],
  });
  api.on('GET /api/orders/purchasesbymonth', ({ query }) => ({
    purchasesByMonth: [
      {
        year: query.seasonId === '2' ? year - 1 : year,
        month,
        orderCount: 12,
        quantity: 40,
        totalValue: query.seasonId === '2' ? 100 : 150,
      },
    ],
  }));
  api.on('GET /api/orders/getOrderShippedStatusBySeason', {
    orderShippedStatusBySeason: [
      {
        seasonId: 3,
        seasonName: 'Season 3',
        orderCount: 12,
        shippedCount: 9,
        partiallyShippedCount: 1,
        notShippedCount: 2,
        cancelledCount: 4,
        cancelledValue: 33,
        shippedValue: 850,
        pendingValue: 240,
      },
    ],
  });
});

const show = (setting = {}) =>
  renderPage(<DashboardPage title="Good afternoon, Helen">Below</DashboardPage>, {
    path: '/index/home',
    caller: {
      roles: ['OrganisationAdmin'],
      permissions: ['AllowDashboard', 'AllowProducts'],
      pricesVisible: true,
      ...(setting as { caller?: object }).caller,
    },
    ...(setting as { path?: string; width?: number }),
  });
const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('section') as HTMLElement);
};
const hrefOf = (link: HTMLElement) => link.getAttribute('href');

describe('the figures', () => {
  it('are compared with the same months of the season before, and lead to the orders that they count', async () => {
    show();
    const ordered = await screen.findByRole('link', { name: /^Ordered excl\. tax\s*£1,090\.00$/ });
    expect(hrefOf(ordered)).toBe('/index/orders?status=10%2C20%2C25%2C26%2C27%2C28%2C29%2C30%2C31&season=3');
    expect(await screen.findByText('9% more than by this time last season')).toBeTruthy();
    expect(screen.getByText('£90.83 on average · 20% more than by this time last season')).toBeTruthy();
    expect(hrefOf(screen.getByRole('link', { name: /^Not shipped yet/ }))).toBe(
      '/index/orders?outstanding=1&status=10%2C20%2C25%2C26%2C27%2C28%2C29%2C30%2C31&season=3',
    );
    const [earlier] = api.requests('GET /api/organisations/financialOverview').filter(({ query }) => query.seasonId === '2');
    expect(earlier?.query.createdAtMax).toMatch(new RegExp(`^${year - 1}-`));
    expect(screen.getByText('of £500.00')).toBeTruthy();
    expect(screen.getByText('worth £13,902.15')).toBeTruthy();
  });

  it('say what of the ordered was cancelled, so that they add up', async () => {
    api.on('GET /api/organisations/financialOverview', { currencyCode: 'GBP', ...NOW, shippedValue: 820.5, cancelledValue: 33 });
    show();
    const ordered = await screen.findByText(/^£29\.50 of it cancelled/);
    expect(ordered.closest('li')?.textContent).toContain('Ordered');
  });

  it('are those of the filters in the address, in every call and link', async () => {
    show({ path: '/index/home?season=2&group=11,12&resort=21' });
    expect(await screen.findByText('Season 2, Group 11 and Group 12, Torbay Heights')).toBeTruthy();
    const link = await screen.findByRole('link', { name: /^Orders/ });
    expect(hrefOf(link)).toBe('/index/orders?status=10%2C20%2C25%2C26%2C27%2C28%2C29%2C30%2C31&group=11%2C12&resort=21&season=2');
    for (const call of ['GET /api/organisations/worklist', 'GET /api/customers/counts', 'GET /api/orders/topproducts'] as const)
      expect([call, api.requests(call)[0]?.query]).toEqual([call, { seasonId: '2', groupIds: '11,12', resortId: '21' }]);
    expect(api.requests('GET /api/orders/getOrderShippedStatusBySeason')[0]?.query).toEqual({
      groupIds: '11,12',
      resortId: '21',
    });
  });

  it('change with a filter, which the address keeps', async () => {
    const { user, address } = show();
    await user.click(await screen.findByRole('button', { name: 'Groups: All groups' }));
    await user.click(await screen.findByRole('button', { name: 'Group 12' }));
    await waitFor(() => expect(address()).toBe('/index/home?group=12'));
    await user.click(screen.getByRole('button', { name: 'Season: Season 3' }));
    await user.click(await screen.findByRole('button', { name: 'All seasons' }));
    await waitFor(() => expect(address()).toBe('/index/home?group=12&season=all'));
    expect(api.requests('GET /api/organisations/worklist').at(-1)?.query).toEqual({ groupIds: '12' });
  });
});

describe('the charts', () => {
  it('say what they show, and are tables too', async () => {
    const { user } = show();
    const purchases = await card('Purchases by month');
    expect(await purchases.findByText(/is the highest so far, 50% above all of \w+ last year\.$/)).toBeTruthy();
    const [column] = await purchases.findAllByRole('link');
    expect(column?.textContent).toContain('This season: £150.00, 12 orders');
    expect(column?.textContent).toContain('Season before: £100.00');

    await user.click(purchases.getByRole('button', { name: 'Show as table: purchases by month' }));
    const rows = purchases.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows[0]).toEqual(['Month', 'Orders', 'Pieces', 'This season excl. tax', 'Season before excl. tax']);
    expect(rows[1]?.slice(1)).toEqual(['12', '40', '£150.00', '£100.00']);
    expect(hrefOf(purchases.getByRole('link'))).toMatch(/season=3&period=\d{4}-\d\d-01\.\.\d{4}-\d\d-\d\d$/);
  });

  it('of shipments are by orders or by value', async () => {
    const { user } = show();
    const shipped = await card('Shipped by season');
    expect(await shipped.findByText('75% of the orders of Season 3 have been shipped.')).toBeTruthy();
    expect(shipped.getByText('9').parentElement?.parentElement?.textContent).toBe(
      '9 shipped, 1 partly shipped, 2 not shipped yet',
    );
    await user.click(shipped.getByRole('radio', { name: 'Value excl. tax' }));
    expect(shipped.getByText('78% of the goods of Season 3 have been shipped.')).toBeTruthy();
    await user.click(shipped.getByRole('button', { name: 'Show as table: shipped by season' }));
    const rows = () => shipped.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows()[1]).toEqual(['Season 3', '£850.00', '£240.00', '£33.00']);
    await user.click(shipped.getByRole('radio', { name: 'Orders' }));
    expect(rows()[1]).toEqual(['Season 3', '12', '9', '1', '2', '4']);
  });

  it('of uniforms lead to the tabs of people', async () => {
    show();
    const uniforms = await card('Who has a uniform');
    expect(await uniforms.findByText('60% are complete. 1 has not started.')).toBeTruthy();
    expect(uniforms.getAllByRole('link').map((link) => [link.textContent, hrefOf(link)])).toEqual([
      ['10 people', '/index/customers?season=3'],
      ['Complete6', '/index/customers?uniform=30&season=3'],
      ['Partly ordered2', '/index/customers?uniform=20&season=3'],
      ['Not started1', '/index/customers?uniform=10&season=3'],
      ['Opted out1', '/index/customers?uniform=40&season=3'],
    ]);
  });
});

it('lists what waits, and only what there is', async () => {
  show();
  const waiting = await card('Waiting for you');
  await waiting.findByText('4 orders to approve');
  expect(waiting.getAllByRole('link').map((link) => [link.querySelector('strong')?.textContent, hrefOf(link)])).toEqual([
    ['4 orders to approve', '/index/orders?status=50&season=3'],
    ['6 started, no uniform', '/index/customers?season=3&started=1'],
    ['1 late order', '/index/orders?late=1&season=3'],
  ]);
});

it('says what will be here while there is nothing, without seasons and groups', async () => {
  api.on('GET /api/organisationseasons', { organisationSeasons: [] });
  api.on('GET /api/organisationgroups', { organisationGroups: [] });
  api.on('GET /api/organisations/financialOverview', { currencyCode: 'GBP', averageOrderValue: 0 });
  api.on('GET /api/organisations/worklist', {});
  api.on('GET /api/customers/counts', {});
  api.on('GET /api/orders/topproducts', {});
  api.on('GET /api/orders/purchasesbymonth', { purchasesByMonth: [{ year, month }] });
  api.on('GET /api/orders/getOrderShippedStatusBySeason', {});
  show({ width: NARROW });
  for (const title of [
    'No purchases yet',
    'No uniforms yet',
    'Nothing is waiting',
    'No orders yet',
    'No products yet',
    'No orders of groups yet',
  ])
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryByText('Budget left')).toBeNull();
  expect(screen.getByRole('link', { name: /^Ordered excl\. tax\s*£0\.00$/ })).toBeTruthy();
  expect(screen.getAllByText('All destinations')).toHaveLength(2);
});

it('sums purchases by cost centre, with links to the orders, and not for filters that these sums do not know', async () => {
  api.on('GET /api/costcentres/purchases', {
    purchases: [
      { costCentreId: 4, code: '4711', name: 'Track north', orderCount: 14, value: 1200, seasonLimit: 1000 },
      { costCentreId: null, code: null, name: null, orderCount: 2, value: 90, seasonLimit: null },
    ],
  });
  const { user, unmount } = show();
  const centres = await card('By cost centre');
  centres.getByText('Most for 4711 Track north: £1,200.00 in 14 orders. 1 is over its amount per season.');
  expect(hrefOf(centres.getByRole('link', { name: '4711 Track north' }))).toMatch(/status=[\d%C]+50&season=3&costcentre=4$/);
  await user.click(centres.getByRole('button', { name: 'Show as table: purchases by cost centre' }));
  const rows = centres.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows.slice(1)).toEqual([
    ['4711 Track north', '14', '£1,200.00', '£1,000.00'],
    ['No cost centre', '2', '£90.00', '–'],
  ]);
  unmount();
  show({ path: '/index/home?group=11' });
  await screen.findByText('4 orders to approve');
  expect(screen.queryByRole('heading', { name: 'By cost centre' })).toBeNull();
});

it('fails card by card, and tries again', async () => {
  let isDown = true;
  api.on('GET /api/orders/topproducts', () =>
    isDown
      ? refuse(403, { permission: 'You cannot see this.' })
      : { topProducts: [{ productId: 7, name: 'Polo', sku: 'P', quantity: 30, totalValue: 300 }] },
  );
  const { user } = show();
  const products = await card('Top products');
  const alert = await products.findByRole('alert');
  expect(alert.textContent).toContain('You cannot see this.');
  expect(await screen.findByText('4 orders to approve')).toBeTruthy();
  isDown = false;
  await user.click(products.getByRole('button', { name: 'Try again' }));
  expect(await products.findByText('Most ordered: Polo, 30 pieces.')).toBeTruthy();
  expect(hrefOf(products.getByRole('link'))).toBe(
    '/index/orders?status=10%2C20%2C25%2C26%2C27%2C28%2C29%2C30%2C31&season=3&product=7',
  );
});

it('shows people who see no prices pieces, and no amounts', async () => {
  const none = { totalValue: null, shippedValue: null, pendingValue: null, cancelledValue: null };
  api.on('GET /api/organisations/financialOverview', { currencyCode: 'GBP', orderCount: 12, ...none });
  api.on('GET /api/organisations/worklist', { owed: { pieces: 642, value: null } });
  api.on('GET /api/orders/topproducts', {
    topProducts: [{ productId: 7, name: 'Polo', sku: 'P', quantity: 30, totalValue: null }],
  });
  api.on('GET /api/orders/purchasesbymonth', {
    purchasesByMonth: [{ year, month, orderCount: 12, quantity: 40, totalValue: null }],
  });
  show({ caller: { pricesVisible: false } });
  expect(await screen.findByText('This season: 40 pieces, 12 orders')).toBeTruthy();
  expect(await screen.findByText('642 pieces')).toBeTruthy();
  expect(document.querySelector('main')?.textContent).not.toContain('£');
});
