import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { Profile } from '#web/app/session/profile.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage, WIDE } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { UniformPages } from './uniform-pages.tsx';

const api = useStubbedApi();

const WEARER: PartsOf<Profile> = {
  firstName: 'Aleksandra',
  roles: ['OrganisationStaff'],
  permissions: ['AllowUniformBuilder'],
  organisationCollections: [{ id: 1 }],
};

/** A wardrobe of one group of shirts, of which so many are left. */
function giveWardrobe(left: number, closed: { notices: string[] } | undefined = undefined): void {
  const builder: PartsOf<ReplyOf<'GET /api/organisation/uniformbuilder/:id'>['uniformBuilder']> = {
    allocationTypeId: 20,
    canOrder: closed === undefined,
    notices: closed?.notices ?? [],
    season: { id: 1, name: '2026/27' },
    organisationCollections: [{ id: 1, name: 'Front Desk, women’s cut' }],
    collection: {
      id: 1,
      name: 'Front Desk, women’s cut',
      collectionGroups: [
        {
          id: 10,
          name: 'Shirts',
          status: 'open',
          allocatedQuantity: 10,
          usedQuantity: 10 - left,
          remainingQuantity: left,
          productIds: [101],
          products: [{ productId: 101 }],
        },
      ],
    },
  };
  api.on('GET /api/organisation/uniformbuilder/:id', { uniformBuilder: builder });
  api.on('GET /api/productorganisation/uniformBuilderProducts/:id', {
    products: [{ id: 101, name: 'Oxford blouse', collectionGroupId: 10 }],
  });
}

beforeEach(() => {
  localStorage.clear();
  api.on('GET /api/shopping_cart_items', {});
  api.on('GET /api/bodyme/tokenv3', refuse(404, {}));
  api.on('GET /api/organisations/slider', { sliderImages: [{ id: 1, src: '/a.svg', text: 'New season' }] });
  api.on('GET /api/organisations/twitter', {});
  api.on('GET /api/orders/underway', {});
  api.on('GET /api/customerreturnrequests', {});
  api.on('GET /api/entitlement/requests/own', {});
  api.on('GET /api/issuedgarments', {});
});

const SENT = '2026-11-27T09:00:00Z';
const PARCEL = {
  shippedOnUtc: SENT,
  shipmentId: 4,
  orderId: 11265,
  number: 1,
  parcelCount: 2,
  quantity: 5,
  destination: 'Langdale Fell Lodge',
};
const EXCHANGE: PartsOf<ReplyOf<'GET /api/customerreturnrequests'>['returnRequests'][number]> = {
  id: 2,
  customNumber: 'R50002',
  returnRequestStatus: 'Pending',
  productName: 'Oxford blouse',
  attributeDescription: 'White, 6',
  exchangeDescription: 'White, 8',
  exchangeOrderItemId: 9,
  reservedUntilUtc: '2026-12-14T23:59:59Z',
  quantity: 1,
};

/** Opens the page, and returns the titles of its cards. */
async function show(title: string, width = NARROW): Promise<string[]> {
  renderPage(<UniformPages />, { path: '/index/uniform-builder', caller: WEARER, width });
  await screen.findByRole('heading', { level: 1, name: title });
  await screen.findByRole('button', { name: 'Hide these pictures' });
  return screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent ?? '');
}
const card = (title: string) => within(screen.getByRole('heading', { level: 2, name: title }).closest('section') as HTMLElement);

