import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import { NARROW, renderPage, WIDE } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { aGarment, anAttribute } from '../builders.ts';
import type { Combination } from '../catalogue-types.ts';
import { SizeGrid } from '../size-grid/size-grid.tsx';
import { StockNoticesOfGarment } from './stock-notices.tsx';

const api = useStubbedApi();
beforeEach(() => {
  queryClient.clear();
  // There is no layout: rows are drawn only as far as the height of the table has room for them.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
});

const orderer = { permissions: ['AllowProducts'] };

const out = { stockStatus: 'OutOfStock', stockQuantity: 0 } as const;
/** Navy is out in S and M, Sky in S; Sky, M can be ordered though it is out. */
const isOut = ({ attributeDescription }: Combination) => attributeDescription !== 'Sky, L' && attributeDescription !== 'Navy, L';
const polo = aGarment([anAttribute(1, 'colour', ['Navy', 'Sky']), anAttribute(2, 'size', ['S', 'M', 'L'])], (combination) =>
  isOut(combination) ? { ...out, allowOutOfStockOrders: combination.attributeDescription === 'Sky, M' } : {},
);
const idOf = (description: string) =>
  polo.combinations.find(({ attributeDescription }) => attributeDescription === description)?.id ?? 0;
const noticeOf = (description: string) => ({
  id: 9,
  combinationId: idOf(description),
  productId: 1,
  name: 'Polo shirt',
  attributeDescription: description,
});

function show(selection: Record<number, number>, garment = polo, caller: object = orderer) {
  api.on('GET /api/stocknotices', {});
  return renderPage(<StockNoticesOfGarment garment={garment} selection={selection} />, { caller });
}
const open = async (user: ReturnType<typeof show>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Tell me when it can be ordered' }));
  return screen.findByRole('list', { name: 'Out of stock' });
};

it('lists the sizes of the colour that are out of stock, and says that nothing is reserved', async () => {
  const { user } = show({ 1: 101, 2: 203 });
  const sizes = await open(user);

  expect(
    within(sizes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Navy, S'), expect.stringContaining('Navy, M')]);
  expect(screen.getByRole('dialog').textContent).toContain('Nothing is reserved for you');
});

it('leaves out what can be ordered though it is out of stock', async () => {
  const { user } = show({ 1: 102 });
  expect(within(await open(user)).getAllByRole('listitem')).toHaveLength(1);
});

it('asks to be told, says so, and undoes it', async () => {
  const { user } = show({ 1: 101 });
  api.on('POST /api/stocknotices', { stockNotices: [noticeOf('Navy, M')] });
  api.on('DELETE /api/stocknotices/:id', { stockNotices: [] });
  const sizes = await open(user);
  await user.click(within(sizes).getByRole('button', { name: 'Tell me when Navy, M can be ordered' }));

  await within(sizes).findByText('You’ll be notified');
  expect(screen.getByText('You’ll be notified: Navy, M')).toBeTruthy();
  expect(api.requests('POST /api/stocknotices')[0]?.body).toEqual({ stockNotice: { combinationId: idOf('Navy, M') } });
  await user.click(within(sizes).getByRole('button', { name: 'Don’t tell me about Navy, M' }));
  await waitFor(() => expect(screen.queryByText('You’ll be notified: Navy, M')).toBeNull());
  expect(api.requests('DELETE /api/stocknotices/:id')[0]?.params).toEqual({ id: '9' });
});

it('says why it is refused', async () => {
  const { user } = show({ 1: 101 });
  api.on('POST /api/stocknotices', refuse(409, { combinationId: 'It can be ordered now.' }));
  const sizes = await open(user);
  const before = api.requests('GET /api/stocknotices').length;
  await user.click(within(sizes).getByRole('button', { name: 'Tell me when Navy, S can be ordered' }));

  await screen.findByText('It can be ordered now.');
  // What is known is asked for anew.
  await waitFor(() => expect(api.requests('GET /api/stocknotices').length).toBeGreaterThan(before));
});

it.each<[string, () => unknown]>([
  ['to people who may not order', () => show({ 1: 101 }, polo, { permissions: ['AllowStockEnquiry'] })],
  ['while ordering for someone else', () => show({ 1: 101 }, polo, { ...orderer, impersonatedCustomer: { id: 2, ...orderer } })],
  ['for a garment whose price is on request', () => show({ 1: 101 }, { ...polo, callForPrice: true })],
  ['where everything can be ordered', () => show({}, aGarment([anAttribute(2, 'size', ['S'])]))],
])('is not offered %s', async (_, render) => {
  render();
  await new Promise((done) => requestAnimationFrame(done));
  expect([screen.queryByRole('button'), api.requests('GET /api/stocknotices')]).toEqual([null, []]);
});

it.each([NARROW, WIDE])('is in the cells of the grid that are out of stock, %i px wide', async (width) => {
  api.on('GET /api/stocknotices', { stockNotices: [noticeOf('Navy, S')] });
  api.on('POST /api/stocknotices', { stockNotices: [noticeOf('Navy, M'), noticeOf('Navy, S')] });
  const garment = { ...polo, id: 800 + width };
  const { user } = renderPage(<SizeGrid garment={garment} source="product" />, { width, caller: orderer });
  const button = (description: string) => screen.findByRole('button', { name: `Tell me when ${description} can be ordered` });

  expect((await button('Navy, S')).getAttribute('aria-pressed')).toBe('true');
  await user.click(await button('Navy, M'));
  await waitFor(async () => expect((await button('Navy, M')).getAttribute('aria-pressed')).toBe('true'));
  expect(screen.queryByRole('button', { name: 'Tell me when Sky, M can be ordered' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tell me when Navy, L can be ordered' })).toBeNull();
});
