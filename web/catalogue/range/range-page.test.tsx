import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NARROW, renderPage, WIDE } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { RangePage } from './range-page.tsx';

const api = useStubbedApi();

const createProducts = () =>
  ['Apron', 'Belt', 'Cap'].map((productName, index) => ({
    id: index + 1,
    productName,
    sku: `S-${index + 1}`,
    version: index + 4,
    supplied: true,
    cataloguePrice: 10,
  }));

const READ_BESIDES = [
  'GET /api/listsettings/:list',
  'GET /api/listviews/:list',
  'GET /api/organisationbusinessareas',
  'GET /api/organisationjobroles',
  'GET /api/organisationcollection',
  'GET /api/customerroles',
  'GET /api/bulkedits',
  'GET /api/bulkedits/:id',
] as const;

/** The range of three products out of 40, for an administrator whose organisation keeps its own prices. */
function show({ path = '/', width = WIDE, ofGroups = [] as number[], keepsOwnPrices = true } = {}) {
  let products: (ReturnType<typeof createProducts>[number] & { overriddenPrice?: number })[] = createProducts();
  const caller = {
    id: 1,
    roles: ['OrganisationAdmin' as const],
    adminableOrganisationGroupIds: ofGroups,
    currencyCode: 'GBP',
  };
  api.on('GET /api/productsorganisation', () => ({
    productOrganisations: products,
    totalCount: 40,
    currencyCode: 'GBP',
    seenOnUtc: '2026-03-02T08:00:00Z',
  }));
  api.on('GET /api/organisations/settings', { keepsOwnPrices });
  api.on('GET /api/customerprofile', caller);
  for (const call of READ_BESIDES) api.on(call, {});
  api.on('PUT /api/productorganisation', ({ body }) => {
    const { id, overriddenPrice } = body.productOrganisation;
    products = products.map((product) =>
      product.id === id && typeof overriddenPrice === 'number' ? { ...product, overriddenPrice, version: 9 } : product,
    );
    return { productOrganisation: products.find((product) => product.id === id) ?? {} };
  });
  api.on('POST /api/productsorganisation/bulk', {});
  return renderPage(<RangePage />, { path, width, caller });
}

const findPrice = (name: string) => screen.findByRole('button', { name: new RegExp(`^Set price of ${name}`) });

it.each([NARROW, WIDE])('saves a price and opens the next one with an arrow key, at %i px', async (width) => {
  const { user } = show({ width });
  (await findPrice('Apron')).focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(async () => expect(document.activeElement).toBe(await findPrice('Belt')));

  await user.keyboard('{ArrowUp}{Enter}12.5{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Price of Belt')));
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(api.requests('PUT /api/productorganisation').map(({ body }) => body.productOrganisation)).toEqual([
      expect.objectContaining({ id: 1, version: 4, overriddenPrice: 12.5 }),
    ]),
  );
  await waitFor(async () => expect((await findPrice('Apron')).textContent).toContain('£12.50'));
});

it('unpublishes the selected products with the versions that were shown', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Belt' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Cap' }));
  const bar = screen.getByRole('region', { name: 'Selected products' });
  await user.click(within(bar).getByRole('button', { name: 'Unpublish' }));

  await waitFor(() =>
    expect(api.requests('POST /api/productsorganisation/bulk').map(({ body }) => body)).toEqual([
      { ids: [2, 3], versions: [5, 6], change: { published: false } },
    ]),
  );
});

it('publishes all that match the filters, as many as were listed', async () => {
  const { user } = show({ path: '/?q=shirt&shown=no&job=6' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 40' }));
  await user.click(screen.getByRole('button', { name: 'Publish' }));

  await waitFor(() =>
    expect(api.requests('POST /api/productsorganisation/bulk').map(({ body }) => body)).toEqual([
      {
        ids: [],
        matching: { keyword: 'shirt', published: false, jobRoleId: 6 },
        expectedCount: 40,
        seenOnUtc: '2026-03-02T08:00:00Z',
        change: { published: true },
      },
    ]),
  );
});

it('is only read by administrators of some groups, and prices of the supplier say whose they are', async () => {
  show({ ofGroups: [3], keepsOwnPrices: false });
  await screen.findByRole('columnheader', { name: /^Price.*Set by your supplier/ });
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Edit|Set price)/ })).toBeNull();
  screen.getByText(/Only an administrator of the whole organisation can change it/);
});
