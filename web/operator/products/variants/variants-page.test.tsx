import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
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

function show(product: Partial<KeptProduct> = {}, rights = ['catalogue']) {
  const saved = {
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
    ...product,
  };
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights } } as never);
  api.on('GET /api/operator/products/:id', { product: saved } as never);
  api.on('PUT /api/operator/products/:id/combinations', { product: saved } as never);
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
  await screen.findByText(/Changing them takes the right “Catalogue”/);
  expect(screen.queryByRole('button', { name: /Save|Add/ })).toBeNull();
});
