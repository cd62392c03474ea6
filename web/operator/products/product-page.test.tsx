import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { KeptProduct } from './product-labels.ts';
import { OperatorProductPage } from './product-page.tsx';

const api = useStubbedApi();

const combination = (id: number, valueIds: number[], more: object = {}) => ({
  id,
  valueIds,
  description: '',
  sku: `FSD-${id}`,
  gtin: null,
  price: 28.4,
  onHand: id,
  reserved: 0,
  discontinued: false,
  ownPrice: null,
  version: 1,
  ...more,
});

const FLEECE: KeptProduct = {
  id: 7,
  name: 'Fellside fleece',
  sku: 'FSD',
  handle: 'fellside-fleece',
  state: 'published',
  successor: null,
  shortDescription: 'Warm.',
  fullDescription: '<p>Warm &amp; light.</p><p>Recycled.</p>',
  categoryIds: [2],
  optionIds: [],
  price: 28.4,
  orderMinimumQuantity: 1,
  orderMaximumQuantity: 100,
  allowedQuantities: [],
  leadTimeDays: null,
  isMadeToOrder: false,
  managesStock: true,
  backorderModeId: 0,
  wearLifeMonths: null,
  sizeGuideId: null,
  sizeGuideName: null,
  unspsc: null,
  categoryUnspsc: '53101802',
  unitOfMeasure: 'piece',
  taxClass: 'standard' as const,
  isTaxExempt: false,
  callForPrice: false,
  version: 3,
  refusal: null,
  madeFor: null,
  clients: [{ id: 1, name: 'Meridian Resorts' }],
  otherClients: 2,
  openOrders: 4,
  wardrobes: 11,
  images: [],
  attributes: [
    {
      id: 1,
      name: 'Colour',
      role: 'colour',
      values: [
        { id: 11, name: 'Teal', colorSquaresRgb: null, priceAdjustment: 0 },
        { id: 12, name: 'Navy', colorSquaresRgb: null, priceAdjustment: 0 },
      ],
    },
    {
      id: 2,
      name: 'Size',
      role: 'size',
      values: [
        { id: 21, name: 'S', colorSquaresRgb: null, priceAdjustment: 0 },
        { id: 22, name: 'M', colorSquaresRgb: null, priceAdjustment: 0 },
      ],
    },
  ],
  combinations: [combination(31, [11, 21], { discontinued: true }), combination(32, [11, 22]), combination(33, [12, 22])],
  createdOnUtc: '2026-01-01T00:00:00Z',
  updatedOnUtc: '2026-01-01T00:00:00Z',
};

function show(product: Partial<KeptProduct> = {}, rights: OperatorRight[] = ['catalogue']) {
  const saved = { ...FLEECE, ...product };
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights } });
  api.on('GET /api/operator/products/:id', { product: saved });
  api.on('GET /api/operator/products/:id/history', { history: [], totalCount: 0 });
  api.on('GET /api/operator/products', { products: [], totalCount: 0 });
  api.on('GET /api/operator/sizeguides', { sizeGuides: [{ id: 5, name: 'Fleeces' }] });
  api.on('GET /api/operator/products/choices', {
    categories: [{ id: 2, name: 'Fleeces', formattedName: 'Workwear >> Fleeces' }],
    specifications: [{ id: 1, name: 'Fabric', options: [{ id: 4, name: 'Wool' }] }],
  });
  let version = saved.version;
  api.on('PUT /api/operator/products/:id', ({ body }) => {
    version += 1;
    return { product: { ...saved, ...(body as object), version } as never };
  });
  return renderPage(<OperatorProductPage />, { path: '/operator/products/7', route: '/operator/products/:id', isOperator: true });
}

const puts = () => api.requests('PUT /api/operator/products/:id').map(({ body }) => body);

it('shows combinations by colour and size, names its own clients and counts the others', async () => {
  show();
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Colour', 'S', 'M']);
  const [, teal] = table.getAllByRole('row');
  expect(
    within(teal as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['28.4031discontinued', '28.4032']);
  await screen.findByText('Meridian Resorts');
  expect(screen.getByText('And of 2 clients of other brands')).toBeTruthy();
  expect((screen.getByLabelText('Full description') as HTMLTextAreaElement).value).toBe('Warm & light.\n\nRecycled.');
  expect(screen.getByLabelText('UNSPSC').getAttribute('placeholder')).toBe('53101802');
});

it('saves only what was changed, with the version, and undoes it with the former values', async () => {
  const { user } = show();
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Fellside jacket');
  await user.selectOptions(await screen.findByLabelText('Size guide'), 'Fleeces');
  await user.click(screen.getByRole('button', { name: 'Save 2 changes' }));
  await user.click(await screen.findByRole('button', { name: 'Undo last save' }));
  await waitFor(() => expect(puts()).toHaveLength(2));
  expect(puts()).toEqual([
    { name: 'Fellside jacket', sizeGuideId: 5, version: 3 },
    { name: 'Fellside fleece', sizeGuideId: null, version: 4 },
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo last save' })).toBeNull());
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Fellside fleece');
});

it('says what discontinuing means before it is saved, and sends the successor with it', async () => {
  const { user } = show();
  api.on('GET /api/operator/products', { products: [{ id: 8, name: 'Fellside II', sku: 'FS2' }], totalCount: 1 });
  await user.selectOptions(await screen.findByLabelText('Status'), 'Discontinued');
  await screen.findByText(/4 open orders, which are still sent\. It is in 11 wardrobes/);
  await user.selectOptions(
    await screen.findByLabelText('Replaced by'),
    await screen.findByRole('option', { name: 'Fellside II · FS2' }),
  );
  api.on('GET /api/operator/products/:id', { product: FLEECE });
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(puts()).toEqual([{ state: 'discontinued', successorId: 8, version: 3 }]));
});

it.each<[string, Partial<KeptProduct>, OperatorRight[], string]>([
  [
    'of other brands',
    { refusal: 'Organisations of brands that you do not work for buy this product too.' },
    ['catalogue'],
    'Organisations of brands',
  ],
  ['by an operator without the right', {}, ['customerService'], 'Changing it takes the right “Catalogue”'],
])('can be read and not changed %s, and says why', async (_, product, rights, reason) => {
  show(product, rights);
  await screen.findByText(new RegExp(reason));
  expect((screen.getByLabelText('Name') as HTMLInputElement).readOnly).toBe(true);
  expect((screen.getByLabelText('Status') as HTMLSelectElement).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
});

it('does not send what cannot be saved, and shows a conflict with both values', async () => {
  const { user } = show();
  const code = await screen.findByLabelText('UNSPSC');
  await user.type(code, '5310');
  await user.click(screen.getByRole('button', { name: 'Save product' }));
  await screen.findByText('Enter 8 digits');
  expect(puts()).toEqual([]);
  await user.type(code, '2700');
  api.on('PUT /api/operator/products/:id', refuse(409, { product: 'UNSPSC: someone else has changed this in the meantime.' }));
  api.on('GET /api/operator/products/:id', { product: { ...FLEECE, unspsc: '53103000', version: 4 } });
  await user.click(screen.getByRole('button', { name: 'Save product' }));
  const alert = within(
    await screen.findByText(/Someone else has changed this/).then((text) => text.closest('[role="alert"]') as HTMLElement),
  );
  expect(alert.getByText('53103000')).toBeTruthy();
  await user.click(alert.getByRole('button', { name: 'Use saved value: UNSPSC' }));
  expect((code as HTMLInputElement).value).toBe('53103000');
});
