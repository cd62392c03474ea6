import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { StructurePage } from './structure-page.tsx';

const api = useStubbedApi();

function show(path: string, ofGroups: number[] = []) {
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/organisationstructure/people', { organisationJobRoles: [{ id: 1, count: 2 }], customerRoles: [] });
  api.on('GET /api/organisationbusinessareas', { organisationBusinessAreas: [{ id: 7, name: 'Kitchen' }] });
  api.on('GET /api/organisationjobroles', {
    organisationJobRoles: [
      { id: 1, name: 'Waiter', organisationBusinessAreaId: null },
      { id: 2, name: 'Chef', organisationBusinessAreaId: 7 },
    ],
  });
  api.on('GET /api/customerroles', {
    customerRoles: [
      { id: 35, name: 'Buyer', isSystemRole: true, active: true },
      { id: 90, name: 'Stylist', active: false },
    ],
  });
  return renderPage(<StructurePage />, {
    path: `/index/settings/${path}`,
    route: '/index/settings/:kind',
    caller: { roles: ['OrganisationAdmin'], adminableOrganisationGroupIds: ofGroups },
  });
}

const listNames = async (label: string) =>
  within(await screen.findByRole('table', { name: label }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

it('finds items by what is shown of them, and sorts them by their people', async () => {
  const { user } = show('job-roles');
  expect(await listNames('Job roles')).toEqual(['Waiter', 'Chef']);
  await user.click(screen.getByRole('button', { name: /^Name/ }));
  expect(await listNames('Job roles')).toEqual(['Chef', 'Waiter']);
  await user.click(screen.getByRole('button', { name: /^People/ }));
  expect(await listNames('Job roles')).toEqual(['Waiter', 'Chef']);

  await user.type(screen.getByRole('searchbox', { name: 'Search job roles' }), 'kitch');
  await screen.findByText('1–1 of 1 job role');
  expect(await listNames('Job roles')).toEqual(['Chef']);
});

it('offers to change permissions of built-in roles, and nothing else', async () => {
  show('roles');
  const rows = within(await screen.findByRole('table', { name: 'Roles' })).getAllByRole('row');
  const actions = rows.slice(1).map((row) =>
    within(row)
      .getAllByRole('button')
      .map((button) => button.textContent),
  );
  expect(actions).toEqual([['Permissions'], ['Permissions', 'Edit', 'Delete']]);
});

it('is only read by administrators of some groups', async () => {
  show('job-roles', [3]);
  expect(await listNames('Job roles')).toEqual(['Waiter', 'Chef']);
  expect(screen.queryByRole('button', { name: /^(Add|Edit|Delete)/ })).toBeNull();
  screen.getByText(/only an administrator of the whole organisation can change them/);
});
