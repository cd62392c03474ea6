import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { PaymentProvidersPage } from './payment-providers-page.tsx';

const api = useStubbedApi();
const BRAND = { id: 3, name: 'brackwell', companyName: 'Brackwell Workwear' };
const PROVIDER = {
  brandId: 3,
  brandName: 'Brackwell Workwear',
  provider: 'simulated' as const,
  host: 'http://localhost:3002',
  isActive: true,
  updatedOnUtc: '2026-11-30T10:00:00Z',
  previousSecretExpiresOnUtc: null,
  webhookUrl: 'http://brackwell.localhost:3000/api/paymentevents/3',
  version: 4,
};

function show() {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['accounts', 'administrator'], brands: [BRAND] } });
  api.on('GET /api/operator/paymentproviders', { paymentProviders: [PROVIDER] });
  const path = '/operator/payment-providers';
  return renderPage(<PaymentProvidersPage />, { path, route: path, isOperator: true });
}

it('sends keys that were entered with the proof of identity, and keeps the others', async () => {
  const { user } = show();
  api.on('PUT /api/operator/paymentproviders/:brandId', { paymentProviders: [PROVIDER] });
  const secret = await screen.findByLabelText(/^Secret for webhooks/);
  expect((secret as HTMLInputElement).value).toBe('');
  await user.type(secret, 'whsec_the_next_one');
  await user.type(screen.getByLabelText('Your password'), 'velvet-otter');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(api.requests('PUT /api/operator/paymentproviders/:brandId')).toHaveLength(1));
  expect(api.requests('PUT /api/operator/paymentproviders/:brandId')[0]).toMatchObject({
    body: {
      paymentProvider: {
        provider: 'simulated',
        host: 'http://localhost:3002',
        webhookSecret: 'whsec_the_next_one',
        isActive: true,
        version: 4,
        callerPassword: 'velvet-otter',
        callerOtp: '123456',
      },
    },
  });
});

it('says whether the connection works', async () => {
  const { user } = show();
  api.on('POST /api/operator/paymentproviders/:brandId/check', {
    isConnected: false,
    msg: 'The payment provider could not be reached.',
  });
  await user.click(await screen.findByRole('button', { name: 'Check connection' }));

  expect(await within(document.body).findByText('The payment provider could not be reached.')).toBeTruthy();
});
