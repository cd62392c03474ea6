import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { AnnouncementPage } from './announcement-page.tsx';

// There is no layout.
vi.mock(import('#web/content/publications/previews/width-previews.tsx'), () => ({
  WidthPreviews: ({ brand, children }) => <section aria-label={brand.company}>{children}</section>,
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
  brandIds: [2],
  audience: 'All clients of Alder & Vane',
  refusal: null,
  version: 3,
};

beforeEach(() => {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', name: 'Olive', rights: ['catalogue'] } });
  sessionStorage.clear();
  api.on('GET /api/operator/content/audiences', {
    brands: [
      { id: 1, name: 'Sundial', theme: 'sundial', organisations: [{ id: 1, name: 'Meridian Resorts' }] },
      { id: 2, name: 'Alder & Vane', theme: 'alder', organisations: [{ id: 2, name: 'Hallam' }] },
    ],
  });
  api.on('GET /api/operator/announcements/:id', { announcement });
  api.on('GET /api/operator/announcements', {});
  api.on('POST /api/operator/content/audience/count', ({ body }) =>
    body.brandIds?.includes(1) ? { organisations: 2, people: 1240 } : { organisations: 1, people: 12 },
  );
});

it('says how many people it reaches, and shows it in the look of each of their brands', async () => {
  const { user } = renderPage(<AnnouncementPage />, {
    path: '/operator/content/news/7',
    route: '/operator/content/news/:id',
    isOperator: true,
  });
  await screen.findByText('Reaches 12 people at 1 client.');
  within(screen.getByRole('region', { name: 'Alder & Vane' })).getByText('Coats are here');
  expect(screen.queryByRole('button', { name: 'Sundial' })).toBeNull();

  await user.click(screen.getByRole('checkbox', { name: 'All clients of Sundial' }));
  await user.type(screen.getByRole('textbox', { name: 'Text' }), ' at last');
  await screen.findByText('Reaches 1,240 people at 2 clients.');
  await user.click(screen.getByRole('button', { name: 'Sundial' }));
  within(screen.getByRole('region', { name: /Sundial/ })).getByText('Coats are here at last');
});
