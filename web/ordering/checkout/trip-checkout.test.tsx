import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { CheckoutPage } from './checkout-page.tsx';

const api = useStubbedApi();
const TRIP = '6e0c1c1e-5b0e-4a40-9f5c-3f2f5a1d7c11';
const BUTTON = { name: 'Return to Corvane purchasing' };
const ADDRESS = { id: 4, firstName: 'Ruth', lastName: 'Okafor', address1: '1 Quay', city: 'Leeds', isDefault: true } as const;

let replace: MockInstance<Location['replace']>;
beforeEach(() => {
  sessionStorage.clear();
  replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  api.on('GET /api/shippingaddresses', { addresses: [ADDRESS] });
  api.on('GET /api/billingaddresses', { addresses: [ADDRESS] });
  api.on('GET /api/paymentoptions', { paymentOptions: [] });
  api.on('POST /api/checkoutsummary', {
    items: [{ id: 1, productName: 'Pique polo', quantity: 1, unitPrice: 10, subTotal: 10 }],
    billingAddress: ADDRESS,
    shippingAddress: ADDRESS,
    shippingOption: null,
    paymentOption: null,
    currencyCode: 'GBP',
    checkoutId: 'c1',
    poNumberRequired: true,
    entitlementValue: 5,
    payableValue: 5,
    subTotal: 10,
    orderTotal: 12,
  });
  api.on('POST /api/setpaymentform', { paymentForm: { action: 'https://buyer.example/in', method: 'POST', fields: {} } });
});

function showCheckout({ choosesAddress, delivery }: { choosesAddress: boolean; delivery: string[] }) {
  api.on('GET /api/shippingoptions/:id', { shippingOptions: delivery.map((name) => ({ name, rate: 4.95 })) });
  return renderPage(<CheckoutPage />, {
    path: '/index/checkout',
    route: '/index/checkout',
    caller: {
      pricesVisible: true,
      roles: ['OrganisationBuyer'],
      punchoutSessionGuid: TRIP,
      punchoutOperation: 'create',
      punchoutBuyerName: 'Corvane purchasing',
      punchoutAllowShippingAddressSelection: choosesAddress,
    },
  });
}

describe('the checkout of a trip', () => {
  it('asks for nothing that the buyer’s system decides, and takes the cart there', async () => {
    const { user } = showCheckout({ choosesAddress: false, delivery: [] });
    const [button] = await screen.findAllByRole('button', BUTTON);
    expect(screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Your cart']);
    expect(document.body.textContent).not.toMatch(/\bpay|payment|PO number|invoice/i);
    await user.click(button as HTMLElement);

    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/punchout/return/${TRIP}`));
    const [request] = api.requests('POST /api/setpaymentform');
    expect(request?.headers.get('idempotency-key')).toBe('c1');
    // The session has ended: nothing is asked for that would log the person out.
    expect(api.requests('GET /api/shopping_cart_items')).toEqual([]);
  });

  it('asks where to deliver and how, where the connection leaves that open', async () => {
    showCheckout({ choosesAddress: true, delivery: ['Standard delivery'] });
    await screen.findAllByRole('button', BUTTON);
    expect(screen.getByRole('heading', { name: /Delivery address/ })).toBeTruthy();
    expect(screen.getByRole('heading', { name: /Delivery option/ })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: /Payment|Invoice|Questions|Comments/ })).toBeNull();
  });

  it('shows why the cart cannot be returned, as elsewhere', async () => {
    api.on('POST /api/setpaymentform', refuse(400, { cart: 'The price of Pique polo has changed.' }));
    const { user } = showCheckout({ choosesAddress: false, delivery: [] });
    await user.click((await screen.findAllByRole('button', BUTTON))[0] as HTMLElement);
    await screen.findByText('The price of Pique polo has changed.');
    expect(screen.getByText('Check your cart again before you return it.')).toBeTruthy();
    expect(replace).not.toHaveBeenCalled();
  });
});
