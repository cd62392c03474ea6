import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ApprovalsPage } from './approvals-page.tsx';

const api = useStubbedApi();
const PATH = '/index/approvals';
const ADA = { firstName: 'Ada', lastName: 'Byron' };
const BEYOND = { kind: 'beyond', text: '2 pieces beyond the entitlement' } as const;

it('several orders are named with their sum and what is beyond the entitlement, before they are approved', async () => {
  const waiting = { customer: ADA, pieces: 4, goodsValue: 40, reasons: [BEYOND], fingerprint: 'ab12' };
  api.on('GET /api/approvals', {
    approvals: [501, 502].map((orderId) => ({ ...waiting, orderId })),
    totalCount: 2,
    currencyCode: 'GBP',
  });
  api.on('GET /api/approvals/delegations', {});
  api.on('GET /api/orders/:id/approval', { approval: { orderId: 501, customer: ADA, status: 'requested', canDecide: true } });
  const { user } = renderPage(<ApprovalsPage />, { path: PATH });
  for (const box of await screen.findAllByRole('checkbox', { name: /^Select order/ })) await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Approve 2 orders' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Together £80.00 excl. tax and delivery.');
  dialog.getByText('2 orders are beyond the entitlement.');
  dialog.getByText('501 · Ada Byron · £40.00 · 2 pieces beyond the entitlement');
});

it('a decided order shows what was decided, also once everything has been sent', async () => {
  api.on('GET /api/approvals', { approvals: [], totalCount: 0, currencyCode: 'GBP' });
  api.on('GET /api/approvals/delegations', {});
  api.on('GET /api/orders/:id/approval', {
    approval: {
      orderId: 501,
      currencyCode: 'GBP',
      customer: ADA,
      status: 'approved',
      canDecide: false,
      decidedBy: 'Ben Marsh',
      goodsValue: 20,
      items: [
        { productName: 'Ashdown shirt', quantity: 3, decision: { action: 'approve', approved: 2 }, priceExclTax: 20 },
        { productName: 'Winter coat', quantity: 1, decision: { action: 'amend', approved: 0 }, priceExclTax: 0 },
      ],
    },
  });
  renderPage(<ApprovalsPage />, { path: `${PATH}?order=501` });
  await screen.findByRole('row', { name: /Ashdown shirt.*2 of 3 approved £20\.00/ });
  screen.getByRole('row', { name: /Winter coat.*Sent back/ });
  expect(screen.queryByRole('columnheader', { name: 'Stock' })).toBeNull();
});
