import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage, WIDE } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { someDesignOptions } from '../customisation/builders.ts';
import type { AdhocProduct } from '../products/catalogue-types.ts';
import { AdhocOrderPage } from './adhoc-order-page.tsx';

const api = useStubbedApi();
const ADD = 'POST /api/shopping_cart_items/multiple';
const LIST = 'GET /api/organisation/getadhocproductlist';

const SIZES = ['S', 'M', 'L'];
let firstId = 100;

/** Products with ids of their own: what is typed for one outlives its page. Each has three sizes at £10, ten of each in stock. */
function createProducts(...names: string[]): PartsOf<AdhocProduct>[] {
  firstId += 100;
  return names.map((name, index) => {
    const id = firstId + index;
    return {
      id,
      name,
      sku: `SKU-${name.toUpperCase()}`,
      price: 10,
      priceFrom: null,
      callForPrice: false,
      isMadeToOrder: false,
      disableBuyButton: false,
      stockStatus: 'InStock',
      orderMinimumQuantity: 1,
      orderMaximumQuantity: 100,
      allowedQuantities: [],
      attributes: [
        {
          id: 2,
          productAttributeName: 'Size',
          role: 'size',
          attributeValues: SIZES.map((size, at) => ({ id: 21 + at, name: size })),
        },
      ],
      productAttributeCombinations: SIZES.map((size, at) => ({
        id: id * 10 + at,
        attributes: [{ id: 2, valueId: 21 + at, value: size }],
        sku: `${name}-${size}`,
        price: 10,
        stockStatus: 'InStock',
        stockQuantity: 10,
        allowOutOfStockOrders: false,
      })),
    };
  });
}

const BUYER = { roles: ['OrganisationBuyer'], permissions: ['AllowAdhocOrder'], pricesVisible: true } as const;

beforeEach(() => {
  // There is no layout: rows are drawn only as far as a height has room for them.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  api.on('GET /api/organisationbusinessareas', {
    organisationBusinessAreas: [
      { id: 3, name: 'Kitchen' },
      { id: 4, name: 'Front desk' },
    ],
  });
  api.on('GET /api/organisationcollection', {
    organisationCollections: [
      { id: 7, name: 'Chefs', childCollections: [{ id: 8, name: 'Chefs, women’s', childCollections: [] }] },
    ],
  });
  api.on('POST /api/product/getbuynowtotals', ({ body }) => {
    const goods = body.items.reduce((sum, { quantity }) => sum + 10 * (quantity ?? 0), 0);
    const setUp = body.items.some(({ customisations }) => customisations) ? 12 : 0;
    return { totals: { subTotal: goods, total: goods + setUp, tax: 0, items: [] } };
  });
  api.on('GET /api/products/customisationbuilder/:id', {});
  api.on('GET /api/bodyme/tokenv3', refuse(404, { customer: 'No one has been measured.' }));
  api.on('GET /api/keptsizes', { keptSizes: [] });
  api.on('GET /api/shopping_cart_items', {});
});

async function open(products: PartsOf<AdhocProduct>[], { width = WIDE, caller = {} }: { width?: number; caller?: object } = {}) {
  api.on(LIST, { products });
  const page = renderPage(<AdhocOrderPage />, { width, path: '/index/adhoc-order', caller: { ...BUYER, ...caller } });
  await screen.findByText(/^(no|\d+) products?$/i);
  return page;
}

const head = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
const field = (product: string, size: string) =>
  within(screen.getByRole('region', { name: `Quantities of ${product}` })).getByRole<HTMLInputElement>('textbox', {
    name: new RegExp(`^${size}\\b`),
  });
const summary = () => within(screen.getByRole('region', { name: 'To add to your cart' }));

