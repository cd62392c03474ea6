import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { EntitlementRequestsPage } from './entitlement-requests-page.tsx';

const api = useStubbedApi();

const request = (id: number, firstName: string) => ({
  id,
  amount: 2,
  label: 'Shirts',
  expiresOn: '2026-12-24',
  fingerprint: 'ab12',
  customer: { id, firstName, lastName: 'Ash', email: `${firstName}@meridian.example` },
});

it('leaves the focus on the next request once one has been decided in the dialog', async () => {
  const open = new Map(['Ann', 'Ben', 'Cas'].map((name, index) => [index + 1, request(index + 1, name)]));
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/registrationrequests', {});
  api.on('GET /api/entitlement/requests', () => ({ requests: [...open.values()], totalCount: open.size, currencyCode: 'GBP' }));
  api.on('POST /api/entitlement/requests/:id/grant', ({ params }) => {
    open.delete(Number(params.id));
    return { request: { ...request(2, 'Ben'), grantedAmount: 2 } };
  });
  const { user } = renderPage(<EntitlementRequestsPage />, { caller: { roles: ['OrganisationAdmin'] } });
  await user.click(await screen.findByRole('button', { name: 'Decide on the request of Ben Ash' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ben Ash asks for 2 more pieces of Shirts' });
  await user.click(within(dialog).getByRole('button', { name: 'Grant request' }));

  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cas Ash'));
  expect(screen.queryByRole('rowheader', { name: 'Ben Ash' })).toBeNull();
  expect(api.requests('POST /api/entitlement/requests/:id/grant').map(({ body }) => [body.amount, body.fingerprint])).toEqual([
    [2, 'ab12'],
  ]);
});

it('opens the request that a mail leads to, and takes it out of the address when it is closed', async () => {
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/registrationrequests', {});
  api.on('GET /api/entitlement/requests', {
    requests: [request(1, 'Ann'), request(2, 'Ben')],
    totalCount: 2,
    currencyCode: 'GBP',
  });
  const { user, address } = renderPage(<EntitlementRequestsPage />, {
    path: '/index/requests?request=2',
    caller: { roles: ['OrganisationAdmin'] },
  });
  const dialog = await screen.findByRole('dialog', { name: 'Ben Ash asks for 2 more pieces of Shirts' });
  expect(address()).toBe('/index/requests?request=2');
  await user.click(within(dialog).getByRole('button', { name: /^Close/ }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/index/requests');
});

it('opens one that is on another page of the list', async () => {
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/registrationrequests', {});
  api.on('GET /api/entitlement/requests', ({ query }) => ({
    requests: query.requestId === '31' ? [request(31, 'Zoe')] : [request(1, 'Ann')],
    totalCount: 31,
    currencyCode: 'GBP',
  }));
  renderPage(<EntitlementRequestsPage />, { path: '/index/requests?request=31', caller: { roles: ['OrganisationAdmin'] } });

  await screen.findByRole('dialog', { name: 'Zoe Ash asks for 2 more pieces of Shirts' });
});
