import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { CataloguePricesPage } from './catalogue-prices-page.tsx';

const api = useStubbedApi();

it('shows what an uploaded list changes and what it cannot, saves what was shown, and undoes it', async () => {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['catalogue'], brands: [] } });
  const change = { line: 2, sku: 'PL-1', name: 'Polo', startsOn: '2026-11-29', lastOn: null, replaces: false };
  api.on('POST /api/operator/prices/file/preview', {
    priceListPreview: {
      ...{
        rows: 5,
        changed: 2,
        unchanged: 1,
        empty: 1,
        refused: 1,
        currencyCode: 'GBP',
        today: '2026-11-29',
        fingerprint: 'abc',
      },
      changes: [
        { ...change, before: { price: 30, percent: null }, after: { price: 32, percent: null } },
        {
          ...{ ...change, line: 3, sku: 'PL-1-XL', startsOn: '2027-04-01', replaces: true },
          ...{ before: { price: 35, percent: null }, after: { price: null, percent: null } },
        },
      ],
      refusals: [{ line: 4, sku: 'PL-9', reason: 'There is no product with this SKU whose prices you can change.' }],
    },
  });
  api.on('POST /api/operator/prices/file', { priceChange: { id: 9, changed: 2, unchanged: 2, refusals: [] } });
  api.on('POST /api/operator/prices/changes/:changeId/undo', {
    priceChange: { id: 9, changed: 1, unchanged: 1, refusals: [] },
  });
  const { user } = renderPage(<CataloguePricesPage />, {
    ...{ path: '/operator/prices/catalogue', route: '/operator/prices/catalogue', isOperator: true },
  });
  await user.click(await screen.findByRole('button', { name: 'Upload price list…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload catalogue prices' }));
  await user.upload(dialog.getByLabelText('Choose a CSV file or an Excel workbook'), new File(['SKU;Price'], 'prices.csv'));
  expect((await dialog.findByRole('status')).textContent).toBe(
    '2 prices will change. 1 row unchanged. 1 row without a price left out. Prices exclude tax.',
  );
  dialog.getByRole('row', { name: /Polo\s*PL-1 now £30\.00 £32\.00/ });
  dialog.getByRole('row', { name: /PL-1-XL from 1 Apr 2027\s*Replaces a coming price £35\.00 Product’s price/ });
  dialog.getByText('Line 4, PL-9: There is no product with this SKU whose prices you can change.');
  await user.click(dialog.getByRole('button', { name: 'Save 2 prices' }));
  await waitFor(() => expect(api.requests('POST /api/operator/prices/file')).toHaveLength(1));
  expect(api.requests('POST /api/operator/prices/file')[0]?.query).toMatchObject({ fingerprint: 'abc', fileName: 'prices.csv' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
