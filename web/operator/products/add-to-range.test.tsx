import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OperatorProductsPage } from './products-page.tsx';

const api = useStubbedApi();
const aProduct = (id: number, name: string) => ({ id, name, sku: `SKU-${id}`, state: 'published' as const, price: 10 });

function show(totalCount = 2) {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['catalogue'], brands: [] } });
  for (const call of ['GET /api/operator/listsettings/:list', 'GET /api/operator/listviews/:list'] as const) api.on(call, {});
  api.on('GET /api/operator/products/choices', { categories: [], specifications: [] });
  api.on('GET /api/operator/organisations/choices', { organisations: [{ id: 2, name: 'Hallam' }], totalCount: 1 });
  api.on('GET /api/operator/products', { products: [aProduct(71, 'Parka'), aProduct(72, 'Fleece')], totalCount });
  return renderPage(<OperatorProductsPage />, { path: '/operator/products', isOperator: true });
}

it('adds selected products to a client’s range after showing what will become of them', async () => {
  const { user } = show();
  const refusals = [{ reason: 'It is not on sale. Put it on sale first.', count: 1, names: ['Fleece'] }];
  const addition = { added: 1, present: 0, refusals };
  api.on('POST /api/operator/organisations/:id/range/preview', { addition });
  api.on('POST /api/operator/organisations/:id/range', { addition });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Parka' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Fleece' }));
  await user.click(screen.getByRole('button', { name: 'Add to a client’s range…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 2 products to a client’s range' }));
  await user.selectOptions(await dialog.findByLabelText('Client'), await dialog.findByRole('option', { name: 'Hallam' }));
  await dialog.findByText(/^1 product will be added\./);
  await dialog.findByText('1 product not added. It is not on sale. Put it on sale first. (Fleece)');
  expect(api.requests('POST /api/operator/organisations/:id/range')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Add 1 product' }));
  await screen.findByText('1 product added. 1 product not added: It is not on sale. Put it on sale first.');
  expect(api.requests('POST /api/operator/organisations/:id/range').map(({ body }) => body)).toEqual([
    { productIds: [71, 72], published: true },
  ]);
});
