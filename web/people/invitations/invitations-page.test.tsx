import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { upTo } from '#web/testing/list-cases/list-case.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { InvitationsPage } from './invitations-page.tsx';

const api = useStubbedApi();

const listPeople = (waiting: number) => ({
  invitations: upTo(3).map((id) => ({ id, firstName: 'Ann', lastName: `Ash ${id}` })),
  totalCount: 60,
  counts: { NotInvited: 40, Invited: 15, Expired: 5 },
  waiting,
});

beforeEach(() => {
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/registrationrequests', {});
  api.on('GET /api/entitlement/requests', {});
  api.on('POST /api/invitations', { queued: 2, skipped: [] });
});

async function open(path = '/', waiting = 0) {
  api.on('GET /api/invitations', listPeople(waiting));
  const page = renderPage(<InvitationsPage />, { path, caller: { roles: ['OrganisationAdmin'] } });
  await screen.findByRole('table');
  return page;
}

const getSent = () => api.requests('POST /api/invitations').map(({ body }) => body);

describe('the invitations', () => {
  it('go to the selected people, after a preview, and end the selection', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Select Ann Ash 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Ann Ash 3' }));
    await user.click(screen.getByRole('button', { name: 'Invite 2 people' }));
    const dialog = await screen.findByRole('dialog', { name: 'Invite 2 people?' });
    await user.click(await within(dialog).findByRole('button', { name: 'Send 2 invitations' }));

    await screen.findByText('2 invitations sent.');
    expect(getSent()).toEqual([{ customerIds: [1, 3], preview: true }, { customerIds: [1, 3] }]);
    expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull();
  });

  it('go to everyone who matches search and tab', async () => {
    const { user } = await open('/?q=ash&state=Expired');
    await user.click(screen.getByRole('button', { name: 'Invite all 60 found' }));
    await screen.findByRole('button', { name: 'Send 2 invitations' });

    expect(getSent()).toEqual([{ allMatching: true, query: 'ash', state: 'Expired', preview: true }]);
  });

  it('go to all that match, when these are selected', async () => {
    const { user } = await open('/?q=ash');
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: 'Select all 60' }));
    await user.click(screen.getByRole('button', { name: 'Invite 60 people' }));
    await screen.findByRole('button', { name: 'Send 2 invitations' });

    expect(getSent()).toEqual([{ allMatching: true, query: 'ash', preview: true }]);
  });

  it('are counted on the tabs, whichever is open', async () => {
    await open('/?state=Invited');
    const tabs = within(screen.getByRole('navigation', { name: 'Invitation status' })).getAllByRole('link');

    expect(tabs.map(({ textContent }) => textContent)).toEqual(['All 60', 'Not invited 40', 'Invited 15', 'Expired 5']);
    expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([null, null, 'page', null]);
  });

  it('are read again until all have been sent', async () => {
    await open('/', 1);
    await screen.findByText(/Sending 1 invitation\./);
    api.on('GET /api/invitations', listPeople(0));

    await waitFor(() => expect(screen.queryByText(/Sending 1 invitation\./)).toBeNull(), { timeout: 4000 });
  });
});
