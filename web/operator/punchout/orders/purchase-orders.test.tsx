import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { PurchaseOrderPage } from './purchase-order-page.tsx';

const api = useStubbedApi();

const SIDE = { sku: 'ASH-M', description: 'Ash shirt, M', quantity: '4', unit: 'EA', unitPrice: 12.5 };
const ORDER = {
  ...{
    id: 7,
    number: '4500012345',
    organisationId: 3,
    organisationName: 'Corvane Rail',
    connectionName: 'Corvane purchasing',
    state: 'waiting' as const,
  },
  ...{
    isTest: false,
    receivedOnUtc: '2026-11-30T10:00:00Z',
    orderId: null,
    total: 44,
    currencyCode: 'GBP',
    lineCount: 2,
    version: 3,
    isChange: false,
  },
  ...{ reason: null, decidedOnUtc: null, shipTo: 'Corvane Rail, Derby', comments: null, files: [], needsEmail: false },
  findings: [{ kind: 'price', lineNumber: 1, isDoubtful: true, text: 'Line 1: the order says £11.00, the cart had £12.50.' }],
  lines: [
    { lineNumber: 1, ordered: { ...SIDE, unitPrice: 11 }, returned: SIDE, needsSku: false },
    { lineNumber: 2, ordered: { ...SIDE, sku: 'NOTHING' }, returned: null, needsSku: true },
  ],
};

it('shows an order beside the cart, and accepts it with the part number that it lacks', async () => {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['warehouse'] } });
  api.on('GET /api/operator/punchout/orders/:id', { purchaseOrder: ORDER });
  api.on('POST /api/operator/punchout/orders/:id/accept', { purchaseOrder: { ...ORDER, state: 'accepted', orderId: 10_050 } });
  const { user } = renderPage(<PurchaseOrderPage />, {
    path: '/operator/punchout/orders/7',
    route: '/operator/punchout/orders/:id',
    isOperator: true,
  });

  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows[1]?.textContent).toContain('4 EA × £11.00');
  expect(rows[1]?.textContent).toContain('4 EA × £12.50');
  expect(rows[2]?.textContent).toContain('Not from a cart');
  expect(screen.getByText('Line 1: the order says £11.00, the cart had £12.50.', { exact: false })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Accept as ordered' }));
  await user.type(await screen.findByRole('textbox', { name: 'Our part number for line 2' }), 'ASH-L');
  await user.click(screen.getByRole('button', { name: 'Accept order' }));

  await waitFor(() =>
    expect(api.requests('POST /api/operator/punchout/orders/:id/accept')[0]).toMatchObject({
      body: { acceptance: { version: 3, lines: [{ lineNumber: 2, sku: 'ASH-L' }] } },
    }),
  );
});
