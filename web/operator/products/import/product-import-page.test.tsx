import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { ProductImport, ProductImportRow } from './product-import-labels.ts';
import { ProductImportPage } from './product-import-page.tsx';

const api = useStubbedApi();

const FILE: ProductImport = {
  id: 7,
  fileName: 'spring.csv',
  createdOnUtc: '2026-11-29T09:00:00Z',
  createdBy: 'Olive Operator',
  organisationId: null,
  organisationName: null,
  madeForClient: false,
  state: 'uploaded',
  problem: null,
  rows: 0,
  products: 0,
  columns: [
    { header: 'Ref', samples: ['P1'] },
    { header: 'Net', samples: ['20.00'] },
  ],
  format: 'mapped',
  mapping: { columns: [{ field: 'price', column: 'Net' }], constants: [{ field: 'brand', value: 'Harbour' }] },
  fields: [
    { field: 'productCode', label: 'Product code', isRequired: true },
    { field: 'price', label: 'Price', isRequired: false },
  ],
  previewProgress: { done: 0, total: 0 },
  isPreviewInterrupted: false,
  counts: { created: 0, changed: 0, unchanged: 0, refused: 0, conflict: 0, ignored: 0, warnings: 0 },
  bulkEditId: null,
  previewedOnUtc: null,
  startedOnUtc: null,
  finishedOnUtc: null,
  undoneOnUtc: null,
};
const PREVIEWED: ProductImport = {
  ...FILE,
  state: 'previewed',
  rows: 3,
  products: 3,
  counts: { ...FILE.counts, created: 1, changed: 1, refused: 1 },
  previewedOnUtc: '2026-11-29T09:01:00Z',
};
const ROWS: ProductImportRow[] = [
  {
    id: 1,
    line: 2,
    outcome: 'changed',
    handle: 'polo',
    sku: 'P-M',
    text: 'price 18.00 → 20.00',
    changes: [{ field: 'price', before: '18.00', after: '20.00' }],
    productId: 5,
  },
  {
    id: 2,
    line: 3,
    outcome: 'refused',
    handle: 'fleece',
    sku: 'F-M',
    text: 'the price "cheap" cannot be read',
    changes: [],
    productId: null,
  },
];

const BULK_EDIT = {
  id: 9,
  kind: 'product-import' as const,
  action: 'import',
  description: 'Imported 2 products',
  state: 'finished' as const,
  total: 2,
  changed: 2,
  canUndo: true,
};

function show(productImport: Partial<ProductImport>, rights: OperatorRight[] = ['catalogue']) {
  const saved = { ...FILE, ...productImport };
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights } });
  api.on('GET /api/operator/productimports/:id', { productImport: saved });
  api.on('GET /api/operator/productimports/:id/rows', { rows: ROWS, totalCount: ROWS.length });
  api.on('GET /api/operator/bulkedits/:id', { bulkEdit: BULK_EDIT });
  api.on('GET /api/operator/bulkedits', { bulkEdits: [] });
  api.on('GET /api/operator/listviews/:list', {});
  api.on('GET /api/operator/listsettings/:list', {});
  return renderPage(<ProductImportPage />, {
    path: '/operator/products/import/7',
    route: '/operator/products/import/:id',
    isOperator: true,
  });
}

it('asks what the columns mean until a column tells products apart, and sends that', async () => {
  api.on('POST /api/operator/productimports/:id/preview', { productImport: { ...FILE, state: 'previewing' } });
  const { user } = show({});
  await screen.findByText(/Please choose the column with the product code or the name/);
  const preview = screen.getByRole('button', { name: 'Preview' }) as HTMLButtonElement;
  expect(preview.disabled).toBe(true);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Column Ref is' }), 'Price');
  await screen.findByText(/Two columns are “Price”/);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Column Ref is' }), 'Product code');
  await user.click(preview);
  await waitFor(() => expect(api.requests('POST /api/operator/productimports/:id/preview')).toHaveLength(1));
  expect(api.requests('POST /api/operator/productimports/:id/preview')[0]?.body).toEqual({
    mapping: {
      columns: [
        { field: 'productCode', column: 'Ref' },
        { field: 'price', column: 'Net' },
      ],
      constants: [{ field: 'brand', value: 'Harbour' }],
    },
  });
});

it('shows each value before and after, and imports only when that is confirmed', async () => {
  api.on('POST /api/operator/productimports/:id/run', {
    productImport: { ...PREVIEWED, state: 'running', startedOnUtc: '2026-11-29T09:02:00Z', bulkEditId: 9 },
  });
  const { user } = show(PREVIEWED);
  await screen.findByText('18.00');
  expect(screen.getByText('the price "cheap" cannot be read')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Import 2 products' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('1 product will be changed for all clients')).toBeTruthy();
  expect(api.requests('POST /api/operator/productimports/:id/run')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Import 2 products' }));
  await screen.findByText(/Imported 2 products/);
  expect(api.requests('POST /api/operator/productimports/:id/run')).toHaveLength(1);
});

it('undoes a finished import with the calls of operators', async () => {
  api.on('POST /api/operator/bulkedits/:id/undo', {
    bulkEdit: { ...BULK_EDIT, id: 10, action: 'undo', undoOfId: 9, canUndo: false },
  });
  const { user } = show({
    ...PREVIEWED,
    state: 'finished',
    startedOnUtc: '2026-11-29T09:02:00Z',
    finishedOnUtc: '2026-11-29T09:03:00Z',
    bulkEditId: 9,
  });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(/2 restored/);
  expect(api.requests('POST /api/operator/bulkedits/:id/undo')[0]?.params).toEqual({ id: '9' });
});

it('is read by an operator without the right, who cannot import', async () => {
  show(PREVIEWED, ['customerService']);
  await screen.findByText('18.00');
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});