describe('the keyboard', () => {
  it('fills in several products and adds all of them at once', async () => {
    const products = createProducts('Apron', 'Polo', 'Tunic');
    const { user } = await open(products);
    api.on(ADD, {});

    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(head('Apron'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(field('Apron', 'S')));
    await user.keyboard('2{ArrowRight}3{Escape}');
    expect(document.activeElement).toBe(head('Apron'));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(field('Tunic', 'S')));
    await user.keyboard('4');
    await waitFor(() => expect(summary().getByRole('status').textContent).toBe('9 pieces of 2 products · £90.00 incl. tax'));

    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(field('Tunic', 'S').value).toBe(''));
    expect(field('Apron', 'S').value).toBe('');
    expect(api.requests(ADD).map(({ body }) => body.items)).toEqual([
      [
        { productId: products[0]?.id, combinationId: firstId * 10, quantity: 2, source: 'adhoc' },
        { productId: products[0]?.id, combinationId: firstId * 10 + 1, quantity: 3, source: 'adhoc' },
        { productId: products[2]?.id, combinationId: (firstId + 2) * 10, quantity: 4, source: 'adhoc' },
      ],
    ]);
    await screen.findByText('Added to your cart: 9 pieces of 2 products');
  });

  it('personalises all pieces of a product, with what that costs', async () => {
    const [product, other] = createProducts('Apron', 'Polo');
    const { user } = await open([product ?? {}, other ?? {}]);
    api.on('GET /api/products/customisationbuilder/:id', ({ params }) =>
      params.id === String(product?.id) ? { customisationBuilder: { ...someDesignOptions(), productId: product?.id ?? 0 } } : {},
    );
    api.on('GET /api/customisations', {});
    api.on('GET /api/organisations/settings', {});
    api.on(ADD, {});
    await user.click(head('Apron'));
    await user.click(head('Polo'));
    await user.type(field('Apron', 'S'), '2');
    await user.type(field('Polo', 'S'), '1');
    await user.click(await screen.findByRole('button', { name: 'Personalise' }));
    await user.click(await screen.findByRole('button', { name: 'Add at left chest' }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(api.requests(ADD)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use these designs' }));
    await waitFor(() =>
      expect(summary().getByRole('status').textContent).toBe(
        '3 pieces of 2 products · £42.00 incl. tax, £12.00 of it for set-up, once per order',
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Add 3 pieces' }));
    await waitFor(() =>
      expect(api.requests(ADD)[0]?.body.items.map(({ customisations }) => customisations)).toEqual([
        [{ productId: product?.id, methodId: 10, positionId: 1, logoId: 5 }],
        undefined,
      ]),
    );
    // What comes next begins without them.
    await screen.findByText('Add a logo or a name.');
  });

  it('closes a product with Escape, and stops at both ends', async () => {
    const { user } = await open(createProducts('Apron', 'Polo'));
    await user.click(head('Apron'));
    expect(head('Apron').getAttribute('aria-expanded')).toBe('true');
    head('Apron').focus();
    await user.keyboard('{Escape}{ArrowUp}');
    expect(document.activeElement).toBe(head('Apron'));
    expect(head('Apron').getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{End}{ArrowDown}');
    expect(document.activeElement).toBe(head('Polo'));
  });
});

describe('what is typed', () => {
  it('that the server refuses is marked in its cell, and stays', async () => {
    const { user } = await open(createProducts('Apron', 'Polo'));
    api.on(ADD, refuse(400, { 'items[1]': 'Only 1 is left.' }));
    await user.click(head('Apron'));
    await user.click(head('Polo'));
    await user.type(field('Apron', 'S'), '2');
    await user.type(field('Polo', 'M'), '3');
    await user.click(await screen.findByRole('button', { name: 'Add 5 pieces' }));
    await screen.findByRole('textbox', { name: 'M: Only 1 is left.' });
    expect([field('Apron', 'S').value, field('Polo', 'M').value]).toEqual(['2', '3']);
    await summary().findByRole('button', { name: 'Polo, M' });
  });

  it('beyond one request is sent in parts; when a later one is refused, exactly the first is gone from the list', async () => {
    const [product] = createProducts('Glove');
    const many = Array.from({ length: 201 }, (_, at) => ({
      ...product?.productAttributeCombinations?.[0],
      id: firstId * 1000 + at,
    }));
    const sizes = many.map((_, at) => ({ id: 1000 + at, name: `Size ${at}` }));
    const glove = {
      ...product,
      attributes: [{ id: 2, productAttributeName: 'Size', role: 'size' as const, attributeValues: sizes }],
      productAttributeCombinations: many.map((one, at) => ({
        ...one,
        attributes: [{ id: 2, valueId: 1000 + at, value: `Size ${at}` }],
      })),
    };
    const { user } = await open([glove]);
    let calls = 0;
    api.on(ADD, () => {
      calls += 1;
      return calls === 1 ? {} : refuse(400, { 'items[0]': 'Out of stock.' });
    });
    await user.click(head('Glove'));
    await user.click(field('Glove', 'Size 0'));
    await user.paste(Array.from({ length: 201 }, () => '1').join('\t'));
    await user.click(await screen.findByRole('button', { name: 'Add 201 pieces' }));
    const text = /^200 of 201 lines were added to your cart: 200 pieces of 1 product\. The rest were not: /;
    expect((await summary().findByText(text)).textContent).toContain('Out of stock.');
    expect(field('Glove', 'Size 0').value).toBe('');
    await screen.findByRole('textbox', { name: 'Size 200: Out of stock.' });
    expect(api.requests(ADD).map(({ body }) => body.items.length)).toEqual([200, 1]);
  });

  it('that cannot be ordered leads to its cell, though the search hides it', async () => {
    const { user } = await open(createProducts('Apron', 'Polo'));
    await user.click(head('Polo'));
    await user.type(field('Polo', 'L'), '11');
    await user.type(screen.getByRole('searchbox'), 'apron');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Polo SKU/ })).toBeNull());
    await summary().findByText('Includes 1 product not shown in the list.');
    await user.click(summary().getByRole('button', { name: 'Polo, L' }));
    await waitFor(() => expect(document.activeElement).toBe(field('Polo', 'L')));
    expect(screen.getByRole('button', { name: 'Add 11 pieces' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('stays when the page is left, and comes back after Clear and Undo', async () => {
    const products = createProducts('Apron', 'Polo');
    const { user, unmount } = await open(products);
    await user.click(head('Apron'));
    await user.type(field('Apron', 'S'), '2');
    unmount();

    const again = await open(products);
    await summary().findByText('2 pieces');
    await again.user.click(await summary().findByRole('button', { name: 'Clear' }));
    await summary().findByText('No pieces');
    await again.user.click(screen.getByRole('button', { name: 'Undo' }));
    await summary().findByText('2 pieces');
  });
});

describe('the choice', () => {
  it('is remembered for the person, and shown with the variants of wardrobes', async () => {
    api.on('PUT /api/customers/:id', {});
    const { user } = await open(createProducts('Apron'), {
      caller: { adhocSelectedBusinessAreaId: 4, adhocSelectedCollectionId: 99 },
    });
    // A wardrobe that is gone is not asked for.
    expect(api.requests(LIST).map(({ query }) => query)).toEqual([{ businessAreaId: '4', collectionId: '0' }]);
    await user.selectOptions(screen.getByLabelText('Wardrobe'), '8');
    await waitFor(() => expect(api.requests(LIST).at(-1)?.query).toEqual({ businessAreaId: '4', collectionId: '8' }));
    expect(api.requests('PUT /api/customers/:id').map(({ params, body }) => [params, body])).toEqual([
      [{ id: '1' }, { customer: { adhocSelectedBusinessAreaId: 4, adhocSelectedCollectionId: 8 } }],
    ]);
  });

  it('is not remembered while ordering for someone else', async () => {
    api.on('PUT /api/customers/:id', {});
    const { user } = await open(createProducts('Apron'), { caller: { impersonatedCustomer: { id: 2, ...BUYER } } });
    await user.selectOptions(screen.getByLabelText('Business area'), '3');
    await waitFor(() => expect(api.requests(LIST).at(-1)?.query).toEqual({ businessAreaId: '3', collectionId: '0' }));
    expect(api.requests('PUT /api/customers/:id')).toEqual([]);
  });

  it('offers one’s own wardrobes alone where ordering is limited to them', async () => {
    await open(createProducts('Apron'), { caller: { limitAdhocToCustomerCollection: true } });
    expect(api.requests('GET /api/organisationcollection')[0]?.query).toEqual({ restrictToCustomer: 'true' });
    screen.getByRole('option', { name: 'All your wardrobes' });
  });

  it('without products leads to all of them', async () => {
    api.on('PUT /api/customers/:id', {});
    const { user } = await open([], { caller: { adhocSelectedCollectionId: 7 } });
    await user.click(screen.getByRole('button', { name: 'Show all products' }));
    await waitFor(() => expect(api.requests(LIST).at(-1)?.query).toEqual({ businessAreaId: '0', collectionId: '0' }));
    await screen.findByText('No products yet');
  });
});

describe('whom it is for', () => {
  it('is the site, or one of the people who are found by name', async () => {
    const { user } = await open(createProducts('Apron'));
    api.on('GET /api/customers', {
      customers: [
        { id: 41, firstName: 'Ana', lastName: 'Sousa', employeeNumber: 'MR1', active: true },
        { id: 42, firstName: 'Ana', lastName: 'Sousa', employeeNumber: 'MR2', active: true },
      ],
    });
    api.on(ADD, {});
    await user.click(head('Apron'));
    await user.type(field('Apron', 'M'), '1');
    await user.click(screen.getByRole('combobox', { name: 'For' }));
    await user.click(await screen.findByRole('option', { name: 'Ana Sousa · MR2' }));
    await user.click(await screen.findByRole('button', { name: 'Add 1 piece for Ana Sousa' }));
    await screen.findByText('Added to your cart: 1 × Apron, for Ana Sousa');
    expect(api.requests(ADD)[0]?.body.items[0]).toMatchObject({ quantity: 1, customerId: 42 });

    const whom = screen.getByRole('combobox', { name: 'For' }) as HTMLInputElement;
    await user.click(whom);
    await user.keyboard('ana');
    expect(whom.value).toBe('ana');
    await user.click(await screen.findByRole('option', { name: 'Ana Sousa · MR2' }));
    expect(whom.value).toBe('Ana Sousa · MR2');

    await user.click(whom);
    await user.click(await screen.findByRole('option', { name: 'The site' }));
    await user.type(field('Apron', 'M'), '2');
    await user.click(await screen.findByRole('button', { name: 'Add 2 pieces' }));
    await waitFor(() => expect(api.requests(ADD)).toHaveLength(2));
    expect(api.requests(ADD)[1]?.body.items[0]).not.toHaveProperty('customerId');
  });

  it('is not asked of people who order for themselves', async () => {
    await open(createProducts('Apron'), { caller: { roles: ['OrganisationStaff'] } });
    expect(screen.queryByRole('combobox', { name: 'For' })).toBeNull();
  });
});

it('shows no amounts to people from whom prices are hidden', async () => {
  api.on('POST /api/product/getbuynowtotals', { totals: { subTotal: null, items: [] } });
  const [apron] = createProducts('Apron');
  const hidden = {
    ...apron,
    price: null,
    productAttributeCombinations: apron?.productAttributeCombinations?.map((one) => ({ ...one, price: null })) ?? [],
  };
  const { user } = await open([hidden], { caller: { pricesVisible: false } });
  await user.click(head('Apron'));
  await user.type(field('Apron', 'M'), '2');
  await waitFor(() => expect(api.requests('POST /api/product/getbuynowtotals')).toHaveLength(1));
  expect(summary().getByRole('status').textContent).toBe('2 pieces of 1 product');
  expect(document.body.textContent).not.toMatch(/£|request/);
});

it('says in the field what the server would refuse, before anything is added', async () => {
  api.on('POST /api/product/getbuynowtotals', ({ body }) => ({
    totals: {
      subTotal: 0,
      items: body.items.map(({ combinationId, quantity }) => ({
        combinationId,
        quantity,
        warnings: ['Only 1 is left since a moment.'],
      })),
    },
  }));
  const { user } = await open(createProducts('Apron'));
  await user.click(head('Apron'));
  await user.type(field('Apron', 'M'), '2');
  await waitFor(() => expect(field('Apron', 'M').getAttribute('aria-label')).toMatch(/Only 1 is left since a moment\./));
  expect(screen.getByRole('button', { name: 'Add 2 pieces' }).getAttribute('aria-disabled')).toBe('true');
});

it('fetches the sizes of a product when it is opened, where the list is too long to contain them', async () => {
  const [polo] = createProducts('Polo');
  const { user } = await open([{ ...polo, productAttributeCombinations: [] }]);
  api.on('GET /api/product/getbuynowcombinations', {
    product: { id: polo?.id ?? 0 },
    combinations: polo?.productAttributeCombinations ?? [],
  });
  await user.click(head('Polo'));
  await user.type(await screen.findByRole('textbox', { name: /^M\b/ }), '3');
  await summary().findByText('3 pieces');
  expect(api.requests('GET /api/product/getbuynowcombinations')[0]?.query).toEqual({ id: String(polo?.id), context: 'adhoc' });
});

it('finds products by name and by the SKU of a size', async () => {
  const { user } = await open(createProducts('Apron', 'Polo'));
  await user.type(screen.getByRole('searchbox'), 'polo-m');
  await screen.findByText('1 product');
  expect(screen.queryByRole('button', { name: /^Apron/ })).toBeNull();
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'hat');
  await screen.findByText('No product in this list matches “hat”.');
});

it('says why a product cannot be ordered instead of a grid', async () => {
  const [suit] = createProducts('Suit');
  const { user } = await open([{ ...suit, callForPrice: true, price: null }]);
  await user.click(head('Suit'));
  await screen.findByText(/Its price is on request\./);
  const link = screen.getByRole('link', { name: 'Ask for a price' });
  expect(link.getAttribute('href')).toBe(`/index/quotes/new?productId=${suit?.id}`);
});

it('shows one colour at a time on a phone, and is added with one button', async () => {
  const { user } = await open(createProducts('Apron'), { width: NARROW });
  await user.click(head('Apron'));
  await user.click((await screen.findAllByRole('button', { name: /^More: / }))[0] as HTMLElement);
  await screen.findByRole('button', { name: 'Add 1 piece' });
  expect(screen.queryByRole('grid')).toBeNull();
});
