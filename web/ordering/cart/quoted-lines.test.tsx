import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Cart } from '#web/app/cart.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
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

describe('a line of an accepted quote', () => {
  const quote = { id: 12, quoteNumber: 'Q70012', validUntilUtc: '2026-12-30T12:00:00.000Z', hasEnded: false, left: 3 };
  const createQuoted = (parts: Line = {}) =>
    createPolo({ quoteItemId: 120, quote, customisationEnabled: false, nextTier: { quantity: 10, unitPrice: 9 }, ...parts });

  it('names the quote and its last day, offers no more pieces than are left, and neither tiers nor other designs', async () => {
    const line = createQuoted({ customisationEnabled: true });
    const { user } = showCart(line);
    expect((await screen.findByRole('link', { name: 'Quote Q70012' })).getAttribute('href')).toBe('/index/quotes/12');
    screen.getByText(/valid until 30 Dec 2026/);
    expect(screen.queryByText(/From 10/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Personalise/ })).toBeNull();
    api.on('PUT /api/shopping_cart_items/:id', cartOf({ ...line, quantity: 5 }));
    const field = screen.getByRole('textbox', { name: /^Quantity of/ });
    await user.clear(field);
    await user.type(field, '9{Enter}');
    await waitFor(() => expect(field).toHaveProperty('value', '5'));
    await waitFor(() => expect(api.requests('PUT /api/shopping_cart_items/:id').map(({ body }) => body)).not.toEqual([]));
  });

  it('comes back at its quoted price when its removal is undone', async () => {
    const apron = createPolo({ productName: 'Apron' });
    const { user } = showCart(createQuoted({ productName: 'Event polo' }), apron);
    api.on('DELETE /api/shopping_cart_items/:id', cartOf(apron));
    api.on('POST /api/quote/:id/accept', {});
    await user.click(await screen.findByRole('button', { name: 'Remove Event polo, Navy, M' }));
    await screen.findByText('Event polo was removed from the cart.');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(api.requests('POST /api/quote/:id/accept').map(({ params, body }) => [params.id, body.items])).toEqual([
        ['12', [{ id: 120, combinationId: 51, quantity: 2 }]],
      ]),
    );
    expect(api.requests('POST /api/shopping_cart_items/multiple')).toEqual([]);
  });

  it('says that its price has ended, and leads to a new quote where there is no other price', async () => {
    const ended = { ...quote, hasEnded: true, left: 0 };
    const today = createQuoted({ quoteItemId: null, quote: ended });
    const onRequest = createQuoted({
      ...{ productName: 'Frock coat', productId: 9, quoteItemId: null, quote: ended, callForPrice: true },
      warnings: ['The quoted price has ended. Please remove this line and ask for a new quote.'],
    });
    showCart(today, onRequest);
    await screen.findByText(/has ended: this is today’s price/);
    expect(screen.getByRole('link', { name: 'Ask for a price' }).getAttribute('href')).toBe(
      '/index/quotes/new?productId=9&combinationId=51&quantity=2',
    );
  });

  it('is not in the way of asking for a quote of the cart', async () => {
    showCart(createPolo());
    expect((await screen.findByRole('link', { name: 'Ask for a quote' })).getAttribute('href')).toBe(
      '/index/quotes/new?from=cart',
    );
  });
});
