import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiQuery } from '#web/app/api.ts';
import { useCaller } from '#web/app/session/profile.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { Customer } from './person-fields.ts';
import { PersonForm } from './person-form.tsx';
import { usePersonChoices } from './use-person-choices.ts';

const api = useStubbedApi();
const ADA: PartsOf<Customer> = {
  id: 9,
  version: 3,
  firstName: 'Ada',
  lastName: 'Byron',
  organisationResortId: 61,
  roleIds: [3, 34],
};

beforeEach(() => {
  api.on('GET /api/organisationgroups', {});
  api.on('GET /api/organisationresorts', {
    organisationResorts: [
      { id: 61, name: 'Harbour', departments: [{ id: 71, name: 'Bar' }] },
      { id: 62, name: 'Lake', departments: [{ id: 72, name: 'Spa' }] },
    ],
  });
  api.on('GET /api/organisationbusinessareas', {});
  api.on('GET /api/organisationjobroles', {});
  api.on('GET /api/costcentres/choices', {});
  api.on('GET /api/organisationseasons', {});
  api.on('GET /api/customerroles', {});
  api.on('GET /api/registrationlinks/choices', {});
  api.on('GET /api/organisationcollection', {});
  api.on('GET /api/customers/:id/email', { email: 'ada@meridian.example' });
});

/** The form of the person whom the server knows now, as the page of the person shows it. */
function LoadedForm() {
  const caller = useCaller();
  const choices = usePersonChoices();
  const person = useQuery(apiQuery('GET /api/customers/:id', { params: { id: 9 } })).data?.customers[0];
  return person && caller && choices.isReady ? <PersonForm person={person} caller={caller} {...choices} /> : null;
}

async function showForm(person: PartsOf<Customer> = {}) {
  api.on('GET /api/customers/:id', { customers: [{ ...ADA, ...person }] });
  const page = renderPage(<LoadedForm />, { caller: { roles: ['OrganisationAdmin'] } });
  const lastName = await screen.findByLabelText<HTMLInputElement>('Last name');
  const rename = async (name: string) => {
    await page.user.clear(lastName);
    await page.user.type(lastName, name);
  };
  const save = () => page.user.click(screen.getByRole('button', { name: 'Save person' }));
  return { ...page, lastName, rename, save };
}

const getSaved = () => api.requests('PUT /api/customers/:id').map(({ body }) => body.customer);

describe('saving', () => {
  it('sends only what has been changed, with the version it is based on', async () => {
    const { rename, save } = await showForm();
    api.on('PUT /api/customers/:id', { customers: [{ ...ADA, lastName: 'King', version: 4 }] });
    const button = screen.getByRole('button', { name: 'Save person', description: 'All changes saved.' });
    expect(button).toHaveProperty('disabled', true);
    await rename('King');
    screen.getByText('Not saved yet. Your changes are kept in this tab.');
    await save();
    await screen.findByText('Ada King saved.');
    expect(getSaved()).toEqual([{ lastName: 'King', version: 3 }]);
    await screen.findByText('All changes saved.');
    await rename('Lovelace');
    await save();
    await waitFor(() => expect(getSaved()[1]).toEqual({ lastName: 'Lovelace', version: 4 }));
  });

  it('shows what the server says at the field, and focuses it', async () => {
    const { rename, save } = await showForm();
    api.on('PUT /api/customers/:id', refuse(422, { 'customer.employeeNumber': 'Someone else has this number.' }));
    await rename('King');
    await save();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Employee number')));
    expect(screen.getByLabelText('Employee number').getAttribute('aria-invalid')).toBe('true');
  });

  it('asks for the own password where someone gets more access, and sends it again with that', async () => {
    const { user, save } = await showForm();
    api.on('GET /api/secondfactor', {});
    api.on('PUT /api/customers/:id', ({ body: { customer } }) =>
      'callerPassword' in customer
        ? { customers: [{ ...ADA, allowOrderApproval: true, version: 4 }] }
        : refuse(422, { callerPassword: 'Please enter your password.' }),
    );
    await user.click(screen.getByLabelText('May approve orders'));
    await save();
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/^This change lets Ada administer others or approve orders\./);
    await user.type(await dialog.findByLabelText('Your password'), 'four-quiet-otters-26{Enter}');
    await screen.findByText('Ada Byron saved.');
    expect(getSaved()[1]).toEqual({ allowOrderApproval: true, version: 3, callerPassword: 'four-quiet-otters-26' });
  });
});

describe('an edit conflict', () => {
  async function conflict() {
    const form = await showForm();
    api.on('PUT /api/customers/:id', refuse(409, { version: 'Someone else has changed this person.' }));
    await form.rename('King');
    api.on('GET /api/customers/:id', { customers: [{ ...ADA, firstName: 'Augusta', lastName: 'Noel', version: 5 }] });
    await form.save();
    await screen.findByText(/^Someone else has changed this while you were editing\./);
    api.on('PUT /api/customers/:id', { customers: [{ ...ADA, version: 6 }] });
    return form;
  }

  it('shows both values, and takes over what was not touched here', async () => {
    const { lastName } = await conflict();
    const [mine, theirs] = screen.getAllByRole('definition');
    expect([mine?.textContent, theirs?.textContent, lastName.value]).toEqual(['King', 'Noel', 'King']);
    expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Augusta');
  });

  it('is decided for the own value by saving again', async () => {
    const { save } = await conflict();
    await save();
    await waitFor(() => expect(getSaved()[1]).toEqual({ lastName: 'King', version: 5 }));
  });

  it('is decided for the saved value by taking it over', async () => {
    const { user, lastName } = await conflict();
    await user.click(screen.getByRole('button', { name: 'Use saved value: Last name' }));
    expect(lastName.value).toBe('Noel');
    await screen.findByText('All changes saved.');
    expect(screen.queryByText(/^Someone else has changed this/)).toBeNull();
  });
});

describe('input', () => {
  it('that is not saved is still there when the page is opened again, until it is discarded', async () => {
    const { rename, unmount } = await showForm();
    await rename('King');
    unmount();
    const { user, lastName } = await showForm();
    expect(lastName.value).toBe('King');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(lastName.value).toBe('Byron');
  });

  it('of another destination starts without departments', async () => {
    const { user, save } = await showForm({ departments: [{ id: 71, name: 'Bar' }] });
    api.on('PUT /api/customers/:id', { customers: [ADA] });
    await user.selectOptions(screen.getByLabelText('Destination'), 'Lake');
    await save();
    await waitFor(() => expect(getSaved()).toEqual([{ organisationResortId: 62, departments: [], version: 3 }]));
  });

  it('of access is closed to those who may not give it', async () => {
    await showForm({ id: 1 });
    screen.getByText(/^You can’t change your own roles and permissions\. Another administrator can\./);
    expect(screen.getByLabelText('May approve orders')).toHaveProperty('disabled', true);
  });
});
