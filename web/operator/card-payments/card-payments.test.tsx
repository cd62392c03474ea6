import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { CardPaymentPage } from './card-payment-page.tsx';
import { CardPaymentsPage } from './card-payments-page.tsx';
import { OpenCardPayments } from './open-card-payments.tsx';

const api = useStubbedApi();

type Parts = PartsOf<ReplyOf<'GET /api/operator/cardpayments/:id'>['cardPayments'][number]>;

const PAID: Parts = {
  ...{
    id: 5,
    orderId: 10234,
    attempt: 2,
    personName: 'Ruth Okafor',
    organisationId: 2,
    organisationName: 'Corvane',
    payer: 'person',
  },
  ...{ state: 'paid', amount: 24, received: 24, refunded: 0, refundable: 24, currencyCode: 'GBP', provider: 'stripe' },
  ...{ paymentReference: 'pi_123', fingerprint: 'f1' },
};

beforeEach(() => {
  api.on('GET /api/operator/me', {
    operator: { kind: 'operator', rights: ['accounts'], brands: [{ id: 3, companyName: 'Brackwell' }] },
  });
  for (const call of ['GET /api/operator/listsettings/:list', 'GET /api/operator/listviews/:list'] as const) api.on(call, {});
});

async function show(parts: Parts) {
  api.on('GET /api/operator/cardpayments/:id', { cardPayments: [parts] });
  const page = renderPage(<CardPaymentPage />, {
    ...{ path: '/operator/card-payments/5', route: '/operator/card-payments/:id', isOperator: true },
  });
  await screen.findByRole('heading', { name: 'Payment for order 10234', level: 1 });
  return page;
}

it('refunds a part with a reason, and no more than is left', async () => {
  const { user } = await show(PAID);
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund order 10234' }));
  await user.type(dialog.getByLabelText('Amount incl. tax'), '25');
  await user.type(dialog.getByLabelText('Reason'), 'Torn');
  await user.click(dialog.getByRole('button', { name: 'Refund £25.00' }));
  await dialog.findByText('At most £24.00 can be refunded.');
  await user.clear(dialog.getByLabelText('Amount incl. tax'));
  await user.type(dialog.getByLabelText('Amount incl. tax'), '10');
  api.on('POST /api/operator/cardpayments/:id/refund', { cardPayments: [PAID] });
  await user.click(dialog.getByRole('button', { name: 'Refund £10.00' }));
  await screen.findByText('£10.00 is refunded to the card.');
  expect(api.requests('POST /api/operator/cardpayments/:id/refund').map(({ body }) => body)).toMatchObject([
    { amount: 10, reason: 'Torn', key: expect.stringMatching(/./) },
  ]);
});

it('says what a decision on a held payment means, and decides on what was shown', async () => {
  const { user } = await show({ ...PAID, state: 'held', received: 20, needsDecision: true, problem: null });
  screen.getByText(/Requested: £24.00. Received: £20.00./);
  await user.click(await screen.findByRole('button', { name: 'Refund and cancel order' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund and cancel the order?' }));
  dialog.getByText(/£20.00 goes back to the card, and order 10234 is cancelled/);
  await user.type(dialog.getByLabelText('Reason'), 'Wrong amount');
  api.on('POST /api/operator/cardpayments/:id/reject', { cardPayments: [PAID] });
  await user.click(dialog.getByRole('button', { name: 'Refund £20.00 and cancel order' }));
  await waitFor(() =>
    expect(api.requests('POST /api/operator/cardpayments/:id/reject').map(({ body }) => body)).toEqual([
      { reason: 'Wrong amount', fingerprint: 'f1' },
    ]),
  );
});

it('sends a refund again that the provider has refused', async () => {
  const refused = { id: 8, amount: 10, state: 'refused', reason: 'Torn', problem: 'The card has expired.', attempts: 1 } as const;
  const { user } = await show({ ...PAID, refunds: [refused], hasRefusedRefund: true });
  screen.getByText('The card has expired.');
  api.on('POST /api/operator/cardpayments/refunds/:id/repeat', { cardPayments: [PAID] });
  await user.click(await screen.findByRole('button', { name: 'Send again the refund of £10.00' }));
  await screen.findByText('The refund of £10.00 is sent again.');
  expect(api.requests('POST /api/operator/cardpayments/refunds/:id/repeat').map(({ params }) => params)).toEqual([{ id: '8' }]);
});

it('lists payments with what needs attention, and filters by it', async () => {
  api.on('GET /api/operator/cardpayments', {
    ...{ cardPayments: [{ ...PAID, id: 5 }], totalCount: 1, counts: { held: 1, refusedRefunds: 2, openDisputes: 0 } },
  });
  const { user } = renderPage(<CardPaymentsPage />, { path: '/operator/card-payments', isOperator: true, width: 1440 });
  await user.click(await screen.findByRole('link', { name: 'Refused refunds 2' }));
  await waitFor(() => expect(api.requests('GET /api/operator/cardpayments').at(-1)?.query.attention).toBe('refused'));
});

it('compares a day with the provider', async () => {
  const movement = {
    kind: 'payment',
    reference: 'pi_9',
    here: null,
    there: 24,
    currencyCode: 'GBP',
    result: 'onlyThere',
  } as const;
  api.on('GET /api/operator/paymentproviders', {
    paymentProviders: [
      { brandId: 1, brandName: 'Sundial', provider: null },
      { brandId: 3, brandName: 'Brackwell', provider: 'stripe' },
    ],
  });
  api.on('GET /api/operator/cardpayments/comparison', { comparison: { movements: [movement], differences: 1 } });
  renderPage(<CardPaymentsPage />, { path: '/operator/card-payments?tab=comparison&day=2026-11-30', isOperator: true });
  await screen.findByText('Only at the provider');
  screen.getByText('1 payment or refund, of which 1 differs.');
  expect(api.requests('GET /api/operator/cardpayments/comparison')[0]?.query).toEqual({ brandId: '3', day: '2026-11-30' });
});

it('is named on the first page only while something is open', async () => {
  api.on('GET /api/operator/cardpayments', { counts: { held: 1, refusedRefunds: 0, openDisputes: 2 } });
  renderPage(<OpenCardPayments />, { isOperator: true });
  const link = await screen.findByRole('link', { name: '1 payment to decide on' });
  expect(link.getAttribute('href')).toBe('/operator/card-payments?attention=held');
  screen.getByRole('link', { name: '2 disputes' });
  expect(screen.queryByText(/refused refund/)).toBeNull();
});
