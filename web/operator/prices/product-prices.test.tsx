import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ProductPrices } from './product-prices.tsx';

const api = useStubbedApi();
const combination = (id: number, description: string) => ({
  id,
  sku: `FSD-${id}`,
  description,
  overriddenPrice: null,
  price: 30,
});
const PRICES = {
  ...{ productId: 7, name: 'Fellside fleece', sku: 'FSD', price: 30, priceSince: null, callForPrice: false },
  ...{ currencyCode: 'GBP', today: '2026-11-29', refusal: null, scheduled: [], tiers: [] },
  combinations: [combination(1, 'Navy, M'), combination(2, 'Navy, L')],
  roles: [{ id: 33, name: 'Buyer' }],
};

function show(more: object = {}) {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['catalogue'] } });
  api.on('GET /api/operator/products/:id/prices', { productPrices: { ...PRICES, ...more } });
  api.on('GET /api/operator/organisations/choices', { organisations: [{ id: 2, name: 'Hallam' }], totalCount: 1 });
  return renderPage(<ProductPrices productId={7} />, { isOperator: true });
}
const posts = () => api.requests('POST /api/operator/products/:id/prices').map(({ body }) => body);
const tiers = () => api.requests('POST /api/operator/products/:id/tiers').map(({ body }) => body);

it('sets a price of the product at once, and undoes it', async () => {
  const { user } = show();
  api.on('POST /api/operator/products/:id/prices', { productPrices: { ...PRICES, price: 31.5 }, priceChangeId: 9 });
  api.on('POST /api/operator/products/:id/prices/changes/:changeId/undo', { productPrices: PRICES });
  await user.type(await screen.findByRole('textbox', { name: 'Price (GBP)' }), '31.5');
  await user.click(screen.getByRole('button', { name: 'Set price' }));
  await screen.findByText('The price has been changed.');
  expect(posts()).toEqual([{ price: 31.5 }]);
  await screen.findByRole('row', { name: /sizes and colours £31\.50/ });
  // The form is empty for the next price.
  expect((screen.getByRole('textbox', { name: 'Price (GBP)' }) as HTMLInputElement).value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone. The previous price is back.');
  expect(api.requests('POST /api/operator/products/:id/prices/changes/:changeId/undo')[0]?.params).toMatchObject({
    id: '7',
    changeId: '9',
  });
  await screen.findByRole('row', { name: /sizes and colours £30\.00/ });
});

it('says why a change can no longer be undone', async () => {
  const { user } = show();
  api.on('POST /api/operator/products/:id/prices', { productPrices: PRICES, priceChangeId: 9 });
  const reason = 'The price has been changed again since. Nothing was undone.';
  api.on('POST /api/operator/products/:id/prices/changes/:changeId/undo', refuse(409, { price: reason }));
  await user.type(await screen.findByRole('textbox', { name: 'Price (GBP)' }), '31');
  await user.click(screen.getByRole('button', { name: 'Set price' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(reason);
});

it('sets a price of one size from and until a day, and lets a size cost what the product does', async () => {
  const { user } = show();
  api.on('POST /api/operator/products/:id/prices', { productPrices: PRICES, priceChangeId: 9 });
  await user.selectOptions(await screen.findByLabelText('For'), 'Navy, L');
  const [first] = screen.getAllByLabelText('First day');
  const [last] = screen.getAllByLabelText(/^Last day/);
  await user.type(screen.getByRole('textbox', { name: 'Price (GBP)' }), '29,90');
  await user.type(first as HTMLElement, '2027-01-04');
  await user.type(last as HTMLElement, '2027-01-31');
  await user.click(screen.getByRole('button', { name: 'Set price' }));
  await screen.findByText('The price will change on 4 Jan 2027.');
  await user.clear(screen.getByRole('textbox', { name: 'Price (GBP)' }));
  await user.clear(screen.getAllByLabelText('First day')[0] as HTMLElement);
  await user.clear(screen.getAllByLabelText(/^Last day/)[0] as HTMLElement);
  await user.selectOptions(screen.getByLabelText('For'), 'Navy, M');
  await user.click(screen.getByRole('button', { name: 'Set price' }));
  await waitFor(() =>
    expect(posts()).toEqual([
      { price: 29.9, combinationId: 2, startsOn: '2027-01-04', lastOn: '2027-01-31' },
      { price: null, combinationId: 1 },
    ]),
  );
});

it('does not send a price or days that cannot be, and says which', async () => {
  const { user } = show();
  await user.type(await screen.findByRole('textbox', { name: 'Price (GBP)' }), 'ten');
  await user.type(screen.getAllByLabelText('First day')[0] as HTMLElement, '2026-11-28');
  await user.click(screen.getByRole('button', { name: 'Set price' }));
  await screen.findByText('Enter an amount, such as 12.50.');
  await screen.findByText('Choose today or a later day. A price can’t begin in the past.');
  expect(posts()).toEqual([]);
});

it('adds a quantity tier for one client and role, and refuses one that cannot be', async () => {
  const { user } = show();
  api.on('POST /api/operator/products/:id/tiers', { productPrices: PRICES });
  const quantity = await screen.findByRole('textbox', { name: 'From (pieces)' });
  await user.type(quantity, '1');
  await user.click(screen.getByRole('button', { name: 'Add tier' }));
  await screen.findByText('Enter a whole number from 2 to 1,000,000.');
  await screen.findByText('Enter an amount, such as 12.50.');
  expect(tiers()).toEqual([]);
  await user.type(quantity, '0');
  await user.type(screen.getByRole('textbox', { name: 'Unit price' }), '25');
  await user.selectOptions(screen.getByLabelText('Client'), await screen.findByRole('option', { name: 'Hallam' }));
  await user.selectOptions(screen.getByLabelText('Role'), 'Buyer');
  await user.click(screen.getByRole('button', { name: 'Add tier' }));
  await screen.findByText('The quantity tier has been added.');
  expect(tiers()).toEqual([{ quantity: 10, price: 25, organisationId: 2, roleId: 33 }]);
});

it('offers no change of what other brands’ clients buy, and says why', async () => {
  show({ refusal: 'Organisations of brands that you do not work for buy this product too.' });
  await screen.findByText(/Organisations of brands that you do not work for/);
  expect(screen.queryByRole('button', { name: /^(Set price|Add tier)/ })).toBeNull();
});
