import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OrderTopics } from './order-topics.tsx';

const api = useStubbedApi();
const topics = [
  { id: 1, title: 'First' },
  { id: 2, title: 'Second' },
  { id: 3, title: 'Shared', refusal: 'Also for other brands.' },
];
const titles = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('saves the order of a place with each move, and offers no one else’s', async () => {
  let order = topics;
  api.on('GET /api/operator/topics', () => ({ topics: order, totalCount: 3 }));
  api.on('PUT /api/operator/topics/order', ({ body: { ids } }) => {
    order = [...ids, 3].flatMap((id) => topics.filter((topic) => topic.id === id));
    return {};
  });
  const { user } = renderPage(<OrderTopics start="cart" />, { isOperator: true });
  (await screen.findByRole('button', { name: 'Move First. Use the arrow keys.' })).focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(titles()).toEqual(['Second', 'First']));
  expect(api.requests('PUT /api/operator/topics/order')[0]?.body).toEqual({ location: 'cart', ids: [2, 1] });
  expect(api.requests('GET /api/operator/topics')[0]?.query).toMatchObject({ location: 'cart' });
  screen.getByText(/1 shared with other brands can’t be moved/);
});

it('puts them back when the order is refused', async () => {
  api.on('GET /api/operator/topics', { topics, totalCount: 3 });
  api.on('PUT /api/operator/topics/order', refuse(403, { topic: 'Not yours.' }));
  const { user } = renderPage(<OrderTopics />, { isOperator: true });
  (await screen.findByRole('button', { name: 'Move First. Use the arrow keys.' })).focus();
  await user.keyboard('{ArrowDown}');
  await screen.findByText('Not yours.');
  expect(titles()).toEqual(['First', 'Second']);
});
