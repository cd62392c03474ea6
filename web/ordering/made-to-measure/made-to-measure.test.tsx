import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toOrderableGarment } from '#web/catalogue/products/garment.ts';
import { MadeToMeasureChoice } from '#web/catalogue/products/product/made-to-measure-choice.tsx';
import { createReply } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ChooseGarmentPage } from './choose-garment-page.tsx';
import { describeCost } from './describe-cost.ts';
import { MadeToMeasureGarmentPage } from './made-to-measure-garment-page.tsx';
import { MadeToMeasurePage } from './made-to-measure-page.tsx';

const api = useStubbedApi();

function showGarment(garment: object = {}) {
  api.on('GET /api/madetomeasure/garments/:id', {
    garment: {
      productId: 7,
      productName: 'Suit jacket',
      isOffered: true,
      leadTimeDays: 28,
      unitPrice: 185,
      cost: null,
      colours: [
        { id: 31, name: 'Navy' },
        { id: 32, name: 'Black' },
      ],
      ...garment,
    },
  });
  api.on('GET /api/customers/getSpecialMeasurements', {
    specialMeasurements: { measurements: [{ name: 'Chest', value: 117.5, unit: 0 }] },
  });
  api.on('POST /api/madetomeasure', {});
  return renderPage(<MadeToMeasureGarmentPage />, { path: '/index/made-to-measure/7', route: '/index/made-to-measure/:id' });
}

const submit = (name: string) => screen.findByRole('button', { name });

