import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aGarment, colours, sizes } from '#web/catalogue/products/builders.ts';
import { NARROW } from '#web/testing/render-page.tsx';
import { refuse } from '#web/testing/stubbed-api.ts';
import { checkOf, field, paste, rowOf, showSheet, useSheetApi } from './show-sheet.tsx';

const api = useSheetApi();

const options = async () =>
  (await within(await screen.findByRole('listbox')).findAllByRole('option')).map((option) => option.textContent);
const highlighted = () => {
  const id = document.activeElement?.getAttribute('aria-activedescendant');
  return id ? document.getElementById(id)?.textContent : undefined;
};

describe('suggestions', () => {
  it('of garments are those of the quick order: products, and of a single one its combinations', async () => {
    const shirts = [15, 16].map((size) => ({
      productId: 7,
      combinationId: size,
      name: 'Oxford shirt',
      sku: `OXF-${size}`,
      attributeDescription: `White, ${size}`,
      stockMessage: 'In stock',
    }));
    const shoes = [{ productId: 8, combinationId: 40, name: 'Oxford shoes', sku: 'SHO-40', attributeDescription: '40' }];
    api.on('GET /api/product/lookup', ({ query }) => ({
      items: query.keyword === 'oxford shirt' ? shirts : [...shirts, ...shoes],
    }));
    const { user } = await showSheet();
    await user.keyboard('{Tab}oxford');
    expect(await options()).toEqual(['Oxford shirtAny colour and size', 'Oxford shoesAny colour and size']);
    expect(field('Garment or SKU, row 1').getAttribute('aria-expanded')).toBe('true');
    await user.keyboard(' shirt');
    await screen.findByText('OXF-16 · In stock');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(highlighted()).toBe('Oxford shirt, White, 16OXF-16 · In stock');
    await user.keyboard('{Enter}');
    rowOf(1).getByText('OXF-16');
    expect(document.activeElement).toBe(field('Garment or SKU, row 2'));
  });

  it('of sizes are those of the garment in the colour of the row, asked for by key', async () => {
    const garment = aGarment([colours(), sizes()], ({ attributeDescription }) =>
      attributeDescription === 'Navy, M' ? { stockStatus: 'Discontinued' } : {},
    );
    api.on('GET /api/products/:id', {
      products: [{ attributes: garment.attributes, productAttributeCombinations: garment.combinations }],
    });
    api.on('POST /api/ordersheets/check', ({ body }) => {
      const check = checkOf(body.rows);
      return { ...check, rows: check.rows?.map((row) => ({ ...row, productId: 7 })) };
    });
    const { user } = await showSheet();
    paste('Ann Lee\tShirt\tNavy\t\t\t1');
    await rowOf(1).findByText('1 of 5 left');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(await options()).toEqual(['S', 'MDiscontinued', 'L']);
    await user.keyboard('{ArrowDown}{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => rowOf(1).getByText('L'));
  });

  it('of wearers carry the person who was chosen', async () => {
    api.on('GET /api/search', {
      people: { results: [{ id: 7, firstName: 'Ann', lastName: 'Lee', employeeNumber: '12', active: true }] },
    });
    const { user } = await showSheet();
    await user.keyboard('ann');
    await screen.findByRole('option', { name: /Ann Lee/ });
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() =>
      expect(api.requests('POST /api/ordersheets/check').at(-1)?.body.rows).toMatchObject([{ wearer: 'Ann Lee', customerId: 7 }]),
    );
  });

  it('are buttons on a phone', async () => {
    api.on('GET /api/product/lookup', {
      items: [{ productId: 7, combinationId: 1, name: 'Cap', sku: 'CAP-1', attributeDescription: '' }],
    });
    const { user } = await showSheet({ width: NARROW });
    await user.click(await screen.findByRole('button', { name: 'Add a row' }));
    await user.type(await screen.findByRole('textbox', { name: 'Garment or SKU' }), 'cap');
    await user.click(await screen.findByRole('button', { name: /^Cap.*CAP-1/ }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Garment or SKU' }).value).toBe('Cap');
  });
});

describe('a pasted block', () => {
  it('of more rows than a sheet holds is refused in words, and changes nothing', async () => {
    await showSheet();
    paste(Array.from({ length: 10_000 }, (_, row) => `MR${row}\tShirt\t\t\t\t1`).join('\n'));
    await screen.findByText('You pasted 10,000 rows. A sheet holds at most 500, so nothing was pasted. Please split the rows.');
    screen.getByText('Three ways to fill the sheet');
    expect(api.requests('POST /api/ordersheets/check')).toHaveLength(0);
  });
});

describe('a file', () => {
  const choose = async (user: Awaited<ReturnType<typeof showSheet>>['user']) =>
    user.upload(screen.getByLabelText('Choose a file with rows'), new File(['x'], 'issue.xlsx'));

  it('is read below the rows that are there, and says what was left out', async () => {
    api.on('POST /api/ordersheets/file', {
      rows: [{ wearer: 'Ann Lee', garment: 'Cap', quantity: '1' }],
      notes: ['2 hidden columns were left out.'],
    });
    const { user } = await showSheet();
    await user.keyboard('Ann Lee{Enter}');
    await choose(user);
    await screen.findByText('1 row read from issue.xlsx.');
    screen.getByText('2 hidden columns were left out.');
    rowOf(2).getByText('Cap');
  });

  it('that does not fit, or cannot be read, leaves the sheet as it is', async () => {
    const full = Array.from({ length: 500 }, () => ({ wearer: 'Ann Lee' }));
    api.on('POST /api/ordersheets/file', { rows: full, notes: [] });
    const { user } = await showSheet();
    await user.keyboard('Ann Lee{Enter}');
    await choose(user);
    await screen.findByText(/The file has 500 rows. With the rows already here that is more than the 500 a sheet holds/);
    api.on('POST /api/ordersheets/file', refuse(422, { file: 'The file could not be read.' }));
    await choose(user);
    await screen.findByText('The file could not be read. The sheet is as it was.');
    screen.getByText(/^1 row/);
  });
});

describe('F8', () => {
  it('goes to the next problem, and from the last one to the first', async () => {
    const { user } = await showSheet();
    paste(['Bo', 'Ann Lee', 'Cy'].map((wearer) => `${wearer}\tShirt\t\t\t\t1`).join('\n'));
    await screen.findByText('2 rows of 3 need a decision.');
    await user.keyboard('{F8}');
    expect(document.activeElement).toBe(field('Wearer, row 3'));
    await user.keyboard('{F8}');
    expect(document.activeElement).toBe(field('Wearer, row 1'));
  });
});
