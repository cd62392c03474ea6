import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { RegisterPage } from './register-page.tsx';

const api = useStubbedApi();
const INVALID = 'The activation link is not valid or has expired.';

const LODGE = {
  id: 61,
  name: 'Lodge',
  departments: [
    { id: 71, name: 'Kitchen' },
    { id: 72, name: 'Spa' },
  ],
};
const SANDS = { id: 62, name: 'Sands', departments: [{ id: 73, name: 'Bar' }] };
const EVERYTHING = {
  success: true,
  employeeNumberEnabled: true,
  poNumberEnabled: true,
  genderEnabled: true,
  resortEnabled: true,
  availableResorts: [LODGE, SANDS],
  businessAreaEnabled: true,
  availableBusinessAreas: [{ id: 81, name: 'Golf' }],
  collectionEnabled: true,
  availableCollections: [{ id: 91, name: 'Summer' }],
};

beforeEach(() => api.on('GET /api/theme/getthemebyhost', {}));

/** Opens a link that asks for this. */
async function openLink(check: PartsOf<ReplyOf<'GET /api/checkregistrationtoken'>> = { success: true }) {
  api.on('GET /api/checkregistrationtoken', check);
  const page = renderPage(<RegisterPage />, { path: '/register?token=secret' });
  const submit = await screen.findByRole('button', { name: 'Register' });
  const enterName = async () => {
    await page.user.type(screen.getByLabelText('First name'), 'Ada');
    await page.user.type(screen.getByLabelText('Last name'), 'Byron');
    await page.user.type(screen.getByLabelText('Email'), 'ada@new.example');
  };
  return { ...page, enterName, submit: () => page.user.click(submit) };
}

const getSent = () => api.requests('POST /api/registerwithtoken').map(({ body }) => body.customer);
const getDepartments = () => screen.getByRole('button', { name: /^Departments/ });

describe('the form', () => {
  it('asks for what the link asks for, and for departments only where the destination has some', async () => {
    const { user } = await openLink({
      ...EVERYTHING,
      poNumberEnabled: false,
      availableResorts: [LODGE, { id: 63, name: 'Pier' }],
    });
    expect(screen.queryByLabelText('PO number')).toBeNull();
    for (const [label, placeholder] of [
      ['Gender', 'Gender'],
      ['Destination', 'Select a destination'],
      ['Business area', 'Select a business area'],
      ['Wardrobe', 'Select a wardrobe'],
    ] as const)
      expect(screen.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.textContent).toBe(placeholder);
    expect(
      within(screen.getByLabelText('Gender'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Gender', 'Male', 'Female']);
    expect(screen.queryByRole('button', { name: /^Departments/ })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Destination'), 'Lodge');
    expect(getDepartments().textContent).toBe('Select departments');
    await user.selectOptions(screen.getByLabelText('Destination'), 'Pier');
    expect(screen.queryByRole('button', { name: /^Departments/ })).toBeNull();
  });

  it('says at each field that it is missing, focuses the first, and sends nothing', async () => {
    const { user, submit } = await openLink(EVERYTHING);
    await submit();
    await screen.findByText('Destination is required.');
    expect(screen.queryByText('Department is required.')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Destination'), 'Lodge');
    await submit();
    await screen.findByText('Department is required.');
    for (const text of [
      'First name is required.',
      'Last name is required.',
      'Email is required.',
      'Employee number is required.',
      'PO number is required.',
      'Gender is required.',
      'Business area is required.',
      'Wardrobe area is required.',
    ])
      screen.getByText(text);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')));
    expect(getSent()).toEqual([]);
  });

  it('clears the departments when another destination is selected', async () => {
    const { user } = await openLink(EVERYTHING);
    await user.selectOptions(screen.getByLabelText('Destination'), 'Lodge');
    await user.click(getDepartments());
    await user.click(screen.getByRole('checkbox', { name: 'Spa' }));
    await user.click(screen.getByRole('checkbox', { name: 'Kitchen' }));
    expect(getDepartments().textContent).toBe('Kitchen, Spa');
    await user.selectOptions(screen.getByLabelText('Destination'), 'Sands');
    expect(getDepartments().textContent).toBe('Select departments');
    await user.click(getDepartments());
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  });

  it('sends what was entered, trimmed, with the token of the link', async () => {
    const { user, enterName, submit } = await openLink({ ...EVERYTHING, poNumberEnabled: false, collectionEnabled: false });
    api.on('POST /api/registerwithtoken', { success: true, userRegistrationType: 2 });
    await enterName();
    await user.type(screen.getByLabelText('Employee number'), ' M-1 ');
    for (const [label, choice] of [
      ['Gender', 'Female'],
      ['Destination', 'Sands'],
      ['Business area', 'Golf'],
    ] as const)
      await user.selectOptions(screen.getByLabelText(label), choice);
    await user.click(getDepartments());
    await user.click(screen.getByRole('checkbox', { name: 'Bar' }));
    await submit();
    await screen.findByText(/^You have been sent an email to confirm your email address\./);
    expect(getSent()).toEqual([
      {
        token: 'secret',
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@new.example',
        employeeNumber: 'M-1',
        gender: 20,
        organisationResortId: 62,
        departments: [73],
        organisationBusinessAreaId: 81,
      },
    ]);
  });

  it('keeps the input when the server refuses it, and shows the reason at the field and above the form', async () => {
    const { enterName, submit } = await openLink();
    api.on('POST /api/registerwithtoken', refuse(422, { lastName: 'Last name must not contain links.', link: 'Too late.' }));
    await enterName();
    await submit();
    await screen.findAllByText(/Last name must not contain links\./);
    expect(screen.getByLabelText('Last name').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Last name')).toHaveProperty('value', 'Byron');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Last name')));
    expect(within(screen.getByLabelText('Last name').closest('form') as HTMLElement).getAllByText('Too late.')).not.toEqual([]);
  });
});

describe('the link', () => {
  it('that is not valid leads to a message without a form', async () => {
    api.on('GET /api/checkregistrationtoken', { success: false });
    renderPage(<RegisterPage />, { path: '/register' });
    await screen.findByText(INVALID);
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
    screen.getByRole('link', { name: 'Go to the login page' });
  });

  it('that stopped working while the form was open leads to the same', async () => {
    const { enterName, submit } = await openLink();
    api.on('POST /api/registerwithtoken', { success: false });
    await enterName();
    await submit();
    await screen.findByText(INVALID);
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
  });

  it('that could not be checked can be checked again', async () => {
    api.on('GET /api/checkregistrationtoken', refuse(429, { rate: 'Too many requests.' }));
    const { user } = renderPage(<RegisterPage />, { path: '/register?token=secret' });
    await screen.findByRole('heading', { name: 'The registration link could not be checked.' });
    expect(screen.getAllByText('Too many requests.')).not.toEqual([]);
    api.on('GET /api/checkregistrationtoken', { success: true });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Register' });
  });
});

it.each([
  [2, null, /^You have been sent an email to confirm your email address\./],
  [3, null, /^Your registration request has been received\./],
  [7, 'See reception.', 'See reception.'],
])('what happens next depends on the kind of link: %i', async (userRegistrationType, msg, text) => {
  const { enterName, submit } = await openLink();
  api.on('POST /api/registerwithtoken', { success: true, userRegistrationType, msg });
  await enterName();
  await submit();
  await screen.findByText(text);
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
});
