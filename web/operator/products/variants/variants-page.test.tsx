import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { KeptProduct } from '../product-labels.ts';
import { VariantsPage } from './variants-page.tsx';

const api = useStubbedApi();

const value = (id: number, name: string) => ({ id, name, colorSquaresRgb: null, priceAdjustment: 0 });
const combination = (id: number, valueIds: number[], more: object = {}) => ({
  id,
  valueIds,
  description: '',
  sku: `FSD-${id}`,
  gtin: null,
  price: 28.4,
  ownPrice: null,
  onHand: 0,
  reserved: 0,
  discontinued: false,
  version: id,
  ...more,
});

const storedProduct = {
  id: 7,
  name: 'Fellside fleece',
  sku: 'FSD',
  price: 28.4,
  version: 3,
  refusal: null,
  attributes: [
    { id: 1, name: 'Colour', role: 'colour', values: [value(11, 'Teal'), value(12, 'Navy')] },
    { id: 2, name: 'Size', role: 'size', values: [value(21, 'S'), value(22, 'M')] },
  ],
  combinations: [combination(31, [11, 21]), combination(32, [11, 22], { discontinued: true }), combination(33, [12, 22])],
};

/** From now on a save answers with this product. */
const answerSaves = (product: Partial<KeptProduct> = {}) =>
  api.on('PUT /api/operator/products/:id/combinations', { product: { ...storedProduct, ...product } } as never);

function show(product: Partial<KeptProduct> = {}, rights = ['catalogue']) {
  const saved = { ...storedProduct, ...product };
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights } } as never);
  api.on('GET /api/operator/products/:id', { product: saved } as never);
  answerSaves(product);
  return renderPage(<VariantsPage />, {
    path: '/operator/products/7/variants',
    route: '/operator/products/:id/variants',
    isOperator: true,
  });
}

const puts = () => api.requests('PUT /api/operator/products/:id/combinations').map(({ body }) => body);
/** The grid, when the rights of the operator are known. */
const grid = async () => {
  await screen.findByRole('button', { name: /^Save/ });
  return within(screen.getByRole('table'));
};

beforeEach(() => sessionStorage.clear());

it('changes a price, takes a variant off sale, and sends only these with their versions', async () => {
  const { user } = show();
  await user.type((await grid()).getByRole('textbox', { name: 'Teal, S' }), '29.5');
  await user.click(screen.getByRole('radio', { name: 'On sale' }));
  await user.click((await grid()).getByRole('checkbox', { name: 'Navy, M on sale' }));
  await user.click(screen.getByRole('button', { name: 'Save 2 variants' }));
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()).toEqual([
    {
      version: 3,
      combinations: [
        { id: 31, version: 31, sku: 'FSD-31', gtin: null, price: 29.5, discontinued: false },
        { id: 33, version: 33, sku: 'FSD-33', gtin: null, price: null, discontinued: true },
      ],
    },
  ]);
});

it('adds a size, and the variants that are missing, with SKUs by the pattern', async () => {
  const { user } = show();
  await grid();
  // Attributes are chosen before there are combinations.
  expect(screen.queryByText('Another choice')).toBeNull();
  const sizes = within(await screen.findByRole('region', { name: 'Size' }));
  await user.type(sizes.getByRole('textbox', { name: 'Add to size' }), 'L, s{Enter}');
  await user.click(screen.getByRole('button', { name: 'Add 3 missing variants' }));
  await user.click(screen.getByRole('button', { name: 'Save 3 variants' }));
  await waitFor(() => expect(puts()).toHaveLength(1));
  const [body] = puts();
  expect(body?.attributes?.[1]?.values.map(({ id, name }) => [id, name])).toEqual([
    [21, 'S'],
    [22, 'M'],
    [undefined, 'L'],
  ]);
  expect(body?.combinations?.map(({ values, sku }) => [values, sku])).toEqual([
    [['Teal', 'L'], 'FSD-TEAL-L'],
    [['Navy', 'S'], 'FSD-NAVY-S'],
    [['Navy', 'L'], 'FSD-NAVY-L'],
  ]);
});

it('moves with the arrow keys and takes a block from a spreadsheet', async () => {
  const { user } = show();
  const first = (await grid()).getByRole<HTMLInputElement>('textbox', { name: 'Teal, S' });
  await user.click(first);
  await user.paste('30.00\t31.00\r\n32.00\t33.00\r\n');
  expect(first.value).toBe('30.00');
  expect((await grid()).getByRole<HTMLInputElement>('textbox', { name: 'Navy, M' }).value).toBe('33.00');
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Teal, M');
  await user.keyboard('{Enter}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Navy, M');
});

