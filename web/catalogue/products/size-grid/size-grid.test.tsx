import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createReply, type PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage, WIDE } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import { SizeGrid } from './size-grid.tsx';

const api = useStubbedApi();

const COLOURS = ['Navy', 'White'];
const SIZES = ['S', 'M', 'L'];
let lastGarmentId = 500;

/** A polo in two colours and three sizes, with an id of its own: what is typed for a garment outlives its grid. White, L is out of stock. */
function createPolo(): OrderableGarment {
  lastGarmentId += 1;
  const values = (names: string[], from: number) => names.map((name, index) => ({ id: from + index, name }));
  const combinations = COLOURS.flatMap((colour, row) =>
    SIZES.map((size, column): PartsOf<Combination> => {
      const isOut = colour === 'White' && size === 'L';
      return {
        id: lastGarmentId * 10 + row * SIZES.length + column,
        attributes: [
          { id: 1, valueId: 11 + row, value: colour },
          { id: 2, valueId: 21 + column, value: size },
        ],
        stockStatus: isOut ? 'OutOfStock' : 'InStock',
        stockQuantity: isOut ? 0 : 40,
      };
    }),
  );
  const [product] = createReply('GET /api/products/:id', {
    products: [
      {
        attributes: [
          { id: 1, productAttributeName: 'Colour', role: 'colour', attributeValues: values(COLOURS, 11) },
          { id: 2, productAttributeName: 'Size', role: 'size', attributeValues: values(SIZES, 21) },
        ],
        productAttributeCombinations: combinations,
      },
    ],
  }).products;
  return {
    id: lastGarmentId,
    name: 'Pique polo',
    images: [],
    price: 10,
    oldPrice: null,
    priceFrom: null,
    callForPrice: false,
    isMadeToOrder: false,
    leadTimeDays: null,
    sizeGuideId: null,
    disableBuyButton: false,
    attributes: product?.attributes ?? [],
    combinations: product?.productAttributeCombinations ?? [],
    tierPrices: [],
    limits: { orderMinimumQuantity: 1, orderMaximumQuantity: 1000, allowedQuantities: [] },
  };
}

beforeEach(() => {
  // There is no layout: rows are drawn only as far as the height of the table has room for them.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
  api.on('POST /api/product/getbuynowtotals', { totals: { subTotal: 111, total: 123, tax: 20 } });
});

async function showGrid(width = WIDE) {
  const garment = createPolo();
  const page = renderPage(<SizeGrid garment={garment} source="product" />, { width, caller: { pricesVisible: true } });
  await screen.findAllByRole('textbox');
  return { garment, ...page };
}

const getField = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}\\b`) });

describe('keys', () => {
  it('move through the fields as in a spreadsheet, and stop at the edges', async () => {
    const { user } = await showGrid();
    await user.click(getField('Navy, S'));
    for (const [keys, name] of [
      ['3{Enter}', 'White, S'],
      ['{ArrowRight}', 'White, M'],
      ['{ArrowUp}', 'Navy, M'],
      ['{ArrowUp}', 'Navy, M'],
      ['{ArrowDown}{ArrowRight}', 'White, L'],
      ['{ArrowLeft}', 'White, M'],
    ] as const) {
      await user.keyboard(keys);
      expect(document.activeElement).toBe(getField(name));
    }
    screen.getByText('3 pieces');
  });

  it('type nothing where nothing is in stock', async () => {
    const { user } = await showGrid();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'White, L: Out of stock' });
    await user.type(field, '5');
    expect(field.value).toBe('');
  });
});

describe('a block from a spreadsheet', () => {
  it('fills the fields from where it is pasted, and says what it left out', async () => {
    const { user } = await showGrid();
    await user.click(getField('Navy, M'));
    await user.paste('2\t3\n4\t5\n6\tx');
    expect(['Navy, M', 'Navy, L', 'White, M'].map((name) => getField(name).value)).toEqual(['2', '3', '4']);
    expect(screen.getByRole('textbox', { name: /^White, L/ })).toHaveProperty('value', '');
    screen.getByText('9 pieces');
    await screen.findByText(/White, L/, { selector: '[data-said]' });
  });
});

describe('what is typed', () => {
  it('is added to the cart, and the grid is empty again', async () => {
    const { user, garment } = await showGrid();
    api.on('POST /api/shopping_cart_items/multiple', {});
    await user.type(getField('Navy, S'), '3');
    await user.type(getField('White, M'), '4');
    await user.click(screen.getByRole('button', { name: 'Add 7 pieces' }));
    await waitFor(() => expect(getField('Navy, S').value).toBe(''));
    const [navy, white] = [garment.combinations[0]?.id, garment.combinations[4]?.id];
    expect(api.requests('POST /api/shopping_cart_items/multiple').map(({ body }) => body.items)).toEqual([
      [
        { productId: garment.id, combinationId: navy, quantity: 3, source: 'product' },
        { productId: garment.id, combinationId: white, quantity: 4, source: 'product' },
      ],
    ]);
  });

  it('that is more than there is leads to its field', async () => {
    const { user } = await showGrid();
    await user.type(getField('Navy, M'), '41');
    await user.click(getField('Navy, S'));
    const problems = within(await screen.findByRole('list', { name: 'Quantities to change' }));
    await user.click(problems.getByRole('button', { name: 'Navy, M' }));
    expect(document.activeElement).toBe(getField('Navy, M'));
    expect(getField('Navy, M').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('button', { name: 'Add 41 pieces' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('that the server refuses is marked at its field, and stays', async () => {
    const { user } = await showGrid();
    api.on('POST /api/shopping_cart_items/multiple', refuse(400, { 'items[1]': 'Only 1 is left.' }));
    await user.type(getField('Navy, S'), '3');
    await user.type(getField('Navy, M'), '4');
    await user.click(screen.getByRole('button', { name: 'Add 7 pieces' }));
    await screen.findByRole('textbox', { name: 'Navy, M: Only 1 is left.' });
    expect([getField('Navy, S').value, getField('Navy, M').value]).toEqual(['3', '4']);
  });

  it('shows the price of the server once typing pauses', async () => {
    const { user } = await showGrid();
    await user.type(getField('Navy, S'), '3');
    screen.getByText('£30.00');
    await screen.findByText('£123.00');
    expect(api.requests('POST /api/product/getbuynowtotals')).toHaveLength(1);
  });

  it('says what the person pays themselves, with tax', async () => {
    api.on('POST /api/product/getbuynowtotals', {
      totals: { subTotal: 30, total: 36, tax: 6, items: [{ quantity: 3, ownQuantity: 2, ownTotal: 24 }] },
    });
    const { user } = await showGrid();
    await user.type(getField('Navy, S'), '3');
    await screen.findByText('You pay for 2 pieces yourself by card: £24.00 incl. tax.');
  });

  it('comes back after Clear and Undo', async () => {
    const { user } = await showGrid();
    await user.type(getField('Navy, S'), '3');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(getField('Navy, S').value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(getField('Navy, S').value).toBe('3');
  });
});

it('shows one colour at a time on a phone, and says what was entered for the others', async () => {
  const { user } = await showGrid(NARROW);
  await user.click(screen.getAllByRole('button', { name: /^More: / })[0] as HTMLElement);
  await user.click(screen.getByRole('radio', { name: /White/ }));
  await screen.findByText('Also entered: Navy 1');
  expect(screen.queryByRole('grid')).toBeNull();
});
