import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Cart } from '#web/app/cart.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { CartPage } from './cart-page.tsx';

const api = useStubbedApi();

type Line = PartsOf<Cart['items'][number]>;

const POLO: Line = {
  productId: 5,
  combinationId: 51,
  productName: 'Pique polo',
  attributeDescription: 'Navy, M',
  quantity: 2,
  unitPrice: 10,
  unitPriceInclTax: 12,
  unitPriceExclTax: 10,
  subTotal: 20,
  subTotalInclTax: 24,
  subTotalExclTax: 20,
  orderMinimumQuantity: 1,
  orderMaximumQuantity: 100,
  isEditable: true,
};

let lastId = 30;
/** A line with an id of its own: changes that are not sent yet outlive the page. */
const createPolo = (parts: Line = {}): Line => {
  lastId += 1;
  return { ...POLO, id: lastId, ...parts };
};

const cartOf = (...items: Line[]): PartsOf<Cart> => ({
  items,
  totalQuantity: items.reduce((sum, { quantity = 0 }) => sum + quantity, 0),
  subTotal: items.reduce((sum, { subTotal }) => sum + (subTotal ?? 0), 0),
  subTotalInclTax: items.reduce((sum, { subTotalInclTax }) => sum + (subTotalInclTax ?? 0), 0),
  currencyCode: 'GBP',
  taxDisplayType: 10,
  canCheckout: items.length > 0 && items.every(({ warnings = [] }) => warnings.length === 0),
});

/** Shows a cart with these lines to a Buyer who sees prices. */
function showCart(...lines: Line[]) {
  api.on('GET /api/shopping_cart_items', cartOf(...lines));
  api.on('GET /api/credit', { credit: { currencyCode: 'GBP' } });
  return renderPage(<CartPage />, {
    path: '/index/cart',
    route: '/index/cart',
    caller: { pricesVisible: true, roles: ['OrganisationBuyer'] },
  });
}

describe('the quantity of a line', () => {
  it('counts at once, and is sent once when the person has stopped clicking', async () => {
    const polo = createPolo();
    const { user } = showCart(polo);
    api.on('PUT /api/shopping_cart_items/:id', ({ body: { shoppingCartItem } }) =>
      cartOf({ ...polo, quantity: shoppingCartItem.quantity ?? 0, subTotal: 39.5, subTotalInclTax: 47.4 }),
    );
    const more = await screen.findByRole('button', { name: 'More: Quantity of Pique polo, Navy, M' });
    await user.dblClick(more);
    expect(screen.getAllByText('£48.00')).not.toEqual([]);
    expect(api.requests('PUT /api/shopping_cart_items/:id')).toEqual([]);
    expect(await screen.findAllByText('£47.40')).not.toEqual([]);
    expect(api.requests('PUT /api/shopping_cart_items/:id').map(({ params, body }) => [params.id, body])).toEqual([
      [String(polo.id), { shoppingCartItem: { quantity: 4 } }],
    ]);
  });

  it('goes back to what it was when the server refuses it, and says why', async () => {
    const { user } = showCart(createPolo());
    api.on('PUT /api/shopping_cart_items/:id', refuse(400, { shoppingCartItem: 'Only 2 are in stock.' }));
    await user.click(await screen.findByRole('button', { name: /^More: / }));
    await screen.findByText('Only 2 are in stock. The quantity is still 2.');
    expect(screen.getByRole('textbox', { name: /^Quantity of Pique polo/ })).toHaveProperty('value', '2');
  });

  it('that is no number is marked, and not sent', async () => {
    const { user } = showCart(createPolo());
    const field = await screen.findByRole('textbox', { name: /^Quantity of Pique polo/ });
    await user.clear(field);
    await user.type(field, '2x{Enter}');
    await screen.findByText(/The quantity is still 2\.$/);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.clear(field);
    await user.type(field, '2');
    expect(screen.queryByText(/The quantity is still/)).toBeNull();
  });

  it('is kept here while the server cannot be reached', async () => {
    const polo = createPolo();
    const { user } = showCart(polo);
    api.on('PUT /api/shopping_cart_items/:id', refuse(503, { server: 'Please try again.' }));
    await user.click(await screen.findByRole('button', { name: /^More: / }));
    await screen.findByText(/^We can’t reach the server\. Your changes are kept in this tab/);
    expect(screen.getByRole('textbox', { name: /^Quantity of Pique polo/ })).toHaveProperty('value', '3');
    api.on('PUT /api/shopping_cart_items/:id', cartOf({ ...polo, quantity: 3 }));
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(/^We can’t reach the server/)).toBeNull());
  });

  it('that a wardrobe fixes cannot be changed', async () => {
    showCart(createPolo({ isEditable: false }));
    await screen.findByText(/by allocation/);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is chosen from a list where only some are sold', async () => {
    const polo = createPolo({ quantity: 3, allowedQuantities: [1, 5] });
    const { user } = showCart(polo);
    api.on('PUT /api/shopping_cart_items/:id', cartOf({ ...polo, quantity: 5 }));
    const list = await screen.findByRole('combobox', { name: /^Quantity of/ });
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['1', '3', '5']);
    await user.selectOptions(list, '5');
    expect(within(list).getAllByRole('option')).toHaveLength(2);
    await waitFor(() => expect(api.requests('PUT /api/shopping_cart_items/:id')).toHaveLength(1));
  });
});

