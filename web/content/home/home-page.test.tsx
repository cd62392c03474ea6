import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { Profile } from '#web/app/session/profile.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { HomePage } from './home-page.tsx';

const api = useStubbedApi();

type Counts = ReplyOf<'GET /api/customers/counts'>['counts'];
type Matters = ReplyOf<'GET /api/orders/openmatters'>;

/** The button of the pictures. */
const HIDE = 'Hide these pictures';

const BUYER: PartsOf<Profile> = { roles: ['OrganisationBuyer'], permissions: ['AllowProducts', 'AllowAdhocOrder'] };
const SALES: PartsOf<Profile> = { roles: ['OrganisationSales'], permissions: ['AllowProducts'] };
const STAFF: PartsOf<Profile> = { roles: ['OrganisationStaff'], permissions: ['AllowProducts'] };

const COUNTS: PartsOf<Counts> = { total: 52, notStarted: 12, partlyOrdered: 5, complete: 35, startedWithoutUniform: null };
const ORDER = { id: 11265, customOrderNumber: '11265', customer: { firstName: 'Niamh', lastName: 'Marsh' }, currencyCode: 'GBP' };
const PARCEL = {
  shipmentId: 4,
  orderId: 11265,
  number: 1,
  parcelCount: 2,
  quantity: 5,
  destination: 'Langdale Fell Lodge',
  carrier: 'DPD',
  trackingNumber: '15501 8842 9911',
  trackingUrl: 'https://track.example/1',
  shippedOnUtc: '2026-11-27T09:00:00Z',
  dueOn: '2199-12-01',
};

/** What the calls of the page answer, unless a test says otherwise. */
beforeEach(() => {
  localStorage.clear();
  api.on('GET /api/organisations/settings', { name: 'Meridian Resorts' });
  api.on('GET /api/organisations/slider', {});
  api.on('GET /api/organisations/twitter', {});
  api.on('GET /api/shopping_cart_items', {});
  api.on('GET /api/featuredproducts', {});
  api.on('GET /api/orders/underway', {});
  api.on('GET /api/customerreturnrequests', {});
  api.on('GET /api/orders/openmatters', {});
  api.on('GET /api/customers/counts', { counts: COUNTS });
  api.on('GET /api/ordersheets', {});
  api.on('GET /api/orders', {});
});

/** The titles of the first cards, down to what the person can do. */
async function showHome(caller: PartsOf<Profile>, width?: number): Promise<string[]> {
  renderPage(<HomePage />, { path: '/index/home', caller, ...(width && { width }) });
  await screen.findByRole('heading', { level: 2, name: 'What you can do' });
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent ?? '');
  return titles.slice(0, titles.indexOf('What you can do') + 1);
}

const card = (title: string) => within(screen.getByRole('heading', { level: 2, name: title }).closest('section') as HTMLElement);

describe('the home page of an approver', () => {
  const approver = { ...BUYER, allowOrderApproval: true };
  const waiting = (count: number) =>
    api.on('GET /api/orders', ({ query }) =>
      query.requiresApprovalOnly && count > 0
        ? { orders: [{ ...ORDER, createdOnUtc: '2026-03-02T09:00:00Z', orderTotal: 120 }], totalCount: count }
        : {},
    );

  it('begins with the queue: how many, the oldest, and the first of them', async () => {
    waiting(13);
    expect((await showHome(approver))[0]).toBe('Orders to approve');
    const queue = card('Orders to approve');
    queue.getByText('13 wait');
    queue.getByText(/The oldest was placed on 2 Mar 2026 and has waited for \d+ days/);
    expect(queue.getByRole('link', { name: /Order 11265/ }).getAttribute('href')).toBe('/index/approvals?order=11265');
    expect(queue.getByRole('link', { name: 'Review 13 orders' }).getAttribute('href')).toBe('/index/approvals');
  });

  it('says that nothing waits', async () => {
    waiting(0);
    await showHome(approver);
    card('Orders to approve').getByText('No orders are waiting for your decision.');
  });
});

