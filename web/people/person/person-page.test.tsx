import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { PersonPage } from './person-page.tsx';

const api = useStubbedApi();

const PERSON = {
  id: 9,
  version: 3,
  firstName: 'Aleksandra',
  lastName: 'Wiśniewska',
  email: 'staff@meridian.example',
  employeeNumber: 'MR10035',
  jobRoleId: 4,
  organisationResortId: 61,
  startDateUtc: '2024-11-04T00:00:00Z',
  weeklyHours: 40,
  orderingStatusId: 20,
  active: true,
  impersonationBlocker: null,
  lastLoginDateUtc: null,
};
const REQUEST = {
  id: 7,
  kind: 'product',
  unit: 'pieces',
  label: 'Harland one-button jacket',
  amount: 1,
  reason: 'The lining is torn.',
  expiresOn: '2026-12-24',
  createdOnUtc: '2026-11-24T09:00:00Z',
  fingerprint: 'f1',
  decisionBlocker: null,
  grantBlocker: null,
  adjustmentId: 3,
  customer: { id: 9, firstName: 'Aleksandra', lastName: 'Wiśniewska' },
  balance: { granted: 1, reserved: 0, used: 1, left: 0 },
} as const;

beforeEach(() => {
  sessionStorage.clear();
  api.on('GET /api/customers/:id', { customers: [PERSON] });
  api.on('GET /api/organisationjobroles', { organisationJobRoles: [{ id: 4, name: 'Receptionist' }] });
  api.on('GET /api/organisationresorts', { organisationResorts: [{ id: 61, name: 'Langdale Fell Lodge' }] });
  api.on('GET /api/entitlement/requests', {});
  api.on('GET /api/entitlement/timerequests', {});
  api.on('GET /api/madetomeasure', {});
  api.on('GET /api/entitlement/statement', {});
  api.on('GET /api/orders', {});
  api.on('GET /api/customers/:id/organisationcollections', {});
  api.on('GET /api/keptsizes', {});
  api.on('GET /api/customers/:id/issuedgarments', {});
  api.on('GET /api/customers/:id/addresses', {});
  api.on('GET /api/customers/getSpecialMeasurements', {});
  api.on('GET /api/customers/:id/history', {});
});

async function showPerson(roles = ['OrganisationAdmin']) {
  const page = renderPage(<PersonPage />, {
    path: '/index/customers/9',
    route: '/index/customers/:id',
    caller: { roles, impersonatedCustomer: null },
  });
  await screen.findByRole('heading', { level: 1, name: 'Aleksandra Wiśniewska' });
  return page;
}
const findCard = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name });
  return within(heading.closest('section') as HTMLElement);
};

