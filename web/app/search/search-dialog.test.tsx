import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { Profile } from '../session/profile.ts';
import { addRecent } from './recent.ts';
import { SearchDialog } from './search-dialog.tsx';

const api = useStubbedApi();

const ADMIN: PartsOf<Profile> = {
  roles: ['OrganisationAdmin'],
  permissions: ['AllowDashboard', 'AllowProducts'],
  adminableOrganisationGroupIds: [],
  allowOrderApproval: true,
  isApprovalDelegate: false,
  impersonatedCustomer: null,
};
const BUYER: PartsOf<Profile> = {
  ...ADMIN,
  roles: ['OrganisationBuyer'],
  permissions: ['AllowAdhocOrder'],
  allowOrderApproval: false,
};
const WEARER: PartsOf<Profile> = {
  ...ADMIN,
  roles: ['OrganisationStaff'],
  permissions: ['AllowUniformBuilder'],
  allowOrderApproval: false,
};

const SAHIN = { id: 7, firstName: 'Ayşe', lastName: 'Şahin', active: true, canOrderFor: true, canInvite: true };
const NOTHING = { results: [] };

beforeEach(() => sessionStorage.clear());

function show(caller: PartsOf<Profile>, found: PartsOf<ReplyOf<'GET /api/search'>> = {}) {
  api.on('GET /api/search', { people: NOTHING, orders: NOTHING, products: NOTHING, ...found });
  const page = renderPage(<SearchDialog opened onClose={() => {}} />, { path: '/index/home', caller });
  return { ...page, type: (text: string) => page.user.type(screen.getByRole('combobox'), text) };
}

const titles = () => screen.getAllByRole('group').map((group) => group.firstElementChild?.textContent);
const optionsOf = (title: string) =>
  within(screen.getByRole('group', { name: title }))
    .getAllByRole('option')
    .map((option) => option.querySelector('span + span span')?.textContent);
const sought = () => api.requests('GET /api/search').at(-1)?.query.query;

describe('before anything is typed', () => {
  it('offers what one may do', () => {
    show(ADMIN);
    expect(optionsOf('Actions')).toEqual(['Order for …', 'Invite …', 'Open approvals', 'New person']);
  });

  it('offers a wearer no actions', () => {
    show(WEARER);
    expect(titles()).toEqual(['Pages']);
  });

  it('offers what was opened last first', () => {
    addRecent(1, { to: '/index/orders/12254', label: 'Order 12254', detail: '', kind: 'order' });
    show(ADMIN);
    expect(titles()).toEqual(['Recently opened', 'Actions']);
  });
});

describe('“Order for …”', () => {
  it('finds the people for whom one can order, and orders for one of them', async () => {
    const closed = { ...SAHIN, id: 8, firstName: 'Closed', canOrderFor: false };
    const { type, user } = show(ADMIN, { people: { results: [SAHIN, closed] } });
    api.on('GET /api/customers/impersonate/:id', {});
    api.on('GET /api/customerprofile', { id: 1, impersonatedCustomer: { id: 7, firstName: 'Ayşe', lastName: 'Şahin' } });
    await user.click(screen.getByRole('option', { name: 'Order for …' }));
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('Order for ');
    screen.getByText('Enter a name, an email address or an employee number.');
    await type('sahin');

    await waitFor(() => expect(optionsOf('Order for')).toEqual(['Order for Ayşe Şahin']));
    expect(sought()).toBe('sahin');
    expect(api.requests('GET /api/search').at(-1)?.query.peopleFor).toBe('order');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(api.requests('GET /api/customers/impersonate/:id').map(({ params }) => params.id)).toEqual(['7']));
    await screen.findByText('You are now ordering for Ayşe Şahin.');
  });

  it('leads a Buyer to the ad hoc list for this person', async () => {
    const { type, user, address } = show(BUYER, { people: { results: [SAHIN] } });
    await type('order for sahin');
    await waitFor(() => expect(optionsOf('Order for')).toEqual(['Order for Ayşe Şahin']));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/index/adhoc-order'));
    expect(api.requests('GET /api/customers/impersonate/:id')).toHaveLength(0);
  });

  it('is a text like any other for a wearer', async () => {
    const { type } = show(WEARER, { people: null });
    await type('order for sahin');
    await waitFor(() => expect(sought()).toBe('order for sahin'));
  });

  it('says that there is nobody', async () => {
    const { type } = show(ADMIN);
    await type('order for nobody');
    await screen.findByText('You can order for no one called “nobody”.');
  });

  it('asks for more of the name where more match than were looked at', async () => {
    const { type } = show(ADMIN, { people: { results: [], hasMore: true } });
    await type('invite an');
    await screen.findByText('You can invite none of the first 100 people called “an”.');
    screen.getByText('Enter more of the name.');
  });
});

describe('“Invite …”', () => {
  it('invites the person who was chosen', async () => {
    const { type, user } = show(ADMIN, {
      people: { results: [{ ...SAHIN, id: 6, firstName: 'Active', canInvite: false }, SAHIN] },
    });
    api.on('GET /api/sendemailinvite/:id', { success: true, msg: null });
    await type('invite sahin');
    await waitFor(() => expect(optionsOf('Invite')).toEqual(['Invite Ayşe Şahin']));
    await user.keyboard('{Enter}');
    await screen.findByText('Ayşe Şahin has been invited.');
    expect(api.requests('GET /api/sendemailinvite/:id').map(({ params }) => params.id)).toEqual(['7']);
  });

  it('says why someone was not invited', async () => {
    const { type, user } = show(ADMIN, { people: { results: [SAHIN] } });
    api.on('GET /api/sendemailinvite/:id', { success: false, msg: 'The limit of today is reached.' });
    await type('invite sahin');
    await waitFor(() => expect(optionsOf('Invite')).toEqual(['Invite Ayşe Şahin']));
    await user.keyboard('{Enter}');
    await screen.findByText('Ayşe Şahin: The limit of today is reached.');
  });
});

describe('a text', () => {
  it('that finds a person offers what can be done for the first, below', async () => {
    const { type } = show(ADMIN, { people: { results: [SAHIN] } });
    await type('sahin');
    await screen.findByRole('group', { name: 'Actions for Ayşe Şahin' });
    expect(titles()).toEqual(['People', 'Actions for Ayşe Şahin']);
    expect(optionsOf('Actions for Ayşe Şahin')).toEqual(['Order for Ayşe Şahin', 'Invite Ayşe Şahin']);
  });

  const APRONS = { results: [{ id: 3, name: 'Bib apron', sku: 'AP-1', imageSrc: null }], hasMore: false, areSimilar: true };

  it('finds approvals, and no aprons', async () => {
    const { type } = show(ADMIN, { products: APRONS });
    await type('approve');
    await waitFor(() => expect(sought()).toBe('approve'));
    await screen.findByText(/^\d+ results$/);
    expect(optionsOf('Actions')).toEqual(['Open approvals']);
    expect(screen.queryByText('Bib apron')).toBeNull();
  });

  it('that nothing matches finds products with similar names', async () => {
    const { type } = show(ADMIN, { products: APRONS });
    await type('aporn');
    await screen.findByRole('group', { name: 'Products with similar names' });
  });
});
