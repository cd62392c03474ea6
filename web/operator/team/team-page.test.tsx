import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { TeamPage } from './team-page.tsx';

const api = useStubbedApi();
const BRAND = { id: 1, name: 'sundial', companyName: 'Sundial Uniforms' };
const NED = { id: 7, name: 'Ned New', email: 'ned@supplier.example', brands: [BRAND], disabled: false, isCaller: false };

function show(ownRights: OperatorRight[], member: object = {}) {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ownRights, brands: [BRAND] } });
  for (const call of ['GET /api/operator/listsettings/:list', 'GET /api/operator/listviews/:list'] as const) api.on(call, {});
  api.on('GET /api/operator/operators', { operators: [{ ...NED, rights: ['warehouse'], apiKeys: [], ...member }] });
  for (const call of ['POST /api/operator/operators', 'PUT /api/operator/operators/:id'] as const) api.on(call, {});
  api.on('POST /api/operator/operators/:id/passwordlink', {});
  api.on('POST /api/operator/apikeys/:id/revoke', {});
  return renderPage(<TeamPage />, { path: '/operator/team', route: '/operator/team', isOperator: true });
}

const ALL: OperatorRight[] = ['warehouse', 'customerService', 'accounts', 'catalogue', 'tailoring', 'administrator'];
const proof = { callerPassword: 'velvet-otter', callerOtp: '123456' };

it('adds an operator with some rights, password and code', async () => {
  const { user } = show(ALL);
  await user.click(await screen.findByRole('button', { name: 'Add operator' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Email'), 'nora@supplier.example');
  await user.type(dialog.getByLabelText('Name'), 'Nora');
  await user.click(dialog.getByLabelText('Sundial Uniforms'));
  await user.type(dialog.getByLabelText('Your password'), proof.callerPassword);
  await user.type(dialog.getByLabelText('Code'), proof.callerOtp);
  await user.click(dialog.getByRole('button', { name: 'Add operator' }));
  await dialog.findByText('Select at least one right');
  await user.click(dialog.getByLabelText('Accounts'));
  await user.click(dialog.getByRole('button', { name: 'Add operator' }));
  await waitFor(() =>
    expect(api.requests('POST /api/operator/operators').at(-1)?.body).toEqual({
      email: 'nora@supplier.example',
      name: 'Nora',
      brandIds: [1],
      rights: ['accounts'],
      ...proof,
    }),
  );
});

it('offers only rights that one has oneself, or that the operator has already', async () => {
  const { user } = show(['catalogue', 'administrator'], { rights: ['warehouse'] });
  await user.click(await screen.findByRole('button', { name: /^Change/ }));
  const rights = within(await screen.findByRole('group', { name: 'Rights' }));
  expect(rights.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).name)).toEqual([
    'right-warehouse',
    'right-catalogue',
    'right-administrator',
  ]);
});

it('asks for password and code when rights change, and not for another name or disabling', async () => {
  const { user } = show(ALL);
  await user.click(await screen.findByRole('button', { name: /^Change/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Name'), 'er');
  expect(dialog.queryByLabelText('Your password')).toBeNull();
  await user.click(dialog.getByLabelText('Accounts'));
  expect(dialog.getByLabelText('Your password')).toBeTruthy();
  await user.click(dialog.getByLabelText('Accounts'));
  await user.click(dialog.getByLabelText('Disabled: cannot log in'));
  expect(dialog.queryByLabelText('Your password')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.requests('PUT /api/operator/operators/:id').at(-1)?.body).toMatchObject({ name: 'Ned Newer', disabled: true }),
  );
});

it('lists the keys of an operator who is disabled, with a button that revokes each', async () => {
  const { user } = show(ALL, { apiKeys: [{ id: 3, name: 'Warehouse system' }] });
  await user.click(await screen.findByRole('button', { name: /^Change/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText('Warehouse system')).toBeNull();
  await user.click(dialog.getByLabelText('Disabled: cannot log in'));
  await user.click(await dialog.findByRole('button', { name: 'Revoke Warehouse system' }));
  await waitFor(() => expect(api.requests('POST /api/operator/apikeys/:id/revoke').at(-1)?.params).toEqual({ id: '3' }));
  await waitFor(() => expect(dialog.queryByText('Warehouse system')).toBeNull());
});

it('sends a password link with password and code', async () => {
  const { user } = show(ALL);
  await user.click(await screen.findByRole('button', { name: /^Send password link/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send password link' }));
  await user.click(dialog.getByRole('button', { name: 'Send link' }));
  await dialog.findByText('Password is required');
  await user.type(dialog.getByLabelText('Your password'), proof.callerPassword);
  await user.type(dialog.getByLabelText('Code'), proof.callerOtp);
  await user.click(dialog.getByRole('button', { name: 'Send link' }));
  await waitFor(() => expect(api.requests('POST /api/operator/operators/:id/passwordlink').at(-1)?.body).toEqual(proof));
});