it('says what is wrong in its cell, and keeps what was typed', async () => {
  const { user } = show();
  api.on('PUT /api/operator/products/:id/combinations', refuse(422, { 'combinations[0].sku': 'Another product has this SKU.' }));
  const price = (await grid()).getByRole('textbox', { name: 'Teal, S' });
  await user.type(price, 'cheap');
  await screen.findByText(/FSD-31, price: Please enter an amount/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save 1 variant' }).disabled).toBe(true);
  await user.clear(price);
  await user.click(screen.getByRole('radio', { name: 'SKU' }));
  const sku = (await grid()).getByRole<HTMLInputElement>('textbox', { name: 'Teal, S' });
  await user.clear(sku);
  await user.type(sku, 'TAKEN');
  await user.click(screen.getByRole('button', { name: 'Save 1 variant' }));
  await screen.findByText(/TAKEN, sku: Another product has this SKU/);
  expect(sku.getAttribute('aria-invalid')).toBe('true');
  expect(sku.value).toBe('TAKEN');
});

it('is read only for whoever may not change it', async () => {
  show({}, ['warehouse']);
  await screen.findByText(/To change them, you need the right “Catalogue”/);
  expect(screen.queryByRole('button', { name: /Save|Add/ })).toBeNull();
});

describe('undoing the last save', () => {
  const [teal, navy] = [value(11, 'Teal'), value(12, 'Navy')];
  const colours = (...values: object[]) => ({ id: 1, name: 'Colour', role: 'colour', values });
  const sizes = (...values: object[]) => ({ id: 2, name: 'Size', role: 'size', values });
  const undoButton = () => screen.findByRole('button', { name: 'Undo last save' });

  it('sends the former values with the versions that the save made, by key', async () => {
    const { user } = show();
    await user.type((await grid()).getByRole('textbox', { name: 'Teal, S' }), '29.5');
    await user.click(screen.getByRole('radio', { name: 'On sale' }));
    await user.click((await grid()).getByRole('checkbox', { name: 'Navy, M on sale' }));
    answerSaves({
      combinations: [
        combination(31, [11, 21], { ownPrice: 29.5, version: 41 }),
        combination(32, [11, 22], { discontinued: true }),
        combination(33, [12, 22], { discontinued: true, version: 42 }),
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Save 2 variants' }));
    (await undoButton()).focus();
    answerSaves();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()[1]).toEqual({
      version: 3,
      combinations: [
        { id: 31, version: 41, sku: 'FSD-31', gtin: null, price: null, discontinued: false },
        { id: 33, version: 42, sku: 'FSD-33', gtin: null, price: null, discontinued: false },
      ],
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo last save' })).toBeNull());
    await user.click(screen.getByRole('radio', { name: 'Price' }));
    expect((await grid()).getByRole<HTMLInputElement>('textbox', { name: 'Teal, S' }).value).toBe('');
    expect(screen.queryByText(/The last save was undone/)).toBeNull();
  });

  it('discontinues what is new and keeps its value, brings back a value that went, and says so', async () => {
    const { user } = show({ attributes: [colours(teal, navy), sizes(value(21, 'S'), value(22, 'M'), value(23, 'XS'))] as never });
    await grid();
    const region = within(screen.getByRole('region', { name: 'Size' }));
    await user.click(region.getByRole('button', { name: 'Remove XS' }));
    await user.type(region.getByRole('textbox', { name: 'Add to size' }), 'L, XL{Enter}');
    await user.click((await grid()).getByRole('button', { name: 'Add Teal, L' }));
    await user.clear(region.getByRole('textbox', { name: 'Surcharge of M' }));
    await user.type(region.getByRole('textbox', { name: 'Surcharge of M' }), '2');
    answerSaves({
      version: 8,
      attributes: [
        colours(teal, navy),
        sizes(value(21, 'S'), { ...value(22, 'M'), priceAdjustment: 2 }, value(24, 'L'), value(25, 'XL')),
      ] as never,
      combinations: [
        combination(31, [11, 21]),
        combination(33, [12, 22]),
        combination(34, [11, 24], { sku: 'FSD-TEAL-L', version: 50 }),
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Save 1 variant' }));
    await user.click(await undoButton());
    await screen.findByText(/1 new variant stays, off sale/);
    expect(puts()[1]).toMatchObject({
      version: 8,
      combinations: [{ id: 34, version: 50, discontinued: true }],
    });
    expect(puts()[1]?.attributes?.[1]?.values.map(({ id, name, priceAdjustment }) => [id, name, priceAdjustment])).toEqual([
      [21, 'S', 0],
      [22, 'M', 0],
      [undefined, 'XS', 0],
      [24, 'L', 0],
    ]);
  });

  it('is refused when someone else has changed the same, and waits for what is being typed', async () => {
    const { user } = show();
    await user.type((await grid()).getByRole('textbox', { name: 'Teal, S' }), '29.5');
    answerSaves({ combinations: [combination(31, [11, 21], { ownPrice: 29.5, version: 41 }), combination(33, [12, 22])] });
    await user.click(screen.getByRole('button', { name: 'Save 1 variant' }));
    const undo = await undoButton();
    await user.type((await grid()).getByRole('textbox', { name: 'Navy, M' }), '7');
    await user.click(undo);
    await screen.findByText(/Save or discard your changes first/);
    expect(puts()).toHaveLength(1);
    await user.clear((await grid()).getByRole('textbox', { name: 'Navy, M' }));
    api.on(
      'PUT /api/operator/products/:id/combinations',
      refuse(409, { product: 'FSD-31, Price: someone else has changed this in the meantime.' }),
    );
    await user.click(undo);
    await screen.findByText(/someone else has changed this in the meantime/);
    expect(puts()).toHaveLength(2);
    expect((await grid()).getByRole<HTMLInputElement>('textbox', { name: 'Teal, S' }).value).toBe('29.50');
  });
});

it('sorts the values of an attribute by key', async () => {
  const { user } = show();
  await grid();
  const sizes = within(screen.getByRole('region', { name: 'Size' }));
  sizes.getByRole('button', { name: 'Move S. Use the arrow keys.' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(sizes.getAllByRole('textbox', { name: /^Name/ }).map((input) => (input as HTMLInputElement).value)).toEqual(['M', 'S']);
  expect(sizes.getByText('S: position 2 of 2')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move S. Use the arrow keys.'));
  await user.click(screen.getByRole('button', { name: 'Save variants' }));
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]?.attributes?.[1]?.values.map(({ id }) => id)).toEqual([22, 21]);
  expect(puts()[0]?.combinations).toEqual([]);
});
