import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { QuickOrder } from './quick-order.tsx';

const api = useStubbedApi();

const SHIRTS = [
  { sku: 'OXF-W-15', name: 'Oxford shirt', attributeDescription: 'White, 15', productId: 7, combinationId: 15 },
  { sku: 'OXF-W-16', name: 'Oxford shirt', attributeDescription: 'White, 16', productId: 7, combinationId: 16 },
];
const IN_STOCK = { found: true, price: 12, stockMessage: '4 in stock', stockStatus: 'InStock' } as const;

beforeEach(() => {
  sessionStorage.clear();
  // There is no layout: rows are drawn only as far as the height of the list has room for them.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  api.on('POST /api/product/stockmultiple', ({ body }) => ({
    stock: body.items.map(({ sku, quantity }) => {
      const shirt = SHIRTS.find((one) => one.sku.toLowerCase() === sku.toLowerCase());
      if (!shirt) return { sku, warnings: ['This SKU is not known.'] };
      return { ...shirt, ...IN_STOCK, warnings: (quantity ?? 1) > 4 ? ['Only 4 are in stock.'] : [] };
    }),
  }));
  api.on('GET /api/product/lookup', ({ query }) => ({
    items: query.keyword?.startsWith('oxf') ? SHIRTS.map((shirt) => ({ ...shirt, ...IN_STOCK })) : [],
  }));
});

const show = (customerId?: number) =>
  renderPage(<QuickOrder source="adhoc" customerId={customerId} />, { caller: { pricesVisible: true, currencyCode: 'GBP' } });
const getCode = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'SKU, barcode or name' });
const isDisabled = (name: string) => screen.getByRole('button', { name }).hasAttribute('aria-disabled');
const findRows = async () => within(await screen.findByRole('list', { name: 'Quick order rows' }));
const quantities = async () =>
  (await findRows())
    .getAllByRole<HTMLInputElement>('textbox')
    .map((field) => `${field.getAttribute('aria-label')} ${field.value}`);

