import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ClientPricesPage } from './client-prices-page.tsx';
import { findPriceChangeProblems, toPriceChange } from './price-change-form.ts';

const api = useStubbedApi();
const TODAY = '2026-11-29';
const POLO = {
  ...{ id: 7, productId: 70, name: 'Polo', ownName: null, sku: 'PL-1', published: true },
  ...{ cataloguePrice: 30, cataloguePriceHighest: null, overriddenPrice: 28, pricePercent: null, price: 28, priceHighest: null },
  scheduled: [{ id: 3, state: 'coming' as const, startsOn: '2027-04-01', lastOn: null, price: 27.75, percent: null }],
};

function show(more: object = {}) {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['catalogue'], brands: [] } });
  for (const call of ['GET /api/operator/listsettings/:list', 'GET /api/operator/listviews/:list'] as const) api.on(call, {});
  api.on('GET /api/operator/organisations/choices', { organisations: [{ id: 2, name: 'Hallam' }], totalCount: 1 });
  api.on('GET /api/operator/organisations/:id/prices', {
    ...{ prices: [POLO], totalCount: 1, organisationName: 'Hallam', currencyCode: 'GBP', catalogueCurrencyCode: 'GBP' },
    ...{ today: TODAY, refusal: null, ...more },
  });
  return renderPage(<ClientPricesPage />, { path: '/operator/prices/2', route: '/operator/prices/:id', isOperator: true });
}

it('shows what is to come, and sets a price from a day after showing old and new', async () => {
  api.on('POST /api/operator/organisations/:id/prices/preview', {
    pricePreview: {
      ...{
        total: 1,
        changed: 1,
        unchanged: 0,
        sourceChanged: 0,
        refusals: [],
        lowest: 25,
        highest: 25,
        rounded: 0,
        belowHalf: 0,
      },
      ...{
        products: [{ id: 7, name: 'Polo', before: { from: 28, to: null }, after: { from: 25, to: null } }],
        currencyCode: 'GBP',
      },
    },
  });
  api.on('POST /api/operator/organisations/:id/prices', { priceChange: { id: 9, changed: 1, unchanged: 0, refusals: [] } });
  api.on('DELETE /api/operator/organisations/:id/prices/scheduled/:scheduledId', {});
  const { user } = show();
  await screen.findByText('£27.75 from 1 Apr 2027');
  await user.click(screen.getByRole('button', { name: 'Set price of Polo' }));
  const dialog = within(await screen.findByRole('dialog'));
  const price = dialog.getByRole('textbox', { name: 'Price' });
  expect((price as HTMLInputElement).value).toBe('28.00');
  await user.clear(price);
  await user.type(price, '25');
  await user.type(dialog.getByLabelText('First day'), '2027-01-04');
  await user.click(dialog.getByRole('button', { name: 'Preview prices' }));
  const preview = within(await screen.findByRole('dialog', { name: 'Check the new prices' }));
  await preview.findByRole('row', { name: /Polo £28\.00.*£25\.00/ });
  await user.click(preview.getByRole('button', { name: 'Change 1 product' }));
  await waitFor(() =>
    expect(api.requests('POST /api/operator/organisations/:id/prices').at(-1)?.body).toEqual({
      ids: [7],
      price: { amount: 25 },
      startsOn: '2027-01-04',
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Cancel: £27.75 from 1 Apr 2027, Polo' }));
  await waitFor(() =>
    expect(api.requests('DELETE /api/operator/organisations/:id/prices/scheduled/:scheduledId')).toHaveLength(1),
  );
});

it('offers no change where the client sets its own prices, and says so', async () => {
  show({ refusal: 'Hallam sets its own prices. Its administrators change them in their range.' });
  await screen.findByText('Hallam sets its own prices. Its administrators change them in their range.');
  await screen.findByText('£27.75 from 1 Apr 2027');
  expect(screen.queryByRole('button', { name: /^(Set price|Cancel|Select)/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('reads what was typed about a price, and says what is wrong with it', () => {
  const typed = { way: 'raise', figure: '7.5', startsOn: '', lastOn: '' };
  expect(findPriceChangeProblems(typed, TODAY)).toEqual({});
  expect(toPriceChange(typed)).toEqual({ price: { raise: 7.5 } });
  expect(toPriceChange({ ...typed, way: 'percent', figure: '-10%', lastOn: '2027-01-01' })).toEqual({
    price: { percent: -10 },
    lastOn: '2027-01-01',
  });
  expect(toPriceChange({ ...typed, way: 'catalogue' })).toEqual({ price: { catalogue: true } });
  expect(findPriceChangeProblems({ ...typed, figure: 'ten', startsOn: '2026-11-28' }, TODAY)).toEqual({
    figure: 'Enter a percentage with up to two decimals, such as 7.5 or −10.',
    startsOn: 'Choose today or a later day. A price can’t begin in the past.',
  });
  expect(findPriceChangeProblems({ ...typed, startsOn: '2027-02-01', lastOn: '2027-01-31' }, TODAY)).toEqual({
    lastOn: 'The last day must not be before the first.',
  });
  expect(findPriceChangeProblems({ ...typed, way: 'amount', figure: '' }, TODAY)).toEqual({
    figure: 'Enter an amount, such as 12.50.',
  });
});

it('adds products to the client’s range, several at once', async () => {
  const { user } = show();
  api.on('GET /api/operator/organisations/:id/range/available', {
    products: [
      { id: 71, name: 'Parka', sku: 'PK-1', price: 90, priceHighest: null },
      { id: 72, name: 'Fleece', sku: 'FL-1', price: 28, priceHighest: null },
    ],
    totalCount: 2,
    currencyCode: 'GBP',
  });
  const refusals = [{ reason: 'It is made for another client.', count: 1, names: ['Fleece'] }];
  api.on('POST /api/operator/organisations/:id/range', { addition: { added: 1, present: 0, refusals } });
  await user.click(await screen.findByRole('button', { name: 'Add products' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add products to the range of Hallam' }));
  await user.click(await dialog.findByRole('checkbox', { name: /Parka/ }));
  await user.click(dialog.getByRole('checkbox', { name: /Fleece/ }));
  await user.click(dialog.getByRole('checkbox', { name: /^Offer them now/ }));
  await user.click(dialog.getByRole('button', { name: 'Add 2 products' }));
  await screen.findByText('1 product added. 1 product not added: It is made for another client.');
  expect(api.requests('POST /api/operator/organisations/:id/range').map(({ body }) => body)).toEqual([
    { productIds: [71, 72], published: false },
  ]);
});
