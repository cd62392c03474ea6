import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { TimeRequestsPage } from './time-requests-page.tsx';

const api = useStubbedApi();

const REQUEST = {
  id: 7,
  seasonName: '2026/27',
  seasonClosedOn: '2026-11-18',
  reason: 'I was on leave',
  expiresOn: '2026-12-24',
  chosen: [{ productName: 'Oxford blouse', attributeDescription: 'White, 12', quantity: 2 }],
  customer: { id: 5, firstName: 'Ann', lastName: 'Ash', email: 'ann@meridian.example' },
  decisionBlocker: null,
};

beforeEach(() => {
  sessionStorage.clear();
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/registrationrequests', {});
  api.on('GET /api/entitlement/timerequests', { requests: [REQUEST], totalCount: 1 });
});

async function openDialog() {
  const { user } = renderPage(<TimeRequestsPage />, { path: '/index/requests/time', caller: { roles: ['OrganisationAdmin'] } });
  await user.click(await screen.findByRole('button', { name: 'Decide on the request of Ann Ash' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ann Ash asks for more time to order' }));
  return { user, dialog };
}

it('shows what was chosen, and gives more time until a day', async () => {
  const { user, dialog } = await openDialog();
  dialog.getByText('I was on leave');
  dialog.getByText('Ordering for 2026/27 closed on 18 November 2026.');
  dialog.getByText(/2 × Oxford blouse/);
  api.on('POST /api/entitlement/timerequests/:id/grant', { request: { ...REQUEST, orderingClosesOn: '2026-12-06' } });

  await user.click(dialog.getByRole('button', { name: 'Give more time' }));

  await screen.findByText('Ann Ash can order until 6 December 2026. They will receive an email.');
  const inAWeek = new Date();
  inAWeek.setDate(inAWeek.getDate() + 7);
  expect(api.requests('POST /api/entitlement/timerequests/:id/grant').map(({ body }) => body)).toEqual([
    { orderingClosesOn: toIsoDay(inAWeek), reason: '' },
  ]);
});

it('needs a reason to decline', async () => {
  const { user, dialog } = await openDialog();
  api.on('POST /api/entitlement/timerequests/:id/decline', { request: REQUEST });
  await user.click(dialog.getByRole('button', { name: 'Decline request' }));
  await dialog.findByText('Please enter a reason.');
  expect(api.requests('POST /api/entitlement/timerequests/:id/decline')).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: /^Message to Ann/ }), 'Next season');
  await user.click(dialog.getByRole('button', { name: 'Decline request' }));
  await screen.findByText('Declined the request of Ann Ash. We will email them your reason.');
});

it('closes with the reason when it was withdrawn meanwhile', async () => {
  const { user, dialog } = await openDialog();
  api.on('POST /api/entitlement/timerequests/:id/grant', refuse(409, { entitlementRequest: 'This request has been withdrawn.' }));
  api.on('GET /api/entitlement/timerequests', {});
  await user.click(dialog.getByRole('button', { name: 'Give more time' }));
  await screen.findByText('This request has been withdrawn.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('No requests waiting');
});

it('opens one that is on another page of the list', async () => {
  api.on('GET /api/entitlement/timerequests', ({ query }) => ({
    requests: query.requestId === '7' ? [REQUEST] : [],
    totalCount: 31,
  }));
  renderPage(<TimeRequestsPage />, { path: '/index/requests/time?request=7', caller: { roles: ['OrganisationAdmin'] } });

  await screen.findByRole('dialog', { name: 'Ann Ash asks for more time to order' });
});