describe('the quick order', () => {
  it('takes what a scanner sends, and adds up equal codes', async () => {
    const { user } = show();
    await user.type(getCode(), 'OXF-W-15{Enter}oxf-w-15{Enter}');
    await waitFor(async () => expect(await quantities()).toEqual(['Quantity of Oxford shirt, White, 15 2']));
    expect(document.activeElement).toBe(getCode());
    await screen.findByText('£12.00 each');
  });

  it('finds words, takes a quantity, and adds by keyboard alone', async () => {
    const { user } = show();
    await user.type(getCode(), 'oxford');
    await screen.findByRole('option', { name: /White, 16/ });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}3{Enter}');
    await waitFor(async () => expect(await quantities()).toEqual(['Quantity of Oxford shirt, White, 16 3']));
    expect([document.activeElement, getCode().value]).toEqual([getCode(), '']);
  });

  it('takes a pasted block, says which lines it could not read, and which rows are wrong', async () => {
    const { user } = show();
    await user.click(getCode());
    await user.paste('SKU\tQty\nOXF-W-15\t2\n9\tOXF-W-16\nNOTHING-1\t1\nOXF-W-15\thalf');
    await screen.findByText('3 codes added to the list. Not a code with a whole number of pieces: line 5 (“OXF-W-15 half”).');
    await screen.findByText('Only 4 are in stock.');
    await screen.findByText('This SKU is not known.');
    expect(isDisabled('Add 12 pieces')).toBe(true);
    screen.getByText('2 rows need a change first.');
    await user.click(screen.getByRole('button', { name: 'Leave out 2 rows' }));
    expect(await quantities()).toEqual(['Quantity of Oxford shirt, White, 15 2']);
  });

  it('refuses more codes than a cart holds, and keeps those before', async () => {
    const { user } = show();
    await user.type(getCode(), 'OXF-W-15{Enter}');
    await user.click(getCode());
    await user.paste(Array.from({ length: 10_000 }, (_, row) => `CODE-${row}\t1`).join('\n'));
    await screen.findByText('10,000 codes pasted, none added: A cart can have up to 1,000 lines.');
    expect(await quantities()).toHaveLength(1);
  });

  it('adds all rows to the cart, and shows at its row why one was refused', async () => {
    api.on('POST /api/shopping_cart_items/multiple', refuse(400, { 'items[1]': 'Someone was faster.' }));
    const { user } = show();
    await user.click(getCode());
    await user.paste('OXF-W-15\t2\nOXF-W-16\t1');
    await waitFor(() => expect(isDisabled('Add 3 pieces')).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Add 3 pieces' }));
    await (await findRows()).findByText('Someone was faster.');

    api.on('POST /api/shopping_cart_items/multiple', {});
    await user.click(screen.getByRole('button', { name: 'Add 3 pieces' }));
    await screen.findByText('Added to your cart: 3 pieces of 2 sizes');
    expect(screen.queryByRole('list', { name: 'Quick order rows' })).toBeNull();
    expect(api.requests('POST /api/shopping_cart_items/multiple').at(-1)?.body.items).toEqual([
      { productId: 7, combinationId: 15, quantity: 2, source: 'adhoc' },
      { productId: 7, combinationId: 16, quantity: 1, source: 'adhoc' },
    ]);
  });

  it('adds rows for the person chosen', async () => {
    api.on('POST /api/shopping_cart_items/multiple', {});
    const { user } = show(42);
    await user.type(getCode(), 'OXF-W-15{Enter}');
    await waitFor(() => expect(isDisabled('Add 1 piece')).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Add 1 piece' }));
    await screen.findByText('Added to your cart: 1 piece of 1 size');
    expect(api.requests('POST /api/shopping_cart_items/multiple')[0]?.body.items).toEqual([
      { productId: 7, combinationId: 15, quantity: 1, source: 'adhoc', customerId: 42 },
    ]);
  });

  it('keeps the rows that were not added, where some were', async () => {
    api.on('POST /api/product/stockmultiple', ({ body }) => ({
      stock: body.items.map(({ sku }) => ({ ...SHIRTS[0], ...IN_STOCK, sku, warnings: [] })),
    }));
    api.on('POST /api/shopping_cart_items/multiple', ({ body }) =>
      body.items.length === 200 ? {} : refuse(400, { 'items[1]': 'Someone was faster.' }),
    );
    const { user } = show();
    await user.click(getCode());
    await user.paste(Array.from({ length: 202 }, (_, row) => `CODE-${row}\t1`).join('\n'));
    await waitFor(() => expect(isDisabled('Add 202 pieces')).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Add 202 pieces' }));
    await screen.findByRole('button', { name: 'Add 2 pieces' });
    await (await findRows()).findByText('Someone was faster.');
  });

  it('shows no prices to people from whom they are hidden', async () => {
    api.on('POST /api/product/stockmultiple', { stock: [{ ...SHIRTS[0], ...IN_STOCK, price: null, warnings: [] }] });
    const { user } = renderPage(<QuickOrder source="adhoc" />, { caller: { pricesVisible: false } });
    await user.type(getCode(), 'OXF-W-15{Enter}');
    await screen.findByText(/4 in stock/);
    expect(document.body.textContent).not.toMatch(/£|request/);
  });

  it('comes back after Clear and Undo', async () => {
    const { user } = show();
    await user.type(getCode(), 'OXF-W-15{Enter}');
    await findRows();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('list', { name: 'Quick order rows' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await quantities()).toEqual([expect.stringMatching(/ 1$/)]);
  });

  it('is kept when the page is left', async () => {
    const { user, unmount } = show();
    await user.type(getCode(), 'OXF-W-15{Enter}');
    await findRows();
    unmount();
    show();
    expect(await quantities()).toEqual([expect.stringMatching(/ 1$/)]);
  });
});