describe('the home page of a Buyer', () => {
  it('has late pieces first, then people, drafts and ways to order; pictures are last', async () => {
    const late: PartsOf<Matters['late']> = {
      totalCount: 7,
      orderCount: 4,
      lines: [
        {
          orderId: 8,
          orderItemId: 81,
          person: 'Niamh Marsh',
          productName: 'Oxford blouse',
          attributeDescription: 'White, 8',
          quantity: 2,
          dueOn: '2026-11-20',
        },
      ],
    };
    api.on('GET /api/orders/openmatters', { late, waiting: { totalCount: 3 }, returns: { totalCount: 2 } });
    api.on('GET /api/ordersheets', {
      orderSheets: [
        { id: 3, name: 'Spring starters', isOwn: true, rowCount: 5 },
        { id: 4, name: 'Theirs', isOwn: false },
      ],
    });
    api.on('GET /api/organisations/slider', { sliderImages: [{ id: 9, src: '/a.svg', text: 'New season' }] });
    expect(await showHome(BUYER)).toEqual(['Late', 'Your people', 'Drafts', 'What you can do']);
    card('Late').getByText('Niamh Marsh: 2 × Oxford blouse, White, 8');
    card('Late').getByText('Was due 20 November');
    card('Late').getByText('And 6 more.');
    expect(card('Late').getByRole('link', { name: 'View 4 late orders' }).getAttribute('href')).toBe('/index/orders?late=1');

    card('Your people').getByText('17 people still need part of their uniform.');
    const links = card('Your people')
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
    expect(links).toEqual([
      'View people /index/customers',
      'Not started12 /index/customers?uniform=10',
      'Partly ordered5 /index/customers?uniform=20',
      'Complete35 /index/customers?uniform=30',
    ]);
    expect(card('Drafts').getByRole('link', { name: 'Spring starters' }).getAttribute('href')).toBe('/index/order-sheet?sheet=3');
    expect(card('Drafts').queryByText('Theirs')).toBeNull();

    const pictures = await screen.findByRole('button', { name: HIDE });
    const latest = screen.getByRole('heading', { name: 'Latest orders' });
    expect(latest.compareDocumentPosition(pictures) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('says what will be there when nothing is late, there are no people and nothing was begun', async () => {
    api.on('GET /api/customers/counts', { counts: { startedWithoutUniform: null } });
    expect(await showHome(BUYER, NARROW)).toEqual(['Your people', 'Nothing is late', 'Drafts', 'What you can do']);
    card('Your people').getByText(/The people you order for appear here/);
    await card('Drafts').findByText('Empty');
  });

  it('shows all parts but the one that failed', async () => {
    api.on('GET /api/customers/counts', refuse(500, { server: 'Out of order.' }));
    api.on('GET /api/orders/openmatters', refuse(500, { server: 'Out of order.' }));
    expect(await showHome(BUYER)).toContain('Drafts');
    await screen.findByRole('heading', { name: 'Your people could not be counted.' });
    await screen.findByRole('heading', { name: 'Open orders could not be loaded.' });
  });
});

describe('the home page of Sales', () => {
  it('has what is open in their client’s orders, who has started without a uniform, and what they placed', async () => {
    api.on('GET /api/customers/counts', { counts: { ...COUNTS, startedWithoutUniform: 4 } });
    api.on('GET /api/orders/openmatters', {
      late: { totalCount: 1, orderCount: 1, lines: [{ orderId: 8, person: 'Niamh Marsh', dueOn: '2026-11-20' }] },
      waiting: { totalCount: 1, orders: [{ orderId: 9, person: 'Bo Hart', createdOnUtc: '2026-11-27T09:00:00Z' }] },
      returns: {
        totalCount: 1,
        requests: [{ returnRequestId: 5, orderId: 7, person: 'Cy Vale', returnRequestStatus: 'Received' }],
      },
    });
    api.on('GET /api/orders', ({ query }) => (query.placedByMe ? { orders: [ORDER], totalCount: 1 } : {}));
    expect(await showHome(SALES)).toEqual([
      ...['Late', 'Waiting for approval', 'Open returns', 'Your people', 'Orders you placed', 'Drafts', 'What you can do'],
    ]);
    expect(card('Late').getByRole('link', { name: 'View 1 late order' }).getAttribute('href')).toBe('/index/orders?late=1');
    const placed = card('Orders you placed');
    expect(placed.getByRole('link', { name: /11265 Niamh Marsh/ }).getAttribute('href')).toBe('/index/orders/11265');
    expect(placed.getByRole('link', { name: 'All orders you placed' }).getAttribute('href')).toBe('/index/orders?mine=1');
    await screen.findByRole('heading', { level: 2, name: 'Latest orders' });
    card('Open returns').getByText('Waiting for a decision');
    expect(card('Your people').getAllByRole('link')[1]?.getAttribute('href')).toBe('/index/customers?started=1');
  });

  it('says what will be there when nothing is open and nothing was placed', async () => {
    expect(await showHome(SALES)).toEqual([
      ...['Your people', 'Orders you placed', 'No orders yet', 'Nothing is late', 'Drafts', 'What you can do'],
    ]);
    const placed = card('Orders you placed');
    placed.getByText('The orders you place for people appear here, with their status.');
    expect(placed.getByRole('link', { name: 'View people' }).getAttribute('href')).toBe('/index/customers');
    card('Nothing is late').getByText(
      'Late pieces, orders waiting for approval, proofs to approve and open returns appear here.',
    );
  });
});

describe('the home page of someone who orders for themselves', () => {
  it('has the parcel first, with its tracking', async () => {
    api.on('GET /api/orders/underway', { parcels: [PARCEL] });
    expect(await showHome(STAFF)).toEqual(['Parcel 1 of 2', 'What you can do']);
    const parcel = card('Parcel 1 of 2');
    parcel.getByText('5 pieces, to Langdale Fell Lodge');
    parcel.getByText('Due Sunday 1 December · DPD 15501 8842 9911');
    expect(parcel.getByRole('link', { name: /Track parcel 1 of order 11265/ }).getAttribute('href')).toBe(
      'https://track.example/1',
    );
    expect(parcel.getByRole('link', { name: 'Order 11265' }).getAttribute('href')).toBe('/index/orders/11265');
    expect(api.requests('GET /api/orders/openmatters')).toEqual([]);
  });

  it('says which order is sent once they have paid for it', async () => {
    api.on('GET /api/orders/underway', {
      orders: [
        { orderId: 11266, orderStatus: 'Pending', quantity: 5, deliveryKind: 'sent', canRetryPayment: true },
        { orderId: 11267, orderStatus: 'Pending', quantity: 1, deliveryKind: 'sent', canRetryPayment: false },
      ],
    });
    await showHome(STAFF);
    const rowOf = (id: number) =>
      card('To be sent')
        .getByRole('link', { name: `Order ${id}` })
        .closest('li')?.textContent;
    expect(rowOf(11266)).toMatch(/Waiting for payment$/);
    expect(rowOf(11267)).not.toContain('payment');
  });

  it('says that nothing is on its way', async () => {
    expect((await showHome(STAFF))[0]).toBe('Nothing is on its way');
  });
});

it('shows someone with several roles the most urgent first: decisions, late pieces, their own uniform, their people', async () => {
  api.on('GET /api/orders', ({ query }) =>
    query.requiresApprovalOnly ? { orders: [{ ...ORDER, createdOnUtc: '2026-03-02T09:00:00Z' }], totalCount: 1 } : {},
  );
  api.on('GET /api/orders/openmatters', { late: { totalCount: 1, lines: [{ person: 'Bo Hart', dueOn: '2026-11-20' }] } });
  api.on('GET /api/orders/underway', { parcels: [PARCEL] });
  api.on('GET /api/issuedgarments', { garments: [{ productName: 'Skirt', quantity: 1, nextReplacementOn: '2199-10-04' }] });
  api.on('GET /api/entitlement/requests/own', {});
  api.on('GET /api/productorganisation/uniformBuilderProducts/:id', { products: [{ id: 101, collectionGroupId: 10 }] });
  api.on('GET /api/organisation/uniformbuilder/:id', {
    uniformBuilder: {
      allocationTypeId: 20,
      canOrder: true,
      season: { name: '2026/27', orderingClosesUtc: '2199-06-15T00:00:00Z' },
      collection: {
        id: 1,
        name: 'Front Desk',
        collectionGroups: [
          {
            id: 10,
            status: 'open',
            allocatedQuantity: 5,
            remainingQuantity: 3,
            usedQuantity: 2,
            productIds: [101],
            products: [{ productId: 101 }],
          },
        ],
      },
    },
  });
  const titles = await showHome({
    ...BUYER,
    permissions: ['AllowProducts', 'AllowUniformBuilder'],
    allowOrderApproval: true,
    organisationCollections: [{ id: 1 }],
  });
  expect(titles).toEqual([
    ...['Orders to approve', 'Late', 'Your uniform', 'Your people', 'Parcel 1 of 2', 'Later', 'Drafts', 'What you can do'],
  ]);
  const uniform = card('Your uniform');
  await uniform.findByText('3 of 5 pieces');
  uniform.getByText(/^Front Desk · 2026\/27 · closes \w+ 15 Jun, [\d,]+ days left$/);
  expect(uniform.getByRole('link', { name: 'Choose garments' }).getAttribute('href')).toBe('/index/uniform-builder');
});

it('offers someone whose ordering window has closed to see their uniform and to ask for more time, not to order', async () => {
  api.on('GET /api/entitlement/requests/own', {});
  api.on('GET /api/issuedgarments', {});
  api.on('GET /api/productorganisation/uniformBuilderProducts/:id', {});
  api.on('GET /api/entitlement/timerequests/own', {
    seasons: [{ seasonId: 1, seasonName: '2026/27', closedOn: '2026-11-18' }],
    askingBlocker: null,
  });
  api.on('GET /api/organisation/uniformbuilder/:id', {
    uniformBuilder: { canOrder: false, notices: ['Ordering closed on 18 November 2026.'], season: { id: 1 } },
  });
  await showHome({ ...STAFF, permissions: ['AllowProducts', 'AllowUniformBuilder'], organisationCollections: [{ id: 1 }] });
  await card('Your uniform').findByRole('button', { name: 'Ask for more time' });
  card('Your uniform').getByText('Ordering closed on 18 November 2026.');
  await card('What you can do').findByRole('link', { name: /^View your uniform/ });
  expect(screen.queryByText('Order your uniform')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Choose garments' })).toBeNull();
});

describe('the pictures', () => {
  const slides = (...ids: number[]) =>
    api.on('GET /api/organisations/slider', { sliderImages: ids.map((id) => ({ id, src: `/${id}.svg`, text: `Slide ${id}` })) });

  it('stay hidden for the person who hid them, until there is a new one', async () => {
    slides(8, 9);
    const { user, unmount } = renderPage(<HomePage />, { path: '/index/home', caller: STAFF });
    await user.click(await screen.findByRole('button', { name: HIDE }));
    expect(screen.queryByRole('button', { name: HIDE })).toBeNull();
    unmount();

    const again = renderPage(<HomePage />, { path: '/index/home', caller: STAFF });
    await screen.findByRole('heading', { name: 'Latest orders' });
    expect(screen.queryByRole('button', { name: HIDE })).toBeNull();
    again.unmount();

    const other = renderPage(<HomePage />, { path: '/index/home', caller: { ...STAFF, id: 2 } });
    await screen.findByRole('button', { name: HIDE });
    other.unmount();

    slides(9, 10);
    const { queryClient } = await import('#web/app/query-client.ts');
    queryClient.clear();
    renderPage(<HomePage />, { path: '/index/home', caller: STAFF });
    await screen.findByRole('button', { name: HIDE });
  });
});
