import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
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
  marks: [{ standard: 'EN 343', detail: null }],
  careWash: '40',
  careBleach: null,
  careDry: null,
  careIron: null,
  careDryClean: null,
  careNote: null,
  relatedProducts: [
    { id: 8, name: 'Polo', sku: 'PL', state: 'published' },
    { id: 9, name: 'Cap', sku: 'CP', state: 'discontinued' },
  ],
  crossSellProducts: [],
  categoryIds: [2],
  optionIds: [],
  price: 28.4,
  orderMinimumQuantity: 1,
  orderMaximumQuantity: 100,
  allowedQuantities: [],
  leadTimeDays: null,
  isMadeToOrder: false,
  isMadeToMeasure: false,
  managesStock: true,
  backorderModeId: 0,
  wearLifeMonths: null,
  necessity: null,
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
  madeForId: null,
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

const MERIDIAN = {
  ...{ rangeId: 4, organisationId: 1, organisationName: 'Meridian Resorts', ownName: 'Crew fleece', organisationSku: 'MR-7' },
  ...{ published: true, overriddenPrice: 26.9, pricePercent: null, price: 26.9, priceHighest: null, currencyCode: 'GBP' },
  scheduled: [{ id: 3, state: 'coming' as const, startsOn: '2027-04-01', lastOn: null, price: 27.75, percent: null }],
  ...{ keepsOwnPrices: false, limitedTo: ['Engineers'], wardrobes: 11, carts: 1, openOrders: 2, version: 5 },
};
const PRICES = {
  ...{ productId: 7, name: 'Fellside fleece', sku: 'FSD', price: 28.4, priceSince: '2026-11-29', callForPrice: false },
  ...{ currencyCode: 'GBP', today: '2026-11-29', refusal: null, combinations: [], scheduled: [], tiers: [], roles: [] },
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
  api.on('GET /api/operator/products/:id/positions', {
    productPositions: {
      garment: null,
      isPossible: false,
      isRequired: false,
      methods: [],
      positions: [],
      cartLines: 0,
      version: 1,
    },
  });
  api.on('GET /api/operator/products/:id/clients', { clients: [MERIDIAN], otherClients: 2 });
  api.on('GET /api/operator/products/:id/prices', { productPrices: PRICES });
  let version = saved.version;
  api.on('PUT /api/operator/products/:id', ({ body }) => {
    version += 1;
    return { product: { ...saved, ...(body as object), version } as never };
  });
  return renderPage(<OperatorProductPage />, { path: '/operator/products/7', route: '/operator/products/:id', isOperator: true });
}

const section = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement);
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
  const clients = await section('Clients');
  await clients.findByText('Meridian Resorts');
  expect(clients.getByText('Crew fleece · MR-7')).toBeTruthy();
  expect(clients.getByText('Only for Engineers')).toBeTruthy();
  expect(clients.getByText('And 2 clients of other brands')).toBeTruthy();
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

it('adds, changes and removes marks, sets the care, and undoes both', async () => {
  const { user } = show();
  await user.type(await screen.findByLabelText('Class of EN 343'), ' 3.1 ');
  await user.click(screen.getByRole('button', { name: 'Add mark' }));
  await user.type(screen.getByLabelText('Class of mark 2'), 'Class 2');
  await user.selectOptions(screen.getByLabelText('Washing'), 'Wash at 60 °C');
  await user.selectOptions(screen.getByLabelText('Ironing'), 'Do not iron');
  await user.click(screen.getByRole('button', { name: 'Save 3 changes' }));
  await screen.findByText('Enter the standard of each class');
  await user.type(screen.getByLabelText('Standard 2'), 'EN ISO 20471');
  // A row that stays empty is none.
  await user.click(screen.getByRole('button', { name: 'Add mark' }));
  await user.click(screen.getByRole('button', { name: 'Save 3 changes' }));
  await user.click(await screen.findByRole('button', { name: 'Undo last save' }));
  await waitFor(() => expect(puts()).toHaveLength(2));
  expect(puts()).toEqual([
    {
      marks: [
        { standard: 'EN 343', detail: '3.1' },
        { standard: 'EN ISO 20471', detail: 'Class 2' },
      ],
      careWash: '60',
      careIron: 'no',
      version: 3,
    },
    { marks: [{ standard: 'EN 343', detail: null }], careWash: '40', careIron: null, version: 4 },
  ]);
});