describe('the page of a person', () => {
  it('begins with status, work and what can be done; the form is behind its own link', async () => {
    const { user } = await showPerson();

    screen.getByText('Partly ordered');
    await screen.findByText('Receptionist · Langdale Fell Lodge · MR10035 · since 4 Nov 2024 · 40 hours');
    expect(screen.getByRole('link', { name: 'Edit details' }).getAttribute('href')).toBe('/index/customers/9/edit');
    expect(screen.queryByRole('form')).toBeNull();
    // The lists of the form are read where it is.
    expect(api.requests('GET /api/customerroles')).toEqual([]);
    api.on('GET /api/customers/:id/invitationblockers', { invitation: null, reminder: 'They have ordered.', optOutLink: null });
    await user.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByText('They have ordered.');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Invite',
      'Send a reminder to orderThey have ordered.',
      'Send opt-out link',
      'Request a garment made to measure',
      'Opt out of uniform…',
      'Close account',
      'Remove person',
      'Erase permanently…',
    ]);
  });

  it('says from when someone works who has not started', async () => {
    api.on('GET /api/customers/:id', { customers: [{ ...PERSON, startDateUtc: '2199-12-07T00:00:00Z', weeklyHours: null }] });
    await showPerson();
    await screen.findByText('Receptionist · Langdale Fell Lodge · MR10035 · starts 7 Dec 2199');
  });

  it('grants what was asked for in place, and can be changed or declined', async () => {
    api.on('GET /api/entitlement/requests', { requests: [REQUEST], totalCount: 1, currencyCode: 'GBP' });
    const { user } = await showPerson();
    const waiting = within(await screen.findByRole('region', { name: 'Waiting for a decision' }));
    waiting.getByText('Asks for 1 more piece of Harland one-button jacket');
    waiting.getByText('“The lining is torn.” Has ordered 1 of 1. Decide until 24 December 2026.');
    api.on('POST /api/entitlement/requests/:id/grant', { request: { ...REQUEST, grantedAmount: 1 } });
    api.on('GET /api/entitlement/requests', {});

    await user.click(waiting.getByRole('button', { name: 'Grant 1' }));

    await screen.findByText(/^Granted 1 more piece of Harland one-button jacket/);
    expect(api.requests('POST /api/entitlement/requests/:id/grant').map(({ body }) => body)).toEqual([
      { amount: 1, reason: '', fingerprint: 'f1' },
    ]);
    expect(screen.queryByRole('region', { name: 'Waiting for a decision' })).toBeNull();
  });

  it('says why a request could not be granted', async () => {
    api.on('GET /api/entitlement/requests', { requests: [REQUEST], totalCount: 1, currencyCode: 'GBP' });
    const { user } = await showPerson();
    api.on('POST /api/entitlement/requests/:id/grant', refuse(409, { entitlementRequest: 'This request has been withdrawn.' }));
    await user.click(await screen.findByRole('button', { name: 'Grant 1' }));
    await screen.findByText('This request has been withdrawn.');
  });

  it('opens the decision to decline', async () => {
    api.on('GET /api/entitlement/requests', { requests: [REQUEST], totalCount: 1, currencyCode: 'GBP' });
    const { user } = await showPerson();
    await user.click(await screen.findByRole('button', { name: /^Decline or change the request for 1 more piece/ }));
    await screen.findByRole('dialog', { name: /^Aleksandra Wiśniewska asks for 1 more/ });
  });

  it('has what is owed, ordered, sent and left, and the statement', async () => {
    const account = { kind: 'group', unit: 'pieces', status: 'open', totalMovements: 1 } as const;
    api.on('GET /api/entitlement/statement', {
      statement: {
        currencyCode: 'GBP',
        canAdjust: false,
        periods: [
          {
            collectionId: 12,
            collectionName: 'Front Desk',
            seasonName: '2026/27',
            accounts: [
              { ...account, id: 1, label: 'Shirts', granted: 4, reserved: 1, used: 2, left: 1 },
              { ...account, id: 2, label: 'Socks', granted: null, reserved: 0, used: 3, left: null },
              { ...account, id: 3, label: 'Old', status: 'closed', granted: 1, reserved: 0, used: 0, left: 1 },
            ],
          },
        ],
      },
    });
    await showPerson();
    const table = await screen.findByRole('table', { name: 'Front Desk · 2026/27' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['Group', 'Granted', 'Ordered', 'Sent', 'Left'],
      ['Shirts', '4', '3', '2', '1'],
      ['Socks', '–', '3', '3', 'No limit'],
    ]);
    expect(screen.getByRole('link', { name: 'Statement' }).getAttribute('href')).toBe('/index/customers/9/statement');
  });

  it.each([
    ['Processing', 'NotYetShipped', 'In progress'],
    ['Processing', 'Shipped', 'On its way'],
    ['Processing', 'Delivered', 'Delivered'],
    ['Complete', 'Delivered', 'Delivered'],
    ['AwaitingApproval', 'NotYetShipped', 'Waiting for approval'],
  ] as const)('shows an order that is %s and %s as "%s"', async (orderStatus, shippingStatus, label) => {
    const order = { id: 11265, customOrderNumber: '11265', orderStatus, shippingStatus, currencyCode: 'GBP' };
    api.on('GET /api/orders', { orders: [order], totalCount: 7 });
    await showPerson();
    const card = await findCard('Orders');
    within(await card.findByRole('list', { name: 'Latest orders' })).getByText(label);
    expect(card.getByRole('link', { name: 'All 7' }).getAttribute('href')).toBe('/index/orders?q=staff%40meridian.example');
  });

  it('names kept sizes once for each garment, and garments with all details when asked', async () => {
    const kept = { productId: 1, size: '8', sizeId: 1, values: [{ id: 1, name: '8' }], sinceOn: '2025-10-03', keptProductId: 1 };
    api.on('GET /api/keptsizes', {
      keptSizes: [
        { ...kept, keptProductName: 'Oxford blouse' },
        { ...kept, productId: 2, keptProductName: 'Oxford blouse' },
      ],
    });
    const garment = (id: number) => ({ productId: id, productName: `Garment ${id}`, quantity: 2, sizes: [], imageSrc: null });
    api.on('GET /api/customers/:id/issuedgarments', { garments: [1, 2, 3, 4].map(garment) });
    const { user } = await showPerson();
    const sizes = await findCard('Sizes kept');
    expect(sizes.getAllByText('Oxford blouse', { exact: false })).toHaveLength(1);
    const held = await findCard('Garments held');
    await held.findByText('8');
    expect(held.getAllByRole('listitem')).toHaveLength(3);
    await user.click(held.getByRole('button', { name: 'All 8 garments' }));
    expect(await held.findAllByRole('listitem')).toHaveLength(4);
  });

  it('leaves changes to administrators', async () => {
    api.on('GET /api/organisationbusinessareas', {});
    await showPerson(['OrganisationSales']);
    expect(screen.queryByRole('link', { name: 'Edit details' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
    expect(api.requests('GET /api/entitlement/requests')).toEqual([]);
    await findCard('Uniform');
  });

  it('says that a person was not found', async () => {
    api.on('GET /api/customers/:id', refuse(404, { customer: 'There is no such person.' }));
    renderPage(<PersonPage />, {
      path: '/index/customers/9',
      route: '/index/customers/:id',
      caller: { roles: ['OrganisationAdmin'] },
    });
    await screen.findByText('Person not found');
  });
});