describe.each([NARROW, WIDE])('the page of a wearer who has ordered everything, %s px wide', (width) => {
  beforeEach(() => giveWardrobe(0));

  it('begins with the parcel and the exchange, then what comes later; the wardrobe follows', async () => {
    api.on('GET /api/orders/underway', { parcels: [PARCEL] });
    api.on('GET /api/customerreturnrequests', { returnRequests: [EXCHANGE, { id: 1, returnRequestStatus: 'ItemsRefunded' }] });
    api.on('GET /api/issuedgarments', {
      garments: [
        { productId: 2, productName: 'Skirt', quantity: 1, nextReplacementOn: '2199-10-04' },
        { productId: 1, productName: 'Oxford blouse', quantity: 2, nextReplacementOn: '2199-04-04' },
        { productId: 3, productName: 'Scarf', quantity: 2 },
      ],
    });
    api.on('GET /api/entitlement/requests/own', {
      requests: [
        {
          id: 1,
          status: 'open',
          unit: 'pieces',
          amount: 2,
          label: 'Shirts',
          createdOnUtc: '2026-11-25T09:00:00Z',
          expiresOn: '2026-12-25',
        },
      ],
    });
    const titles = await show('All ordered, Aleksandra', width);
    expect(titles.slice(0, 4)).toEqual(['Parcel 1 of 2', 'Exchange R50002', 'Request for more', 'Later']);
    screen.getByText('Front Desk, women’s cut · 2026/27 · 10 of 10 pieces');
    screen.getByText('10 of 10 ordered');

    card('Exchange R50002').getByText('Oxford blouse, 8 instead of 6');
    card('Exchange R50002').getByText('8 is reserved for you until 14 December. It does not use your entitlement.');
    card('Exchange R50002').getByText('Send it back');
    card('Exchange R50002').getByRole('button', { name: /^Show the label/ });
    card('Request for more').getByText('2 more pieces of Shirts');
    expect(
      card('Later')
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['2 × Oxford blouseApril 2199', '1 × SkirtOctober 2199']);
  });

  it('says that everything has arrived', async () => {
    expect((await show('All ordered, Aleksandra', width))[0]).toBe('Everything has arrived');
  });

  it('shows what has not been sent, and what waits for approval', async () => {
    api.on('GET /api/orders/underway', {
      orders: [
        { orderId: 5, orderStatus: 'Processing', quantity: 3, dueOn: '2199-12-09' },
        { orderId: 4, orderStatus: 'AwaitingApproval', quantity: 1 },
        { orderId: 3, orderStatus: 'Processing', quantity: 1, dueOn: '2026-01-09', isLate: true },
      ],
    });
    expect((await show('All ordered, Aleksandra', width))[0]).toBe('To be sent');
    expect(
      card('To be sent')
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Order 53 piecesDue 9 December', 'Order 41 pieceWaiting for approval', 'Order 31 pieceLate']);
  });

  it('begins with what is ready to collect: where, when and with which number', async () => {
    const collected = {
      orderStatus: 'Processing',
      deliveryKind: 'collected',
      collectFrom: 'Counter of the depot',
      openingHours: 'Monday to Friday, 7.30 am to 4 pm',
    } as const;
    api.on('GET /api/orders/underway', {
      parcels: [PARCEL],
      orders: [
        { ...collected, orderId: 6, quantity: 3, readyToCollectQuantity: 2 },
        { ...collected, orderId: 5, quantity: 1, dueOn: '2199-12-09' },
      ],
    });
    expect((await show('All ordered, Aleksandra', width)).slice(0, 3)).toEqual(['Order 6', 'Parcel 1 of 2', 'To be collected']);
    card('Order 6').getByText('Ready to collect');
    card('Order 6').getByText('2 pieces, from Counter of the depot');
    card('Order 6').getByText('Monday to Friday, 7.30 am to 4 pm');
    card('Order 6').getByText('Give the order number, 6.');
    card('Order 6').getByText('1 more piece will follow.');
    expect(card('To be collected').getByRole('listitem').textContent).toBe(
      'Order 51 piece, from Counter of the depotDue 9 December',
    );
  });

  it('stays when a part cannot be loaded', async () => {
    api.on('GET /api/orders/underway', refuse(500, { server: 'Out of order.' }));
    api.on('GET /api/customerreturnrequests', { returnRequests: [EXCHANGE] });
    await show('All ordered, Aleksandra', width);
    await screen.findByRole('heading', { name: 'Your parcels could not be loaded.' });
    card('Exchange R50002');
  });
});

it('the page of a wearer who has pieces left begins with these; what is on its way follows', async () => {
  giveWardrobe(4);
  api.on('GET /api/orders/underway', {
    parcels: [PARCEL],
    orders: [{ orderId: 11265, orderStatus: 'Processing', quantity: 3, dueOn: '2199-12-09' }],
  });
  renderPage(<UniformPages />, { path: '/index/uniform-builder', caller: WEARER, width: WIDE });
  await screen.findByRole('heading', { level: 2, name: 'Parcel 1' });
  expect(screen.getByText('4 of 10 pieces').compareDocumentPosition(screen.getByText('Parcel 1'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  card('Parcel 1').getByText('3 more pieces will follow by 9 December.');
  expect(screen.queryByRole('heading', { name: 'To be sent' })).toBeNull();
});

it('someone who has a home page of their own finds no pictures here', async () => {
  giveWardrobe(0);
  renderPage(<UniformPages />, {
    path: '/index/uniform-builder',
    caller: { ...WEARER, permissions: ['AllowUniformBuilder', 'AllowProducts'] },
    width: WIDE,
  });
  await screen.findByRole('heading', { level: 2, name: 'Everything has arrived' });
  expect(api.requests('GET /api/organisations/slider')).toEqual([]);
});

describe('the page of a wearer whose ordering window has closed', () => {
  const CLOSED = { seasonId: 1, seasonName: '2026/27', closedOn: '2026-11-18' };
  const open = () => {
    giveWardrobe(4, { notices: ['Ordering closed on 18 November 2026.'] });
    return renderPage(<UniformPages />, { path: '/index/uniform-builder', caller: WEARER, width: WIDE });
  };

  it('says what is ordered, offers nothing that would be refused, and asks for more time once', async () => {
    api.on('GET /api/entitlement/timerequests/own', { seasons: [CLOSED], askingBlocker: null });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Ask for more time' }));
    screen.getByText('6 of 10 ordered');
    for (const name of [/^Choose/, /^Check and order/, /order your uniform/i])
      expect([...screen.queryAllByRole('link', { name }), ...screen.queryAllByRole('button', { name })]).toEqual([]);
    expect(screen.queryByText('Next')).toBeNull();

    await user.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'I was on leave');
    api.on('POST /api/entitlement/timerequests', { request: { id: 7 } });
    api.on('GET /api/entitlement/timerequests/own', {
      seasons: [CLOSED],
      askingBlocker: null,
      requests: [{ id: 7, seasonId: 1, status: 'open', createdOnUtc: '2026-11-29T10:00:00Z', expiresOn: '2026-12-29' }],
    });
    await user.click(screen.getByRole('button', { name: 'Send request' }));

    await screen.findByText('You asked for more time on 29 November 2026. Your administrator can decide until 29 December 2026.');
    expect(screen.queryByRole('button', { name: 'Ask for more time' })).toBeNull();
    expect(api.requests('POST /api/entitlement/timerequests').map(({ body }) => body)).toEqual([
      { seasonId: 1, reason: 'I was on leave' },
    ]);
  });

  it('says that a request was declined, and lets them ask again', async () => {
    api.on('GET /api/entitlement/timerequests/own', {
      seasons: [CLOSED],
      askingBlocker: null,
      requests: [{ id: 7, seasonId: 1, status: 'declined', closedOnUtc: '2026-11-29T10:00:00Z', decisionReason: 'Next season' }],
    });
    open();
    await screen.findByText('Your request for more time was declined on 29 November 2026: “Next season”');
    screen.getByRole('button', { name: 'Ask for more time' });
  });

  it('says whom to ask where no administrator could decide', async () => {
    const askingBlocker = 'There is no other administrator who could give you more time. Contact your supplier.';
    api.on('GET /api/entitlement/timerequests/own', { seasons: [CLOSED], askingBlocker });
    open();
    await screen.findByText(askingBlocker);
    expect(screen.queryByRole('button', { name: 'Ask for more time' })).toBeNull();
  });
});