it('orders an offered garment with the measurements and the consent, and says before that it cannot come back', async () => {
  const { user, address } = showGarment();
  expect(await screen.findByText(/You can only return it if it is faulty/)).toBeTruthy();
  expect(screen.getByText(/about 4 weeks after the order/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Colour'), 'Black');
  await user.type(screen.getByLabelText('Sleeve length in cm'), '71,5');
  await user.click(screen.getByRole('checkbox'));
  await user.click(await submit('Add to cart'));
  await waitFor(() => expect(address()).toBe('/index/cart'));
  expect(api.requests('POST /api/madetomeasure')[0]?.body).toEqual({
    productId: 7,
    colourId: 32,
    quantity: 1,
    measurements: [
      { name: 'Chest', value: 117.5, unit: 0 },
      { name: 'Sleeve length', value: 71.5, unit: 0 },
    ],
    comments: null,
    consentVersion: 1,
  });
});

it('sends nothing without consent, or with a measurement that cannot be right', async () => {
  const { user } = showGarment({ isOffered: false });
  await user.click(await submit('Ask the supplier'));
  await screen.findByText('Your measurements can only be sent if you agree.');
  await user.click(screen.getByRole('checkbox'));
  await user.type(screen.getByLabelText('Waist in cm'), '10000');
  await user.click(await submit('Ask the supplier'));
  await screen.findByText('Enter 1 to 300 cm.');
  expect(api.requests('POST /api/madetomeasure')).toHaveLength(0);
});

it('says that there is no such garment', async () => {
  api.on('GET /api/madetomeasure/garments/:id', refuse(404, { product: 'Product not found.' }));
  api.on('GET /api/customers/getSpecialMeasurements', { specialMeasurements: null });
  renderPage(<MadeToMeasureGarmentPage />, { path: '/index/made-to-measure/7', route: '/index/made-to-measure/:id' });
  await screen.findByText('Garment not found');
});

const asGarment = (isMadeToMeasure: boolean) =>
  toOrderableGarment(createReply('GET /api/products/:id', { products: [{ isMadeToMeasure }] }).products[0] as never);

it('leads whoever orders for someone else to ask them for measurements', async () => {
  const acting = { caller: { impersonatedCustomer: { firstName: 'Gemma', lastName: 'Marsh' } } };
  const choice = renderPage(<MadeToMeasureChoice garment={asGarment(true)} />, acting);
  screen.getByText(/the measurements that Gemma Marsh gives/);
  expect(screen.getByRole('link', { name: 'Ask for measurements' }).getAttribute('href')).toMatch(/made-to-measure\/\d+$/);
  choice.unmount();
  renderPage(<MadeToMeasureChoice garment={asGarment(true)} wearer={{ id: 9, name: 'Wendy Wearer' }} />);
  expect(screen.getByRole('link', { name: 'Ask for measurements' }).getAttribute('href')).toMatch(/\?for=9$/);
});

it('lets whoever acts for a wearer order what was answered, and neither measure nor withdraw', async () => {
  api.on('GET /api/madetomeasure', {
    requests: [
      { ...REQUEST, status: 'answered', canOrder: true },
      { ...REQUEST, id: 6, status: 'asked' },
    ],
  });
  renderPage(<MadeToMeasurePage />, {
    path: '/index/made-to-measure',
    caller: { impersonatedCustomer: { firstName: 'Gemma', lastName: 'Marsh' } },
  });
  await screen.findByRole('button', { name: 'Add to cart' });
  expect(screen.queryByRole('button', { name: /^(Withdraw|Give)/ })).toBeNull();
});

it('asks a wearer for measurements, in the words of whoever asks, and shows no field for them', async () => {
  api.on('GET /api/madetomeasure/garments/:id', {
    garment: {
      productId: 7,
      productName: 'Suit jacket',
      customerName: 'Wendy Wearer',
      isOffered: false,
      leadTimeDays: null,
      unitPrice: null,
      colours: [{ id: 31, name: 'Navy' }],
      cost: { unit: 'pieces', label: 'Jackets', unitCost: 1, left: 2, beyond: 'block' },
    },
  });
  api.on('POST /api/madetomeasure', {});
  const { user, address } = renderPage(<MadeToMeasureGarmentPage />, {
    path: '/index/made-to-measure/7?for=9',
    route: '/index/made-to-measure/:id',
    caller: { id: 3, roles: ['OrganisationAdmin'] },
  });
  await screen.findByText(/counts as 1 piece of Wendy Wearer’s Jackets, of which 2 are left/);
  expect(screen.queryByLabelText('Chest in cm')).toBeNull();
  expect(api.requests('GET /api/madetomeasure/garments/:id')[0]?.query).toMatchObject({ customerId: '9' });
  expect(api.requests('GET /api/customers/getSpecialMeasurements')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Ask for measurements' }));
  await waitFor(() => expect(address()).toBe('/index/made-to-measure'));
  expect(api.requests('POST /api/madetomeasure')[0]?.body).toEqual({ productId: 7, colourId: 31, quantity: 1, customerId: 9 });
});

it('lists the garments that can be made, and leads to one for the person it is for', async () => {
  api.on('GET /api/madetomeasure/garments', ({ query: { searchTerm } }) => ({
    totalCount: searchTerm ? 1 : 2,
    garments: [
      { id: 7, name: 'Suit jacket', isOffered: true, leadTimeDays: 28 },
      ...(searchTerm ? [] : [{ id: 8, name: 'Apron', isOffered: false }]),
    ],
  }));
  api.on('GET /api/customers/:id', { customers: [{ id: 9, firstName: 'Wendy', lastName: 'Wearer' }] });
  const { user } = renderPage(<ChooseGarmentPage />, {
    path: '/index/made-to-measure/new?for=9',
    caller: { id: 3, roles: ['OrganisationAdmin'] },
  });
  expect((await screen.findByRole('link', { name: 'Suit jacket' })).getAttribute('href')).toBe('/index/made-to-measure/7?for=9');
  await screen.findByText('Offered made to measure · about 4 weeks');
  await screen.findByText('The supplier will quote a price and date');
  await screen.findByText(/Made to measure for Wendy Wearer/);
  await user.type(screen.getByRole('searchbox', { name: 'Search garments' }), 'suit');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Apron' })).toBeNull());
});

it.each([
  [{ unit: 'money', unitCost: 240.5, left: 500 }, 1, 'It uses £240.50 of your budget, of which £500.00 is left.'],
  [{ unit: 'money', unitCost: null, left: 180 }, 1, 'Its price is taken from your budget, of which £180.00 is left.'],
  [
    { unit: 'money', unitCost: 240.5, left: 180, beyond: 'approval' },
    1,
    'It uses £240.50 of your budget, of which £180.00 is left. That is not enough: the order needs a reason and approval.',
  ],
  [{ unit: 'points', unitCost: 12, left: 50 }, 2, 'It uses 24 of your points, of which 50 are left.'],
  [{ unit: 'points', unitCost: null, left: 50 }, 1, 'It is not available for points.'],
  [
    { unit: 'pieces', unitCost: 1, left: 1 },
    2,
    'It counts as 2 pieces of your Jackets, of which 1 is left. That is not enough, so it cannot be ordered.',
  ],
  [{ unit: 'pieces', unitCost: 1, left: null }, 1, 'It counts as 1 piece of your Jackets.'],
] as const)('says what it costs: %j × %i', (cost, quantity, words) => {
  const given = { label: 'Jackets', beyond: 'block' as const, ...cost };
  expect(describeCost(given, { quantity, currencyCode: 'GBP', person: undefined })).toBe(words);
});

const REQUEST = {
  id: 5,
  productName: 'Suit jacket',
  attributeDescription: 'Navy, Made to measure',
  quantity: 1,
  isOwn: true,
  isInCart: false,
  canOrder: false,
  cost: null,
  orderId: null,
};

it('orders what the supplier has answered, at the price that is shown', async () => {
  api.on('GET /api/madetomeasure', {
    requests: [
      {
        ...REQUEST,
        status: 'answered',
        canOrder: true,
        unitPrice: 240.5,
        listPrice: 185,
        cost: { unit: 'money', label: 'Budget', unitCost: 240.5, left: 500, beyond: 'block' },
        leadTimeDays: 35,
        answer: 'We need two fittings.',
        expiresOnUtc: '2026-12-29T10:00:00Z',
      },
    ],
  });
  api.on('POST /api/madetomeasure/:id/order', {});
  const { user, address } = renderPage(<MadeToMeasurePage />, { caller: { currencyCode: 'GBP' } });
  const card = await screen.findByRole('listitem');
  expect(within(card).getByText(/£240.50 each, excluding tax: £55.50 more than in a standard size/)).toBeTruthy();
  within(card).getByText('It uses £240.50 of your budget, of which £500.00 is left.');
  expect(within(card).getByText('We need two fittings.')).toBeTruthy();
  expect(within(card).getByText(/until 29 Dec/)).toBeTruthy();
  await user.click(within(card).getByRole('button', { name: 'Add to cart' }));
  await waitFor(() => expect(address()).toBe('/index/cart'));
});

it('asks the wearer, and no one else, for measurements', async () => {
  api.on('GET /api/madetomeasure', {
    requests: [
      { ...REQUEST, id: 6, status: 'asked', requestedBy: 'Ada Admin' },
      { ...REQUEST, id: 7, status: 'asked', isOwn: false, customerName: 'Wendy Wearer', requestedBy: 'Ada Admin' },
    ],
  });
  api.on('POST /api/madetomeasure/:id/measurements', {});
  const { user } = renderPage(<MadeToMeasurePage />);
  await screen.findByText(/Requested by Ada Admin/);
  expect(screen.getByText(/For Wendy Wearer/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Give measurements' }));
  await user.type(screen.getByLabelText('Chest in cm'), '104');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Send measurements' }));
  await waitFor(() =>
    expect(api.requests('POST /api/madetomeasure/:id/measurements')[0]).toMatchObject({
      params: { id: '6' },
      body: { measurements: [{ name: 'Chest', value: 104, unit: 0 }] },
    }),
  );
});

it('withdraws a request', async () => {
  api.on('GET /api/madetomeasure', { requests: [{ ...REQUEST, status: 'requested' }] });
  api.on('POST /api/madetomeasure/:id/withdraw', {});
  const { user } = renderPage(<MadeToMeasurePage />);
  await user.click(await screen.findByRole('button', { name: 'Withdraw the request' }));
  await screen.findByText('The request is withdrawn, and the measurements are deleted.');
});
