import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { type AudienceChoices, type AudienceValues, EMPTY_AUDIENCE } from './audience.ts';
import { AudienceFields } from './audience-fields.tsx';
import { useOwnAudienceChoices } from './own-audience-choices.ts';

const api = useStubbedApi();

const choices: AudienceChoices = {
  brands: [
    { id: 1, name: 'Sundial' },
    { id: 2, name: 'Harbour' },
  ],
  organisations: [
    { id: 1, name: 'Meridian Resorts', brandId: 1 },
    ...Array.from({ length: 20 }, (_, index) => ({ id: index + 2, name: `Client ${index + 2}`, brandId: 2 })),
  ],
  roles: [{ id: 34, name: 'Wearer', organisationId: null }],
  groups: [{ id: 10, name: 'Kitchen', organisationId: 1 }],
};

function Form({ choices }: { choices: AudienceChoices }) {
  const [values, setValues] = useState<AudienceValues>({ ...EMPTY_AUDIENCE, isPublished: true });
  return <AudienceFields choices={choices} values={values} errors={{}} set={(change) => setValues({ ...values, ...change })} />;
}

it('says who will see it while an operator chooses, and offers groups of chosen clients alone', async () => {
  const { user } = renderPage(<Form choices={choices} />);
  expect(screen.getByRole('button', { name: 'Groups Choose clients first' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Clients None chosen' }));
  const clients = screen.getByRole('group', { name: 'Clients' });
  await user.type(within(clients).getByRole('searchbox', { name: 'Search clients' }), 'merid');
  expect(within(clients).getAllByRole('checkbox')).toHaveLength(1);
  await user.click(within(clients).getByRole('checkbox', { name: 'Meridian Resorts' }));
  await user.click(screen.getByRole('button', { name: 'Groups All groups' }));
  await user.click(screen.getByRole('checkbox', { name: 'Kitchen' }));
  expect(screen.getByRole('status', { name: 'Who will see it' }).textContent).toBe(
    'Shown to people in Kitchen at Meridian Resorts.',
  );
  // The groups of a client go with it.
  await user.click(within(clients).getByRole('checkbox', { name: 'Meridian Resorts' }));
  await user.click(screen.getByRole('checkbox', { name: 'All clients of Harbour' }));
  expect(screen.getByRole('status', { name: 'Who will see it' }).textContent).toBe(
    'Shown to everyone at all clients of Harbour.',
  );
});

function OwnForm() {
  const own = useOwnAudienceChoices();
  return own ? <Form choices={own} /> : null;
}

it('offers an administrator of some groups these groups, and no brands or clients', async () => {
  api.on('GET /api/customerroles', { customerRoles: [{ id: 34, name: 'Wearer' }] });
  api.on('GET /api/organisationgroups', { organisationGroups: [{ id: 10, name: 'Kitchen' }] });
  api.on('GET /api/organisations/settings', { name: 'Meridian Resorts' });
  const { user } = renderPage(<OwnForm />, { caller: { organisationId: 1, adminableOrganisationGroupIds: [10] } });
  await user.click(await screen.findByRole('button', { name: 'Groups Choose at least one' }));
  await user.click(screen.getByRole('checkbox', { name: 'Kitchen' }));
  expect(screen.getByRole('status', { name: 'Who will see it' }).textContent).toBe(
    'Shown to people in Kitchen at Meridian Resorts.',
  );
  expect(screen.queryByText('Clients')).toBeNull();
  expect(screen.queryByText('Brands')).toBeNull();
});
