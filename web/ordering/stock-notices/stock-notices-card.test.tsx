import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { stockNoticesQuery } from '#web/app/stock-notices.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { StockNoticesCard } from './stock-notices-card.tsx';

const api = useStubbedApi();
beforeEach(() => queryClient.clear());
const shirt = {
  id: 3,
  combinationId: 30,
  productId: 7,
  name: 'Oxford shirt',
  attributeDescription: 'White, M',
  expiresOnUtc: '2027-02-26T10:00:00Z',
};
const hidden = { ...shirt, id: 4, combinationId: 40, productId: null, name: 'Cap', attributeDescription: '' };

function Card() {
  const caller = useCaller();
  return caller && <StockNoticesCard id="notices" caller={caller} />;
}
const show = (permissions: string[]) => renderPage(<Card />, { caller: { permissions } });

it('lists what the person waits for, with a link to the size while they can see it', async () => {
  api.on('GET /api/stocknotices', { stockNotices: [shirt, hidden] });
  show(['AllowProducts']);

  expect((await screen.findByRole('link', { name: 'Oxford shirt, White, M' })).getAttribute('href')).toBe(
    '/index/products/7/oxford-shirt?combination=30',
  );
  expect(screen.queryByRole('link', { name: 'Cap' })).toBeNull();
});

it('removes one, and undoes that', async () => {
  api.on('GET /api/stocknotices', { stockNotices: [shirt] });
  api.on('DELETE /api/stocknotices/:id', { stockNotices: [] });
  api.on('POST /api/stocknotices', { stockNotices: [shirt] });
  const { user } = show(['AllowProducts']);
  await user.click(await screen.findByRole('button', { name: 'Remove Oxford shirt, White, M' }));

  await screen.findByText(/You are not waiting for anything/);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('link', { name: 'Oxford shirt, White, M' });
  expect(api.requests('POST /api/stocknotices')[0]?.body).toEqual({ stockNotice: { combinationId: 30 } });
});

it('is nothing for people who may not order and wait for nothing', async () => {
  api.on('GET /api/stocknotices', {});
  show(['AllowStockEnquiry']);

  await waitFor(() => expect(queryClient.getQueryData(stockNoticesQuery.queryKey)).toBeDefined());
  expect(screen.queryByRole('heading', { name: 'Waiting for stock' })).toBeNull();
});