describe('a line that is removed', () => {
  const KEPT = createPolo({ productName: 'Apron' });

  it('leaves at once, and comes back with all that it was', async () => {
    const reason = 'Torn at the sleeve';
    const line = createPolo({ organisationCollectionId: 7, collectionGroupId: 8, customerId: 9, reason });
    const { user } = showCart(line, KEPT);
    api.on('DELETE /api/shopping_cart_items/:id', cartOf(KEPT));
    api.on('POST /api/shopping_cart_items/multiple', cartOf(KEPT, createPolo()));
    await user.click(await screen.findByRole('button', { name: 'Remove Pique polo, Navy, M' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Pique polo' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Remove Pique polo, Navy, M' });
    expect(api.requests('POST /api/shopping_cart_items/multiple').map(({ body }) => body.items)).toEqual([
      [
        {
          productId: 5,
          combinationId: 51,
          quantity: 2,
          organisationCollectionId: 7,
          collectionGroupId: 8,
          superGroupId: null,
          superGroupOptionId: null,
          customerId: 9,
          reason,
        },
      ],
    ]);
  });

  it('is not added a second time when the server has refused to remove it', async () => {
    const { user } = showCart(createPolo(), KEPT);
    api.on('DELETE /api/shopping_cart_items/:id', refuse(400, { shoppingCartItem: 'The order is being placed.' }));
    await user.click(await screen.findByRole('button', { name: 'Remove Pique polo, Navy, M' }));
    await screen.findByText(/^The order is being placed\./);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(api.requests('POST /api/shopping_cart_items/multiple')).toEqual([]);
  });
});

describe('lines for several people', () => {
  const forAna = { customerId: 41, customerName: 'Ana Lima' };
  const forBo = { customerId: 42, customerName: 'Bo Berg' };
  const isShown = (name: string) => screen.queryAllByText(name).length > 0;

  it('stand by person, with a sum, and can be folded', async () => {
    const bos = createPolo({ ...forBo, productName: 'Apron', quantity: 3, subTotal: 30.5 });
    const { user } = showCart(
      bos,
      createPolo({ ...forAna, warnings: ['Only 1 is in stock.'] }),
      createPolo(forAna),
      createPolo(),
    );
    await screen.findByText('For 2 people');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['For the site', 'For Ana Lima', 'For Bo Berg']),
    );
    screen.getByText('4 garments, 1 line to change');
    screen.getByText('£30.50', { selector: '.figures' });
    const toggle = screen.getByRole('button', { name: 'For Bo Berg' });
    await user.click(toggle);
    expect([toggle.getAttribute('aria-expanded'), isShown('Apron')]).toEqual(['false', false]);
    await user.click(screen.getByRole('button', { name: 'Collapse all' }));
    expect(isShown('Pique polo')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Expand all' }));
    expect([isShown('Apron'), isShown('Pique polo')]).toEqual([true, true]);
  });

  it('leave together, and come back together', async () => {
    const [kept, ...gone] = [
      createPolo({ ...forAna, productName: 'Apron' }),
      createPolo(forBo),
      createPolo({ ...forBo, combinationId: 52 }),
    ];
    const { user } = showCart(kept as Line, ...gone);
    api.on('POST /api/shopping_cart_items/remove', cartOf(kept as Line));
    api.on('POST /api/shopping_cart_items/multiple', cartOf(kept as Line, ...gone));
    await user.click(await screen.findByRole('button', { name: 'Remove all lines: For Bo Berg' }));
    await waitFor(() => expect(isShown('Pique polo')).toBe(false));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(isShown('Pique polo')).toBe(true));
    expect(api.requests('POST /api/shopping_cart_items/remove').map(({ body }) => body.ids)).toEqual([gone.map(({ id }) => id)]);
    expect(api.requests('POST /api/shopping_cart_items/multiple')[0]?.body.items.map(({ customerId }) => customerId)).toEqual([
      42, 42,
    ]);
  });

  it('come back in several calls where they are many', async () => {
    // There is no layout: every row is as high as a line.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(106);
    const gone = Array.from({ length: 250 }, () => createPolo(forBo));
    const kept = createPolo({ ...forAna, productName: 'Apron' });
    const { user } = showCart(kept, ...gone);
    api.on('POST /api/shopping_cart_items/remove', cartOf(kept));
    api.on('POST /api/shopping_cart_items/multiple', cartOf(kept));
    await user.click(await screen.findByRole('button', { name: 'Remove all lines: For Bo Berg' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(api.requests('POST /api/shopping_cart_items/multiple').map(({ body }) => body.items.length)).toEqual([200, 50]),
    );
  });

  it('unfold when a link leads to one of them', async () => {
    const polo = createPolo(forBo);
    const { user } = showCart(createPolo({ ...forAna, productName: 'Apron' }), polo);
    await user.click(await screen.findByRole('button', { name: 'For Bo Berg' }));
    expect(isShown('Pique polo')).toBe(false);
    window.location.hash = `#line-${polo.id}`;
    window.dispatchEvent(new Event('hashchange'));
    await waitFor(() => expect(isShown('Pique polo')).toBe(true));
    window.location.hash = '';
  });

  it('stay when the server refuses to remove them', async () => {
    const { user } = showCart(createPolo({ ...forAna, productName: 'Apron' }), createPolo(forBo));
    api.on('POST /api/shopping_cart_items/remove', refuse(503, { server: 'Please try again.' }));
    await user.click(await screen.findByRole('button', { name: 'Remove all lines: For Bo Berg' }));
    await screen.findByText(/^Please try again\./);
    expect(isShown('Pique polo')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(api.requests('POST /api/shopping_cart_items/multiple')).toEqual([]);
  });
});

it.each([
  [['AllowProducts'], true],
  [['AllowUniformBuilder'], false],
  [['AllowStockEnquiry'], false],
])('quick order is offered to those who may order what no wardrobe of theirs lists: %j', async (permissions, isOffered) => {
  api.on('GET /api/shopping_cart_items', cartOf());
  renderPage(<CartPage />, { path: '/index/cart', route: '/index/cart', caller: { permissions } as never });
  await screen.findByText('Your cart is empty');
  expect(screen.queryByText('Quick order') !== null).toBe(isOffered);
});

it('a cart of a thousand lines draws only those in view', async () => {
  // There is no layout: every row is as high as a line.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(106);
  showCart(
    ...Array.from({ length: 1000 }, (_, index) =>
      createPolo({ customerId: 40 + (index % 50), customerName: `Wearer ${index % 50}` }),
    ),
  );
  await screen.findByText('For 50 people');
  expect(screen.getAllByText('Pique polo').length).toBeLessThan(100);
});

describe('the checkout', () => {
  it('opens when the quantities that were just changed are saved', async () => {
    const polo = createPolo();
    const { user, address } = showCart(polo);
    let answer = (): void => {};
    api.on('PUT /api/shopping_cart_items/:id', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return cartOf({ ...polo, quantity: 3 });
    });
    await user.click(await screen.findByRole('button', { name: /^More: / }));
    await user.click(screen.getAllByRole('button', { name: 'Checkout' })[0] as HTMLElement);
    await waitFor(() => expect(api.requests('PUT /api/shopping_cart_items/:id')).toHaveLength(1));
    expect(address()).toBe('/index/cart');
    answer();
    await waitFor(() => expect(address()).toBe('/index/checkout'));
  });

  it('stays closed when one of them is refused', async () => {
    const { user, address } = showCart(createPolo());
    api.on('PUT /api/shopping_cart_items/:id', refuse(400, { shoppingCartItem: 'Only 2 are in stock.' }));
    await user.click(await screen.findByRole('button', { name: /^More: / }));
    await user.click(screen.getAllByRole('button', { name: 'Checkout' })[0] as HTMLElement);
    await screen.findByText('Some changes to your cart are not saved yet. Check the lines and try again.');
    expect(address()).toBe('/index/cart');
  });

  it.each([
    [
      'a line that cannot be ordered',
      { warnings: ['Only 1 is in stock.'] },
      null,
      'One line needs your attention before you can check out.',
    ],
    [
      'the credit limit',
      {},
      'Your organisation has reached its credit limit.',
      'Your organisation has reached its credit limit.',
    ],
  ])('is closed by %s, which its button says', async (_, part, refusal, text) => {
    showCart(createPolo(part));
    api.on('GET /api/credit', { credit: { refusal, currencyCode: 'GBP' } });
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Checkout', description: text })[0]).toHaveProperty('disabled', true),
    );
  });
});

