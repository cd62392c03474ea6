import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import type { Cart } from '#web/app/cart.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { CartPage } from './cart-page.tsx';

const api = useStubbedApi();
const TRIP = '6e0c1c1e-5b0e-4a40-9f5c-3f2f5a1d7c11';
const BUYER = 'Corvane purchasing';

const POLO = {
  id: 7,
  productId: 5,
  combinationId: 51,
  productName: 'Pique polo',
  quantity: 2,
  unitPrice: 10,
  subTotal: 20,
  orderMinimumQuantity: 1,
  orderMaximumQuantity: 100,
  isEditable: true,
};
const PRICED = {
  ...POLO,
  id: 8,
  productName: 'Ceremonial coat',
  callForPrice: true,
  warnings: ['Ceremonial coat has no price yet.'],
};

let replace: MockInstance<Location['replace']>;
beforeEach(() => {
  replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  api.on('GET /api/punchout/trip', { missingItems: [] });
  api.on('GET /api/crossSellProducts', { products: [] });
});

/** Shows the cart of a trip to a Buyer who sees prices. */
function showTripCart(punchoutOperation: 'create' | 'edit' | 'inspect', items: PartsOf<Cart['items'][number]>[]) {
  const isBlocked = items.some(({ warnings = [] }) => warnings.length > 0);
  api.on('GET /api/shopping_cart_items', { items, totalQuantity: 2, subTotal: 20, currencyCode: 'GBP', canCheckout: !isBlocked });
  return renderPage(<CartPage />, {
    path: '/index/cart',
    route: '/index/cart',
    caller: {
      pricesVisible: true,
      roles: ['OrganisationBuyer'],
      permissions: ['AllowProducts'],
      punchoutSessionGuid: TRIP,
      punchoutOperation,
      punchoutBuyerName: BUYER,
    },
  });
}

describe('the cart of a trip', () => {
  it('leads to the return, and names what cannot be returned; it offers neither quotes nor credit', async () => {
    const { user, address } = showTripCart('create', [POLO]);
    await screen.findByText('Pique polo');
    expect(screen.queryByText(/quote/i)).toBeNull();
    expect(api.requests('GET /api/credit')).toEqual([]);
    await user.click((await screen.findAllByRole('button', { name: 'Review and return' }))[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe('/index/checkout'));
  });

  it('is blocked by a line that cannot be returned, which can be removed but not quoted', async () => {
    showTripCart('create', [POLO, PRICED]);
    const line = (await screen.findByText('Ceremonial coat has no price yet.')).closest('li') as HTMLElement;
    expect(within(line).getByRole('button', { name: /Remove from cart/ })).toBeTruthy();
    expect(within(line).queryByText('Ask for a price')).toBeNull();
    expect(screen.getAllByText('One line needs your attention before you can return your cart.')).not.toEqual([]);
    for (const button of screen.getAllByRole('button', { name: 'Review and return' }))
      expect((button as HTMLButtonElement).disabled).toBe(true);
  });

  it('S2: names lines of the buyer’s cart that are not in it', async () => {
    api.on('GET /api/punchout/trip', {
      missingItems: [
        { partId: 'POLO-M', quantity: 3 },
        { partId: null, quantity: null },
      ],
    });
    showTripCart('edit', [POLO]);
    const notice = (await screen.findByText('2 items of your cart are not available any more')).closest('[role=status]');
    expect(notice?.textContent).toContain('POLO-M, quantity 3');
    expect(notice?.textContent).toContain('An item without a number');
  });

  it('S5: can only be looked at where the buyer’s system wants no more, and is closed', async () => {
    const { user } = showTripCart('inspect', [{ ...POLO, customisationEnabled: true }, PRICED]);
    const lines = await screen.findByRole('region', { name: 'Lines' }).catch(() => document.body);
    await within(lines).findByText('Pique polo');
    expect(within(lines).queryAllByRole('button')).toEqual([]);
    expect(within(lines).queryAllByRole('spinbutton')).toEqual([]);
    expect(within(lines).queryAllByRole('textbox')).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(replace).toHaveBeenCalledExactlyOnceWith(`/punchout/return/${TRIP}`);
  });

  it('S4: is returned empty only after a question, and only where it was edited', async () => {
    const shopping = showTripCart('create', []);
    await screen.findByText('Your cart is empty');
    expect(screen.queryByRole('button', { name: /Remove everything/ })).toBeNull();
    shopping.unmount();

    api.on('POST /api/setpaymentform', { paymentForm: { action: 'https://buyer.example', method: 'POST', fields: {} } });
    const { user } = showTripCart('edit', []);
    await user.click(await screen.findByRole('button', { name: `Remove everything from ${BUYER}` }));
    expect(api.requests('POST /api/setpaymentform')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Remove everything' }));
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/punchout/return/${TRIP}`));
    expect(api.requests('POST /api/setpaymentform').map(({ body }) => body)).toEqual([{ checkout: { removeAll: true } }]);
  });
});
