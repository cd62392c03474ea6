import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { InformationPage } from '#web/content/topics/information-page.tsx';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { queryClient } from '../query-client.ts';
import { endSession } from '../session/session.ts';
import { ImportantNotices } from './important-notices.tsx';
import { InformationLinks } from './information-links.tsx';
import { PortalTopics } from './portal-topics.tsx';
import { readSeenNotices } from './seen-notices.ts';

const api = useStubbedApi();
const AT = 'GET /api/topics/portallocation/:location';
const aTopic = (id: number, more: object = {}) => ({ id, title: `Notice ${id}`, body: `<p>Text ${id}</p>`, ...more });

describe('the topics of a place', () => {
  it('are shown with title and text, and a place without any is not there', async () => {
    api.on(AT, ({ params }) => ({ topics: params.location === 'cart' ? [aTopic(1), aTopic(2, { title: null })] : [] }));
    renderPage(
      <>
        <PortalTopics location="cart" />
        <div data-testid="empty">
          <PortalTopics location="home" />
        </div>
      </>,
    );
    await screen.findByRole('heading', { name: 'Notice 1' });
    screen.getByText('Text 2');
    expect(screen.getByTestId('empty').childElementCount).toBe(0);
  });
});

describe('important notices', () => {
  const open = () => renderPage(<ImportantNotices pathname="/index/home" />);

  it('are shown one after the other, closed by keyboard, once until the session ends', async () => {
    endSession();
    api.on(AT, { topics: [aTopic(1), aTopic(2)] });
    const { user, unmount } = open();
    await screen.findByRole('dialog', { name: 'Notice 1' });
    screen.getByText('One more notice');
    await user.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Notice 2' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readSeenNotices()).toEqual(expect.arrayContaining([1, 2]));
    unmount();

    queryClient.removeQueries({ queryKey: [AT] });
    const requests = api.requests(AT).length;
    const again = open();
    await waitFor(() => expect(api.requests(AT).length).toBeGreaterThan(requests));
    expect(screen.queryByRole('dialog')).toBeNull();
    again.unmount();

    endSession();
    open();
    await screen.findByRole('dialog', { name: 'Notice 1' });
  });

  it('appear at the next page when they are published during the session', async () => {
    endSession();
    let published = [aTopic(1)];
    api.on(AT, () => ({ topics: published }));
    const { user, unmount } = open();
    await screen.findByRole('dialog', { name: 'Notice 1' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    published = [aTopic(1), aTopic(3)];
    unmount();
    renderPage(<ImportantNotices pathname="/index/cart" />);
    await screen.findByRole('dialog', { name: 'Notice 3' });
  });
});

describe('the information menu', () => {
  it('links to its pages', async () => {
    api.on('GET /api/topics/getinformationmenutopics', { topics: [aTopic(7, { title: 'Washing wool', body: null })] });
    renderPage(<InformationLinks className={undefined} onOpen={() => {}} />);
    expect((await screen.findByRole('link', { name: 'Washing wool' })).getAttribute('href')).toBe('/index/information/7');
  });

  it('opens a page with its title, or says that there is none', async () => {
    const page = (path: string) => renderPage(<InformationPage />, { path, route: '/index/information/:id' });
    api.on('GET /api/topics/:id', { topics: [aTopic(7, { title: 'Washing wool' })] });
    const { unmount } = page('/index/information/7');
    await screen.findByRole('heading', { level: 1, name: 'Washing wool' });
    screen.getByText('Text 7');
    expect(document.title).toContain('Washing wool');
    unmount();
    api.on('GET /api/topics/:id', refuse(404, { topic: 'Topic not found.' }));
    page('/index/information/8');
    await screen.findByText('Page not found');
  });
});