it('an empty cart leads to the garments, and one that cannot be loaded can be asked for again', async () => {
  api.on('GET /api/shopping_cart_items', refuse(500, { server: 'Please try again.' }));
  const { user } = renderPage(<CartPage />, { caller: { permissions: ['AllowUniformBuilder'] } });
  await screen.findByText('Your cart could not be loaded.');
  api.on('GET /api/shopping_cart_items', cartOf());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Your cart is empty');
  screen.getByRole('link', { name: 'Choose garments' });
});

it('shows no amounts to those who see no prices', async () => {
  api.on('GET /api/shopping_cart_items', cartOf(createPolo({ unitPrice: null, subTotal: null })));
  api.on('GET /api/credit', {});
  renderPage(<CartPage />, { caller: { pricesVisible: false } });
  await screen.findByText('Pique polo');
  expect(document.body.textContent).not.toContain('£');
});

it.each([
  ['AllowProducts', 1],
  ['AllowUniformBuilder', 0],
  ['AllowStockEnquiry', 0],
] as const)('offers to order by code to people who can order beyond their wardrobe: %s', async (permission, count) => {
  api.on('GET /api/shopping_cart_items', cartOf());
  renderPage(<CartPage />, { caller: { permissions: [permission] } });
  await screen.findByText('Your cart is empty');
  expect(screen.queryAllByText('Quick order')).toHaveLength(count);
});
