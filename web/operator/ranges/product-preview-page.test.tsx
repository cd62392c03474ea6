import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ProductPreviewPage } from './product-preview-page.tsx';

const api = useStubbedApi();
const CALL = 'GET /api/operator/products/:id/as/:organisationId';
const value = (id: number, name: string) => ({ id, name, displayOrder: id, colorSquaresRgb: null, priceAdjustment: 0 });
const combination = (id: number, valueId: number, price: number) => ({
  ...{ id, productId: 7, sku: `FSD-${id}`, price, stockStatus: 'InStock' as const, stockQuantity: 4, stockMessage: 'In stock' },
  attributes: [{ id: 1, productAttributeName: 'Size', valueId, value: `size ${valueId}` }],
});

function show() {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['catalogue'] } });
  return renderPage(<ProductPreviewPage />, {
    path: '/operator/products/7/as/2',
    route: '/operator/products/:id/as/:organisationId',
    isOperator: true,
  });
}

it('shows name, choices and prices of the client in its colours, says that it is a preview, and orders nothing', async () => {
  api.on(CALL, {
    product: {
      ...{
        id: 7,
        name: 'Crew fleece',
        shortDescription: 'Warm.',
        fullDescription: '<p>Recycled.</p>',
        price: 26.9,
        priceFrom: null,
      },
      ...{ oldPrice: null, callForPrice: false, isMadeToOrder: false, disableBuyButton: false, images: [], tierPrices: [] },
      ...{ orderMinimumQuantity: 1, orderMaximumQuantity: 100, allowedQuantities: [], specifications: [], sizeGuideId: null },
      attributes: [
        { id: 1, productAttributeName: 'Size', role: 'size', displayOrder: 1, attributeValues: [value(11, 'M'), value(12, 'L')] },
      ],
      productAttributeCombinations: [combination(1, 11, 26.9), combination(2, 12, 27.5)],
    },
    client: {
      ...{ organisationId: 2, organisationName: 'Hallam', theme: 'alder', companyName: 'Alder', currencyCode: 'GBP' },
      ...{ primaryColour: '#123456', secondaryColour: null, tertiaryColour: null, taxDisplayType: 10 },
    },
  });
  const { user } = show();
  await screen.findByText(/This is what people of Hallam who order for others see/);
  const preview = within(screen.getByRole('region', { name: 'As Hallam sees it' }));
  expect(preview.getByRole('heading', { name: 'Crew fleece' })).toBeTruthy();
  await user.click(preview.getByRole('radio', { name: /^L/ }));
  await preview.findByText('£27.50');
  expect(preview.getByText('excl. tax')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'As Hallam sees it' }).style.getPropertyValue('--brand')).toBe('#123456');
  expect(preview.queryByRole('button', { name: /cart/i })).toBeNull();
});

it('says why people of the client do not see it', async () => {
  api.on(CALL, refuse(409, { product: 'People of Hallam don’t see it: it is not on sale.' }));
  show();
  await screen.findByText('People of Hallam don’t see it: it is not on sale.');
});
