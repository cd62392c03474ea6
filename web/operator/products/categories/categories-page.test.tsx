import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { CategoriesPage } from './categories-page.tsx';
import { describeMerge, type KeptCategory } from './category-nodes.ts';

const api = useStubbedApi();

const category = (
  id: number,
  name: string,
  parentId: number | null,
  position: number,
  more: Partial<KeptCategory> = {},
): KeptCategory => ({
  id,
  name,
  formattedName: parentId === null ? name : `Workwear >> ${name}`,
  parentId,
  level: parentId === null ? 0 : 1,
  position,
  products: 3,
  productsWithBelow: 3,
  unspsc: null,
  inheritedUnspsc: null,
  version: 5,
  refusal: null,
  ...more,
});
const TREE = [
  category(1, 'Workwear', null, 0, { products: 0, productsWithBelow: 9, unspsc: '53102700' }),
  category(2, 'Trousers', 1, 0, { inheritedUnspsc: '53102700' }),
  category(3, 'Jackets', 1, 1, {
    refusal: 'Organisations of brands that you do not work for buy products of this category too.',
  }),
  category(4, 'Coveralls', 1, 2),
  category(5, 'Spare', null, 1, { products: 0, productsWithBelow: 0 }),
];

function show(rights: OperatorRight[] = ['catalogue']) {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights } });
  api.on('GET /api/operator/categories', { categories: TREE });
  api.on('PUT /api/operator/categories/:id/place', { category: TREE[1] });
  api.on('PUT /api/operator/categories/:id', { category: { ...TREE[1], version: 6 } });
  api.on('POST /api/operator/categories', { category: TREE[4] });
  api.on('POST /api/operator/categories/:id/merge', { category: TREE[3] });
  api.on('GET /api/operator/categories/:id/merge', { products: 3, alreadyThere: 1, children: 0, problem: null });
  api.on('DELETE /api/operator/categories/:id', {});
  return renderPage(<CategoriesPage />, { path: '/operator/products/categories', isOperator: true });
}
const moves = () =>
  api.requests('PUT /api/operator/categories/:id/place').map(({ params, body }) => ({ ...params, ...(body as object) }));
const handle = (name: string) => screen.findByRole('button', { name: `Move ${name}. Use the arrow keys.` });
const button = (name: string) => screen.findByRole('button', { name });

it('moves a category up, down, in and out with the arrow keys, and keeps the focus on its handle', async () => {
  const { user } = show();
  for (const [name, key] of [
    ['Coveralls', '{ArrowUp}'],
    ['Trousers', '{ArrowDown}'],
    ['Coveralls', '{ArrowRight}'],
    ['Trousers', '{ArrowLeft}'],
  ] as const) {
    const before = moves().length;
    const loads = api.requests('GET /api/operator/categories').length;
    const grip = await handle(name);
    grip.focus();
    await user.keyboard(key);
    await waitFor(() => expect(moves()).toHaveLength(before + 1));
    await waitFor(async () => expect(document.activeElement).toBe(await handle(name)));
    await waitFor(() => expect(api.requests('GET /api/operator/categories').length).toBeGreaterThan(loads));
  }
  expect(moves()).toMatchObject([
    { parentId: 1, position: 1, version: 5 },
    { parentId: 1, position: 1, version: 5 },
    { parentId: 3, position: 0 },
    { parentId: null, position: 1 },
  ]);
  // The first of its level goes no further in, and one at the top no further out.
  (await handle('Workwear')).focus();
  await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowUp}');
  expect(moves()).toHaveLength(4);
});

it('shows numbers, codes and those of above, and what cannot be changed', async () => {
  const { user } = show();
  const list = within(await screen.findByRole('list', { name: 'Categories' }));
  expect(list.getByRole('link', { name: '9 products in Workwear' }).getAttribute('href')).toBe('/operator/products?category=1');
  expect(list.getAllByText('53102700').map(({ dataset }) => dataset.inherited)).toEqual([undefined, 'true']);
  expect(screen.queryByRole('button', { name: /Move Jackets/ })).toBeNull();
  await user.click(await button('Jackets'));
  await screen.findByText(/brands that you do not work for/);
  expect(screen.queryByRole('button', { name: 'Save category' })).toBeNull();
});

it('saves name, code and place together, each with the version that it is based on', async () => {
  const { user } = show();
  await user.click(await button('Trousers'));
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Work trousers');
  await user.type(screen.getByLabelText('UNSPSC'), '531');
  await user.click(await button('Save category'));
  await screen.findByText('Enter 8 digits');
  await user.type(screen.getByLabelText('UNSPSC'), '01500');
  await user.selectOptions(screen.getByLabelText('Below'), 'Spare');
  await user.click(await button('Save category'));
  await waitFor(() => expect(api.requests('PUT /api/operator/categories/:id')).toHaveLength(1));
  expect(moves()).toMatchObject([{ parentId: 5, position: 0, version: 5 }]);
  expect(api.requests('PUT /api/operator/categories/:id')[0]?.body).toEqual({
    name: 'Work trousers',
    unspsc: '53101500',
    version: 5,
  });
});

it('says what merging moves before it is done, and deletes only what is empty', async () => {
  const { user } = show();
  await user.click(await button('Trousers'));
  expect(((await button('Delete category')) as HTMLButtonElement).disabled).toBe(true);
  await user.click(await button('Merge into another'));
  const merge = (await button('Merge categories')) as HTMLButtonElement;
  expect(merge.disabled).toBe(true);
  await user.selectOptions(await screen.findByLabelText('Merge Trousers into'), 'Workwear › Coveralls');
  await screen.findByText(/3 products move to Coveralls; 1 of them is in it already/);
  await user.click(await button('Merge categories'));
  await waitFor(() =>
    expect(api.requests('POST /api/operator/categories/:id/merge')[0]?.body).toEqual({ intoId: 4, version: 5 }),
  );
  await user.click(await button('Spare'));
  await user.click(await button('Delete category'));
  await screen.findByText(/Delete Spare\?/);
  await user.click(await button('Delete category'));
  await waitFor(() => expect(api.requests('DELETE /api/operator/categories/:id')).toHaveLength(1));
});

it('adds a category below another one', async () => {
  const { user } = show();
  await user.click(await button('Add a category below Workwear'));
  await user.type(await screen.findByLabelText('Name'), 'Gloves');
  expect(screen.getByLabelText('UNSPSC').getAttribute('placeholder')).toBe('53102700');
  api.on('POST /api/operator/categories', refuse(422, { name: ['There is a category called Gloves here already.'] }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add category' }));
  await dialog.findByText('There is a category called Gloves here already.');
  expect(api.requests('POST /api/operator/categories')[0]?.body).toEqual({ name: 'Gloves', parentId: 1, unspsc: null });
});

it('shows operators who may not change categories the tree alone', async () => {
  show(['customerService']);
  await screen.findByText('Trousers');
  expect(within(screen.getByRole('list', { name: 'Categories' })).queryAllByRole('button')).toEqual([]);
});

it.each([
  [{ products: 0, alreadyThere: 0, children: 0 }, /^A has no products\. A is deleted\./],
  [{ products: 1, alreadyThere: 0, children: 2 }, /^1 product moves to B\. 2 categories move below it\./],
  [
    { products: 1200, alreadyThere: 3, children: 1 },
    /^1,200 products move to B; 3 of them are in it already\. 1 category moves below it\./,
  ],
])('describes merging %j', (counted, text) => expect(describeMerge(counted, 'A', 'B')).toMatch(text));
