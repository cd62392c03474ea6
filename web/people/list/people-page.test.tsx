import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { PeoplePage } from './people-page.tsx';

const api = useStubbedApi();

const ANN = { id: 7, firstName: 'Ann', lastName: 'Ash', active: true, impersonationBlocker: null };
const BEA = { id: 8, firstName: 'Bea', lastName: 'Bow', active: true, impersonationBlocker: 'Has left' };
const CYD = { id: 9, firstName: 'Cyd', lastName: 'Coy', active: true, impersonationBlocker: null };
const SALES = { roles: ['OrganisationSales'], permissions: ['AllowProducts' as const] };
const BUYER = { roles: ['OrganisationBuyer'], permissions: ['AllowAdhocOrder' as const] };

beforeEach(() => {
  sessionStorage.clear();
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/organisationresorts', {});
  api.on('GET /api/customers/counts', {});
  api.on('GET /api/bulkedits', {});
  api.on('GET /api/customers', { customers: [ANN, BEA, CYD], totalCount: 3 });
});

const show = (caller: typeof SALES | typeof BUYER, state?: object) =>
  renderPage(<PeoplePage />, { path: '/index/customers', route: '/index/customers', caller, ...(state && { state }) });

describe('someone who comes back to the list after ordering for a person', () => {
  it('is at their row, and goes on to the next one for whom they can order', async () => {
    const { user } = show(SALES, { left: [7, 8, 9] });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ann Ash'));
    screen.getByText('Cyd Coy', { selector: 'strong' });
    api.on('GET /api/customers/impersonate/:id', {});
    api.on('GET /api/customerprofile', { id: 1, impersonatedCustomer: CYD });
    await user.click(screen.getByRole('button', { name: 'Next person' }));
    await waitFor(() => expect(api.requests('GET /api/customers/impersonate/:id').map(({ params }) => params.id)).toEqual(['9']));
  });

  it('is at the row of who followed, where the person has left the list', async () => {
    show(SALES, { left: [6, 8, 9] });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Bea Bow'));
  });

  it('reads nothing of that otherwise', async () => {
    show(SALES);
    await screen.findByRole('link', { name: 'Ann Ash' });
    expect(screen.queryByRole('button', { name: 'Next person' })).toBeNull();
  });
});

describe('a Buyer', () => {
  it('orders for someone of the list from the ad hoc list', async () => {
    const { user, address } = show(BUYER);
    const row = within((await screen.findByText('Bea Bow')).closest('tr') as HTMLElement);
    await user.click(row.getByRole('button', { name: 'Order for Bea Bow' }));
    await waitFor(() => expect(address()).toBe('/index/adhoc-order'));
    const { queryClient } = await import('#web/app/query-client.ts');
    expect(queryClient.getQueryData(['quantities typed', 'for'])).toEqual({ wearer: { id: 8, name: 'Bea Bow' } });
  });

  it('without an ad hoc list has no button', async () => {
    show({ ...BUYER, permissions: [] as never });
    await screen.findByText('Bea Bow');
    expect(screen.queryByRole('button', { name: /^Order for/ })).toBeNull();
  });
});
