import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toOrderableGarment } from '#web/catalogue/products/garment.ts';
import { MadeToMeasureChoice } from '#web/catalogue/products/product/made-to-measure-choice.tsx';
import { createReply } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
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
  expect(screen.getByText(/about 4 weeks after you order/)).toBeTruthy();
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

it('is not offered to whoever acts for the wearer, to whom the calls are refused', async () => {
  const acting = { caller: { impersonatedCustomer: { firstName: 'Gemma', lastName: 'Marsh' } } };
  const garment = toOrderableGarment(
    createReply('GET /api/products/:id', { products: [{ isMadeToMeasure: true }] }).products[0] as never,
  );
  const choice = renderPage(<MadeToMeasureChoice garment={garment} />, acting);
  screen.getByText('Gemma Marsh can order it made to measure, with their own measurements.');
  expect(screen.queryByRole('link')).toBeNull();
  choice.unmount();
  api.on('GET /api/madetomeasure', { requests: [{ ...REQUEST, status: 'answered', canOrder: true }] });
  renderPage(<MadeToMeasurePage />, { path: '/index/made-to-measure', ...acting });
  await screen.findByRole('list', { name: 'Requests' });
  expect(screen.queryByRole('button', { name: /^(Add to cart|Withdraw)/ })).toBeNull();
});

const REQUEST = {
  id: 5,
  productName: 'Suit jacket',
  attributeDescription: 'Navy, Made to measure',
  quantity: 1,
  isOwn: true,
  isInCart: false,
  canOrder: false,
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
        leadTimeDays: 35,
        answer: 'We need two fittings.',
        expiresOnUtc: '2026-12-29T10:00:00Z',
      },
    ],
  });
  api.on('POST /api/madetomeasure/:id/order', {});
  const { user, address } = renderPage(<MadeToMeasurePage />, { caller: { currencyCode: 'GBP' } });
  const card = await screen.findByRole('listitem');
  expect(within(card).getByText(/£240.50 a piece, excluding tax/)).toBeTruthy();
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