it('finds, sorts and removes related products, and saves them with the product', async () => {
  const { user } = show();
  const related = within(await screen.findByRole('region', { name: 'Related products' }));
  related.getByRole('button', { name: 'Move Cap. Use the arrow keys.' }).focus();
  await user.keyboard('{ArrowUp}');
  api.on('GET /api/operator/products', {
    products: [
      { id: 7, name: 'Fellside fleece', sku: 'FSD', state: 'published' },
      { id: 9, name: 'Cap', sku: 'CP', state: 'published' },
      { id: 10, name: 'Capri', sku: 'CA', state: 'published' },
    ],
    totalCount: 3,
  });
  await user.type(related.getByLabelText('Add a related product'), 'cap{Enter}');
  const found = within(await related.findByRole('list', { name: 'Products found' }));
  await waitFor(() =>
    expect(found.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Add Capri']),
  );
  await user.click(found.getByRole('button', { name: 'Add Capri' }));
  await user.click(related.getByRole('button', { name: 'Remove Polo' }));
  await user.click(screen.getByRole('button', { name: 'Save product' }));
  await waitFor(() => expect(puts()).toEqual([{ relatedIds: [9, 10], version: 3 }]));
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
  ['by an operator without the right', {}, ['customerService'], 'To change it, you need the right “Catalogue”'],
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
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(screen.getByRole('button', { name: 'Save product' }));
  const alert = within(
    await screen.findByText(/Someone else has changed this/).then((text) => text.closest('[role="alert"]') as HTMLElement),
  );
  expect(alert.getByText('53103000')).toBeTruthy();
  // It stands above all sections, and the button below.
  expect(shown.mock.contexts.map((element) => (element as Element).textContent)).toContainEqual(
    expect.stringMatching(/^Someone else has changed this/),
  );
  await user.click(alert.getByRole('button', { name: 'Use saved value: UNSPSC' }));
  expect((code as HTMLInputElement).value).toBe('53103000');
});

it('shows the catalogue price and each client’s, today and from a day', async () => {
  show();
  const prices = await section('Prices');
  await prices.findByText('since today');
  await prices.findByText('from 1 Apr 2027');
  expect(prices.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Cataloguesince today£28.40',
    'Meridian Resorts£26.90',
    'Meridian Resortsfrom 1 Apr 2027£27.75',
  ]);
  expect(prices.getAllByRole('link', { name: 'Meridian Resorts' })[0]?.getAttribute('href')).toBe('/operator/prices/1');
});

it('changes what a client calls it, with the version, and takes it out of the range after saying what that means', async () => {
  const { user } = show();
  api.on('PUT /api/operator/organisations/:id/range/:productId', { client: MERIDIAN });
  api.on('DELETE /api/operator/organisations/:id/range/:productId', {});
  const open = async () => {
    await user.click(await (await section('Clients')).findByRole('button', { name: 'Change for Meridian Resorts' }));
    return within(await screen.findByRole('dialog', { name: 'Fellside fleece for Meridian Resorts' }));
  };
  let dialog = await open();
  await user.clear(dialog.getByLabelText('Own name'));
  await user.click(dialog.getByRole('checkbox', { name: /^Offered/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requests('PUT /api/operator/organisations/:id/range/:productId').map(({ body }) => body)).toEqual([
    { name: null, published: false, version: 5 },
  ]);
  dialog = await open();
  await user.click(dialog.getByRole('button', { name: 'Remove from range…' }));
  await dialog.findByText(
    /can no longer see or order it\. It is removed from 11 wardrobes, .* It is in 1 cart, .* 2 open orders with it are/,
  );
  expect(api.requests('DELETE /api/operator/organisations/:id/range/:productId')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Remove from range' }));
  await waitFor(() => expect(api.requests('DELETE /api/operator/organisations/:id/range/:productId')).toHaveLength(1));
});

it('is added to clients that do not have it, and says who was left alone', async () => {
  const { user } = show();
  api.on('GET /api/operator/organisations/choices', {
    organisations: [
      { id: 1, name: 'Meridian Resorts' },
      { id: 2, name: 'Hallam' },
    ],
    totalCount: 2,
  });
  api.on('POST /api/operator/products/:id/clients', { addition: { added: 1, present: 0, refusals: [] } });
  const add = (await section('Clients')).getByRole('button', { name: 'Add clients…' });
  await (await section('Clients')).findByText('Meridian Resorts');
  await user.click(add);
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    ((await dialog.findByRole('checkbox', { name: 'Meridian Resorts (already has it)' })) as HTMLInputElement).disabled,
  ).toBe(true);
  await user.click(dialog.getByRole('checkbox', { name: 'Hallam' }));
  await user.click(dialog.getByRole('button', { name: 'Add 1 client' }));
  await screen.findByText('1 client added.');
  expect(api.requests('POST /api/operator/products/:id/clients').map(({ body }) => body)).toEqual([
    { organisationIds: [2], published: true },
  ]);
});

it('is made for one client, or says why it cannot be', async () => {
  const { user } = show();
  api.on('GET /api/operator/organisations/choices', { organisations: [{ id: 2, name: 'Hallam' }], totalCount: 1 });
  const reason = 'Other clients have it in their range: Meridian Resorts. Remove it from their ranges first.';
  api.on('PUT /api/operator/products/:id/madefor', refuse(409, { madeForId: reason }));
  await user.click(await screen.findByRole('button', { name: 'Made for one client…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(await dialog.findByLabelText('Made for'), await dialog.findByRole('option', { name: 'Hallam' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(reason);
  api.on('PUT /api/operator/products/:id/madefor', { product: { ...FLEECE, madeFor: 'Hallam', madeForId: 2, version: 4 } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('It is made for Hallam now.');
  expect(api.requests('PUT /api/operator/products/:id/madefor').at(-1)?.body).toEqual({ madeForId: 2, version: 3 });
});

it('offers no change of ranges to someone who may only read, nor of products that are not on sale', async () => {
  show({}, ['customerService']);
  await (await section('Clients')).findByText('Meridian Resorts');
  expect(screen.queryByRole('button', { name: /^(Change for|Add clients|Made for)/ })).toBeNull();
});

it('is not added to ranges as a draft', async () => {
  show({ state: 'draft' });
  expect(((await screen.findByRole('button', { name: 'Add clients…' })) as HTMLButtonElement).disabled).toBe(true);
});
