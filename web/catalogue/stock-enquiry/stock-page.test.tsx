import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NARROW, renderPage, WIDE } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { StockPage } from './stock-page.tsx';

const api = useStubbedApi();

const item = {
  productId: 7,
  combinationId: 1,
  found: true,
  sku: 'TEE-N-M',
  name: 'Tee',
  attributeDescription: 'Navy, M',
  colour: 'Navy',
  size: 'M',
  price: 12.5,
  stockQuantity: 12,
  stockStatus: 'InStock',
  stockMessage: '12 in stock',
} as const;
const items = [
  item,
  {
    ...item,
    combinationId: 2,
    attributeDescription: 'Navy, L',
    size: 'L',
    stockQuantity: 0,
    stockStatus: 'OutOfStock',
    stockMessage: 'Out of stock',
    dueDateUtc: '2026-12-04T00:00:00Z',
    dueQuantity: 30,
    price: null,
    canBeAwaited: true,
  },
] as const;

function show({
  path = '/',
  permissions = ['AllowStockEnquiry'],
  ...setting
}: Parameters<typeof renderPage>[1] & { permissions?: string[] } = {}) {
  api.on('GET /api/listsettings/:list', {});
  api.on('GET /api/listviews/:list', {});
  api.on('GET /api/stock', { stock: items, totalCount: 2, attributeNames: ['Colour', 'Size', 'Page'] });
  api.on('GET /api/product/productAttributesValues', ({ query: { keyword = '' } }) => ({
    productAttributesValues: ['Navy', 'Night navy', 'Sky'].filter((name) => name.toLowerCase().includes(keyword)),
  }));
  api.on('GET /api/stocknotices', {});
  return renderPage(<StockPage />, {
    path,
    caller: { permissions, pricesVisible: true, taxDisplayType: 10, ...setting.caller } as never,
    ...(setting.width && { width: setting.width }),
  });
}

const lastQuery = () => api.requests('GET /api/stock').at(-1)?.query;
const choose = async (user: ReturnType<typeof show>['user'], ...names: string[]) => {
  for (const name of names) await user.click(await screen.findByRole('button', { name }));
};

describe('the page of stock', () => {
  it('says what is there now, what comes next and what it costs, ten rows a page', async () => {
    show();
    const [first, second] = within(await screen.findByRole('table', { name: 'Stock' }))
      .getAllByRole('row')
      .slice(1);
    const cells = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);

    expect(cells(first)).toEqual(['Tee', 'Navy, M', 'TEE-N-M', '12 in stock', '–', '£12.50']);
    expect(cells(second)).toEqual(['Tee', 'Navy, L', 'TEE-N-M', 'Out of stock', '30 pieces on 4 Dec', 'On request']);
    expect(lastQuery()).toEqual({ page: '0', limit: '10' });
  });

  it('is limited to a business area, which is no attribute', async () => {
    api.on('GET /api/organisationbusinessareas', { organisationBusinessAreas: [{ id: 3, name: 'Kitchen' }] });
    const { user, address } = show();
    await choose(user, 'Add filter', 'Business area', 'Kitchen');
    await waitFor(() => expect(lastQuery()).toEqual({ businessAreaId: '3', page: '0', limit: '10' }));
    expect(address()).toBe('/?area=3');
  });

  it('has no prices for people who see none', async () => {
    show({ caller: { pricesVisible: false } });
    await screen.findByRole('table', { name: 'Stock' });

    expect(screen.queryByRole('columnheader', { name: /Price/ })).toBeNull();
  });

  it('is to look at only, unless the person may order', async () => {
    show();
    await screen.findByRole('table', { name: 'Stock' });
    expect(document.querySelector('[data-row-link]')).toBeNull();
  });

  it('leads those who may order to the product with the size', async () => {
    show({ permissions: ['AllowStockEnquiry', 'AllowUniformBuilder'], width: NARROW });
    await screen.findByRole('list', { name: 'Stock' });
    expect(document.querySelector('[data-row-link]')?.getAttribute('href')).toBe('/index/products/7/tee?combination=1');
  });

  it('finds the values of an attribute while typing, and takes several of them as alternatives', async () => {
    const { user, address } = show({ width: WIDE });
    await screen.findByRole('table', { name: 'Stock' });
    await choose(user, 'Add filter', 'Colour');
    await user.type(await screen.findByRole('textbox', { name: 'Find colour' }), 'night');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sky' })).toBeNull());
    await choose(user, 'Night navy', 'Colour: Night navy', 'Sky');

    await screen.findByRole('button', { name: 'Colour: Night navy, Sky' });
    await waitFor(() => expect(lastQuery()?.filters).toBe('Colour:Night navy,Colour:Sky'));
    expect(new URL(address(), 'http://localhost').searchParams.get('colour')).toBe('Night navy|Sky');
  });

  it('filters by what the address says, before it knows the names of the attributes', async () => {
    show({ path: '/?colour=Navy&size=M|50%257C52&page-=3&utm=mail&page=2' });
    await screen.findByRole('button', { name: 'Size: M, 50|52' });

    expect(api.requests('GET /api/stock')[0]?.query).toMatchObject({ filters: expect.stringContaining('colour:Navy') });
    // What is no attribute is left out once they are known.
    await waitFor(() => expect(lastQuery()?.filters).toBe('Colour:Navy,Size:M,Size:50|52,Page:3'));
    expect(lastQuery()?.page).toBe('1');
  });

  it('exports what is filtered, but not while ordering for someone', async () => {
    const { unmount } = show();
    await screen.findByRole('button', { name: 'Export to Excel' });
    unmount();
    show({ caller: { impersonatedCustomer: { id: 2, permissions: ['AllowStockEnquiry'] } } as never });
    await screen.findByRole('table', { name: 'Stock' });
    expect(screen.queryByRole('button', { name: 'Export to Excel' })).toBeNull();
  });
});

describe('what is out of stock', () => {
  const told = { id: 5, combinationId: 2, productId: 7, name: 'Tee', attributeDescription: 'Navy, L' };

  it('can be waited for by those who may order, and no longer be', async () => {
    const { user } = show({ permissions: ['AllowStockEnquiry', 'AllowProducts'] });
    api.on('POST /api/stocknotices', { stockNotices: [told] });
    api.on('DELETE /api/stocknotices/:id', { stockNotices: [] });
    const button = () => screen.findByRole('button', { name: 'Tell me when Tee, Navy, L can be ordered' });
    await user.click(await button());
    expect(screen.getAllByRole('button', { name: /^Tell me when / })).toHaveLength(1);

    await screen.findByText(/We’ll email you once when Tee, Navy, L can be ordered again. Nothing is reserved for you./);
    await waitFor(async () => expect((await button()).textContent).toBe('You’ll be notified'));
    expect(api.requests('POST /api/stocknotices')[0]?.body).toEqual({ stockNotice: { combinationId: 2 } });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect((await button()).getAttribute('aria-pressed')).toBe('false'));
    expect(api.requests('DELETE /api/stocknotices/:id')[0]?.params).toEqual({ id: '5' });
  });

  it.each([[['AllowStockEnquiry']], [['AllowStockEnquiry', 'AllowUniformBuilder']]])(
    'is not offered to those who only look, or order only their uniform: %j',
    async (permissions) => {
      show({ permissions });
      await screen.findByRole('table', { name: 'Stock' });
      expect(screen.queryByRole('button', { name: /Tell me/ })).toBeNull();
    },
  );
});
