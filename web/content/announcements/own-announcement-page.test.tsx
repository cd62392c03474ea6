import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { NewOwnAnnouncementPage, OwnAnnouncementPage } from './own-announcement-page.tsx';

// There is no layout.
vi.mock(import('../publications/previews/width-previews.tsx'), () => ({
  WidthPreviews: ({ brand, colours, children }) => (
    <section aria-label={`${brand.company} ${colours?.primaryColour}`}>{children}</section>
  ),
}));

const api = useStubbedApi();
const announcement = {
  id: 7,
  text: 'Coats are here',
  url: null,
  createdOnUtc: '2026-11-20T09:00:00Z',
  isPublished: true,
  fromDate: null,
  untilDate: null,
  version: 3,
  groupIds: [10],
};

beforeEach(() => {
  sessionStorage.clear();
  api.on('GET /api/customerroles', { customerRoles: [{ id: 34, name: 'Wearer' }] });
  api.on('GET /api/organisationgroups', { organisationGroups: [{ id: 10, name: 'Kitchen' }] });
  api.on('GET /api/organisations/settings', { name: 'Meridian Resorts', primaryColour: '#123456' });
  api.on('GET /api/organisations/announcements/:id', { announcement });
  api.on('GET /api/organisations/announcements', {});
});
const caller = { organisationId: 1, roles: ['OrganisationAdmin'], adminableOrganisationGroupIds: [10] };
const edit = () =>
  renderPage(<OwnAnnouncementPage />, { path: '/index/settings/news/7', route: '/index/settings/news/:id', caller });

it('publishes what an administrator of groups wrote, for the groups that they chose', async () => {
  api.on('POST /api/organisations/announcements', { announcement });
  const { user } = renderPage(<NewOwnAnnouncementPage />, { path: '/index/settings/news/new', caller });
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'Coats are here');
  await user.click(screen.getByRole('button', { name: 'Publish announcement' }));
  await screen.findByText('Choose at least one of your groups.');
  expect(api.requests('POST /api/organisations/announcements')).toEqual([]);

  await user.click(screen.getByRole('button', { name: /^Groups/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Kitchen' }));
  await user.click(screen.getByRole('button', { name: 'Publish announcement' }));
  await waitFor(() =>
    expect(api.requests('POST /api/organisations/announcements')).toMatchObject([
      { body: { text: 'Coats are here', url: null, isPublished: true, groupIds: [10] } },
    ]),
  );
});

it('shows a refused link at its field', async () => {
  api.on('PUT /api/organisations/announcements/:id', refuse(422, { url: 'Enter an address that begins with https://.' }));
  const { user } = edit();
  await user.type(await screen.findByRole('textbox', { name: 'Link (optional)' }), 'javascript:alert(1)');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Link (optional)' }).getAttribute('aria-invalid')).toBe('true'));
});

it('is deleted, and put back', async () => {
  api.on('DELETE /api/organisations/announcements/:id', {});
  api.on('POST /api/organisations/announcements/:id/restore', { announcement });
  const { user } = edit();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(api.requests('POST /api/organisations/announcements/:id/restore')).toHaveLength(1));
});

it('is shown as people will see it while it is typed, in the colours of the organisation', async () => {
  const { user } = renderPage(<NewOwnAnnouncementPage />, { path: '/index/settings/news/new', caller });
  await screen.findByText(/^Enter some text to see/);
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Coats are here');
  await user.type(screen.getByRole('textbox', { name: 'Link (optional)' }), '/index/orders');

  const preview = within(await screen.findByRole('region', { name: /#123456$/ }));
  preview.getByText('Coats are here');
  expect(preview.getByRole('link', { name: 'Read more' }).getAttribute('href')).toBe('/index/orders');
});
