import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ApiKeysPage } from './api-keys-page.tsx';

const api = useStubbedApi();
const BRAND = { id: 1, name: 'sundial', companyName: 'Sundial Uniforms' };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

function show(rights: OperatorRight[], key: object = {}) {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights, brands: [BRAND] } });
  for (const call of ['GET /api/operator/listsettings/:list', 'GET /api/operator/listviews/:list'] as const) api.on(call, {});
  const usual = {
    id: 3,
    name: 'Warehouse system',
    scopes: ['orders:write'] as const,
    brands: [BRAND],
    createdBy: 'Ned New',
    createdByDisabled: false,
    createdUtc: inDays(-30),
    lastUsedUtc: null,
    expiresUtc: inDays(60),
    revokedUtc: null,
    previousSecretEndsUtc: null,
  };
  api.on('GET /api/operator/apikeys', { apiKeys: [{ ...usual, ...key }] });
  api.on('POST /api/operator/apikeys/:id/extend', { expiresUtc: inDays(30) });
  return renderPage(<ApiKeysPage />, { path: '/operator/keys', route: '/operator/keys', isOperator: true });
}

const proof = { callerPassword: 'velvet-otter', callerOtp: '123456' };

it('creates a key with password, code and days, and offers only purposes that one has oneself', async () => {
  const { user } = show(['accounts', 'administrator']);
  api.on('POST /api/operator/apikeys', refuse(422, { callerOtp: 'This code is wrong or has already been used.' }));
  await user.click(await screen.findByRole('button', { name: 'New API key' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByLabelText('stock:write')).toBeNull();
  await user.type(dialog.getByLabelText('Name'), 'Accounting');
  await user.click(dialog.getByLabelText('invoices:write'));
  await user.click(dialog.getByLabelText('Sundial Uniforms'));
  const days = dialog.getByLabelText('Days until it expires');
  expect((days as HTMLInputElement).value).toBe('90');
  await user.clear(days);
  await user.type(days, '366');
  await user.type(dialog.getByLabelText('Your password'), proof.callerPassword);
  await user.type(dialog.getByLabelText('Code'), proof.callerOtp);
  await user.click(dialog.getByRole('button', { name: 'Create API key' }));
  await dialog.findByText('Enter a whole number of days from 1 to 365');
  await user.clear(days);
  await user.type(days, '30');
  await user.click(dialog.getByRole('button', { name: 'Create API key' }));
  await dialog.findByText('This code is wrong or has already been used.');
  expect(api.requests('POST /api/operator/apikeys').map(({ body }) => body)).toEqual([
    { name: 'Accounting', scopes: ['invoices:write'], brandIds: [1], validDays: 30, ...proof },
  ]);
});

it('extends a key with password and code', async () => {
  const { user } = show(['warehouse', 'administrator'], { expiresUtc: inDays(3) });
  await screen.findByText('Expires soon');
  await user.click(await screen.findByRole('button', { name: 'Extend Warehouse system' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Your password'), proof.callerPassword);
  await user.type(dialog.getByLabelText('Code'), proof.callerOtp);
  await user.click(dialog.getByRole('button', { name: 'Extend API key' }));
  await waitFor(() =>
    expect(api.requests('POST /api/operator/apikeys/:id/extend').at(-1)?.body).toEqual({ validDays: 90, ...proof }),
  );
  await screen.findByText(/^Warehouse system now expires on/);
});

it('offers to revoke the key of a disabled operator, and nothing that one’s own rights do not include', async () => {
  show(['accounts', 'administrator'], { createdByDisabled: true });
  await screen.findByText('Creator disabled');
  expect(screen.getByRole('button', { name: 'Revoke Warehouse system' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Replace secret|^Extend/ })).toBeNull();
});
