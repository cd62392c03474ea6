import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { NewsItem } from './news.ts';
import { NewsCard } from './news-card.tsx';
import { NewsPage } from './news-page.tsx';

const api = useStubbedApi();

const item = (id: number, change: Partial<NewsItem> = {}): NewsItem => ({
  id: String(id),
  text: `Announcement ${id}`,
  createdOnUtc: '2026-11-24T09:00:00Z',
  url: '/index/news',
  ...change,
});
const serve = (tweets: NewsItem[]) => api.on('GET /api/organisations/twitter', { screenName: 'News', tweets });

describe('the news on Home', () => {
  it('are the newest three, with a link to all of them', async () => {
    serve([1, 2, 3, 4].map((id) => item(id)));
    renderPage(<NewsCard />);
    await screen.findByRole('heading', { name: 'News' });

    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '24 Nov 2026Announcement 1',
      '24 Nov 2026Announcement 2',
      '24 Nov 2026Announcement 3',
    ]);
    expect(screen.getByRole('link', { name: 'Show all news' }).getAttribute('href')).toBe('/index/news');
  });

  it('lead to pages of the portal and to https addresses alone', async () => {
    serve([
      item(1, { url: '/index/orders' }),
      item(2, { url: 'https://www.supplier.example/coats' }),
      item(3, { url: 'javascript:alert(1)' }),
    ]);
    renderPage(<NewsCard />);
    await screen.findByRole('heading', { name: 'News' });

    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Read more', '/index/orders'],
      ['Read more on supplier.example', 'https://www.supplier.example/coats'],
    ]);
    expect(screen.getByRole('link', { name: 'Read more' }).getAttribute('aria-describedby')).toBe(
      screen.getByText('Announcement 1').id,
    );
  });

  it('show texts as they are, whatever they contain', async () => {
    serve([item(1, { text: '<img src=x onerror=alert(1)>\nsecond line' })]);
    renderPage(<NewsCard />);

    expect((await screen.findByText(/onerror/)).textContent).toBe('<img src=x onerror=alert(1)>\nsecond line');
  });

  it.each([
    ['there are none', () => serve([])],
    ['they could not be loaded', () => api.on('GET /api/organisations/twitter', refuse(500, { server: 'Out of order.' }))],
  ])('are left out where %s', async (_, prepare) => {
    prepare();
    renderPage(
      <>
        <NewsCard />
        <p>Below</p>
      </>,
    );
    await screen.findByText('Below');
    await new Promise((resolve) => setTimeout(resolve));

    expect(screen.queryByRole('heading', { name: 'News' })).toBeNull();
  });
});

describe('the page of news', () => {
  it('has all of them, and a link to change them for administrators alone', async () => {
    serve([1, 2, 3, 4, 5].map((id) => item(id)));
    const { unmount } = renderPage(<NewsPage />, { path: '/index/news', caller: { roles: ['OrganisationStaff'] } });
    expect(await screen.findAllByRole('listitem')).toHaveLength(5);
    expect(screen.queryByRole('link', { name: 'Edit news' })).toBeNull();
    unmount();

    renderPage(<NewsPage />, { path: '/index/news', caller: { roles: ['OrganisationAdmin'] } });
    expect((await screen.findByRole('link', { name: 'Edit news' })).getAttribute('href')).toBe('/index/settings/news');
  });

  it('says what will be here while there are none', async () => {
    serve([]);
    renderPage(<NewsPage />, { path: '/index/news' });
    const empty = (await screen.findByRole('heading', { name: 'No news yet' })).parentElement as HTMLElement;
    within(empty).getByText(/will appear here/);
  });
});
