import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { AdhocModalPage } from './adhoc-modal-page.tsx';

const api = useStubbedApi();
const LIST = 'GET /api/organisation/getadhocproductlistmodal';

const createProducts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Garment ${index + 1}`,
    combinationId: null,
    productAttributeCombinations: [],
  }));

beforeEach(() => {
  api.on('GET /api/organisationbusinessareas', { organisationBusinessAreas: [{ id: 3, name: 'Kitchen' }] });
  api.on('GET /api/organisationcollection', { organisationCollections: [] });
});

const open = (roles: string[] = []) =>
  renderPage(<AdhocModalPage />, {
    path: '/index/adhoc-order-modal',
    caller: { permissions: ['AllowAdhocOrderModal'], roles },
  });

it('shows the products of the choice as tiles, sixty at first', async () => {
  api.on(LIST, { products: createProducts(70) });
  api.on('PUT /api/customers/:id', {});
  const { user } = open();
  await screen.findByText('70 products');
  expect(screen.getAllByRole('article')).toHaveLength(60);
  await user.click(screen.getByRole('button', { name: 'Show 10 more products' }));
  expect(screen.getAllByRole('article')).toHaveLength(70);
  // Without wardrobes there is nothing to choose of them.
  expect(screen.queryByLabelText('Wardrobe')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Business area'), '3');
  await waitFor(() => expect(api.requests(LIST).at(-1)?.query).toEqual({ businessAreaId: '3', collectionId: '0' }));
});

it('opens a tile in a dialog above the list, and orders from there', async () => {
  api.on(LIST, { products: createProducts(1) });
  api.on('GET /api/product/getbuynowcombinations', {
    product: { id: 1, name: 'Garment 1', isMadeToOrder: false, callForPrice: false, disableBuyButton: false },
    attributes: [],
    combinations: [{ id: 11, attributes: [], stockStatus: 'InStock', stockQuantity: 5, allowOutOfStockOrders: false }],
  });
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
  api.on('GET /api/shopping_cart_items', {});
  api.on('POST /api/shopping_cart_items/multiple', {});
  const { user, address } = open();
  expect(screen.queryByRole('combobox', { name: 'For' })).toBeNull();
  await user.click(await screen.findByRole('link', { name: 'Garment 1' }));
  await waitFor(() => expect(address()).toBe('/index/adhoc-order-modal?product=1'));
  await user.click(await screen.findByRole('button', { name: /^Add to cart/ }));
  await waitFor(() => expect(api.requests('POST /api/shopping_cart_items/multiple')).toHaveLength(1));
  expect(api.requests('POST /api/shopping_cart_items/multiple')[0]?.body.items).toEqual([
    { productId: 1, combinationId: 11, quantity: 1, source: 'adhoc' },
  ]);
});

it('orders from the dialog for the person chosen', async () => {
  api.on(LIST, { products: createProducts(1) });
  api.on('GET /api/customers', { customers: [{ id: 42, firstName: 'Ana', lastName: 'Sousa', active: true }] });
  api.on('GET /api/product/getbuynowcombinations', {
    product: { id: 1, name: 'Garment 1', isMadeToOrder: false, callForPrice: false, disableBuyButton: false },
    attributes: [{ id: 5, role: 'size', productAttributeName: 'Size', attributeValues: [{ id: 51, name: 'M' }] }],
    combinations: [
      {
        id: 11,
        attributes: [{ id: 5, valueId: 51 }],
        stockStatus: 'InStock',
        stockQuantity: 5,
        allowOutOfStockOrders: false,
      },
    ],
  });
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
  api.on('GET /api/shopping_cart_items', {});
  api.on('POST /api/shopping_cart_items/multiple', {});
  const { user } = open(['OrganisationBuyer']);
  await user.click(await screen.findByRole('combobox', { name: 'For' }));
  await user.click(await screen.findByRole('option', { name: 'Ana Sousa' }));
  await user.click(await screen.findByRole('link', { name: 'Garment 1' }));
  await user.click(await screen.findByRole('radio', { name: 'M' }));
  await user.click(await screen.findByRole('button', { name: 'Add to cart for Ana Sousa' }));
  await waitFor(() => expect(api.requests('POST /api/shopping_cart_items/multiple')).toHaveLength(1));
  expect(api.requests('POST /api/shopping_cart_items/multiple')[0]?.body.items).toEqual([
    { productId: 1, combinationId: 11, quantity: 1, source: 'adhoc', customerId: 42 },
  ]);
});

it('finds tiles by name', async () => {
  api.on(LIST, { products: createProducts(12) });
  const { user } = open();
  await screen.findByText('12 products');
  await user.keyboard('/');
  await user.keyboard('garment 11{Enter}');
  await screen.findByText('1 product');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await user.type(screen.getByRole('searchbox'), 'x');
  await screen.findByText('No product in this list matches “garment 11x”.');
});

it('says why it is empty', async () => {
  api.on(LIST, { products: [] });
  open();
  await screen.findByText('No products yet');
});
