import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { Summary } from './checkout-choices.ts';
import { CheckoutPage } from './checkout-page.tsx';

const api = useStubbedApi();

const ADDRESS = { id: 4, firstName: 'Ruth', lastName: 'Okafor', address1: '1 Quay', city: 'Leeds', isDefault: true } as const;
const STANDARD = { name: 'Standard delivery', rate: 4.95 };
const ACCOUNT = { paymentMethodSystemName: 'Payments.OnAccount', name: 'On account' };
const SIX_DIGITS = 'PO- and six digits, please.';

beforeEach(() => {
  sessionStorage.clear();
  api.on('GET /api/shippingaddresses', { addresses: [ADDRESS] });
  api.on('GET /api/billingaddresses', { addresses: [ADDRESS] });
  api.on('GET /api/paymentoptions', { paymentOptions: [{ ...ACCOUNT, selected: true }] });
  api.on('GET /api/shippingoptions/:id', { shippingOptions: [STANDARD, { name: 'Next working day', rate: 9.5 }] });
});

const refusal = (field: string, message: string, isMissing = false) => ({ field, messages: [message], isMissing });

/** Shows a checkout in which everything is chosen, and whose PO number must have six digits. */
function showCheckout(
  parts: PartsOf<
    Pick<Summary, 'shippingOption' | 'refusals' | 'poNumberRequired' | 'cardPart' | 'items' | 'requiresApproval'>
  > = {},
  ownPoNumber = '',
) {
  let poNumber: string | null = null;
  api.on('POST /api/checkoutsummary', ({ body: { checkout } }) => {
    if (checkout.poNumber !== undefined) poNumber = checkout.poNumber || null;
    const isRefused = poNumber !== null && !/^PO-\d{6}$/.test(poNumber);
    return {
      items: [{ id: 1, productName: 'Pique polo', quantity: 1, unitPrice: 10, subTotal: 10 }],
      billingAddress: ADDRESS,
      shippingAddress: ADDRESS,
      shippingOption: STANDARD,
      paymentOption: ACCOUNT,
      currencyCode: 'GBP',
      checkoutId: 'c1',
      poNumber,
      ...parts,
      ...(checkout.shippingOption && { shippingOption: { rate: 0, ...checkout.shippingOption } }),
      refusals: [...(parts.refusals ?? []), ...(isRefused ? [refusal('poNumber', SIX_DIGITS)] : [])],
    };
  });
  return renderPage(<CheckoutPage />, { path: '/index/checkout', route: '/index/checkout', caller: { poNumber: ownPoNumber } });
}

describe('what the summary refuses', () => {
  it('is said beside a PO number once it has been typed, and the order is not sent with it', async () => {
    const { user } = showCheckout();
    await user.click(await screen.findByRole('button', { name: /Payment and PO/ }));
    const field = screen.getByRole('textbox', { name: /PO number/ });
    await user.type(field, '4711');
    await user.tab();
    expect(await screen.findByText(SIX_DIGITS)).toBeTruthy();

    await user.click(screen.getAllByRole('button', { name: 'Place order' })[0] as HTMLElement);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /PO number/ })));
    expect(api.requests('POST /api/setpaymentform')).toEqual([]);

    await user.clear(field);
    await user.type(field, 'PO-123456');
    await user.tab();
    await waitFor(() => expect(screen.queryByText(SIX_DIGITS)).toBeNull());
  });

  it('is said of the PO number of one’s profile without typing anything', async () => {
    showCheckout({ poNumberRequired: true }, 'OLD-1');
    expect(await screen.findByText(SIX_DIGITS)).toBeTruthy();
    expect(api.requests('POST /api/checkoutsummary').at(-1)?.body.checkout).toEqual({ poNumber: 'OLD-1' });
  });

  it('is said where a delivery that was chosen is no longer offered, and no other is chosen instead', async () => {
    const message = 'Next working day is no longer offered. Please choose another delivery.';
    showCheckout({ shippingOption: null, refusals: [refusal('shippingOption', message)] });
    const step = (await screen.findByText(message)).closest('section') as HTMLElement;
    expect(
      within(step)
        .getAllByRole('radio')
        .filter((radio) => (radio as HTMLInputElement).checked),
    ).toEqual([]);
    expect(api.requests('POST /api/checkoutsummary').filter(({ body }) => 'shippingOption' in body.checkout)).toEqual([]);
  });

  it('keeps the order from being sent where nothing on the page can change it', async () => {
    showCheckout({ refusals: [refusal('credit', 'Your organisation’s account is on hold.')] });
    const [button] = await screen.findAllByRole('button', { name: 'Place order' });
    expect((button as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getAllByText('Your organisation’s account is on hold.')).not.toEqual([]);
  });
});

it('asks for no delivery address where the order is collected', async () => {
  const COLLECT = { name: 'Collect from the depot', rate: 0, isPickupInStore: true };
  api.on('GET /api/shippingoptions/:id', { shippingOptions: [STANDARD, COLLECT] });
  const { user } = showCheckout({ shippingOption: COLLECT });
  const step = (await screen.findByText('Not needed, because you collect this order.')).closest('section') as HTMLElement;
  expect(within(step).getByRole('heading', { name: /Delivery address/ })).toBeTruthy();
  expect(within(step).queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('button', { name: /Comments and review/ }));
  expect(screen.getByLabelText(/Requested collection date/)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: /Delivery option/ }));
  await user.click(screen.getByRole('radio', { name: /Standard delivery/ }));
  expect(await screen.findByRole('button', { name: /Delivery address/ })).toBeTruthy();
});

describe('an order that was placed in another window', () => {
  const EMPTY = refuse(400, { cart: 'Your cart is empty.' });
  const TITLE = 'This order has been placed already: 12254';
  /** The other window orders what is shown here. */
  const placeElsewhere = () => {
    api.on('POST /api/checkoutsummary', EMPTY);
    api.on('GET /api/shippingoptions/:id', EMPTY);
    api.on('POST /api/setpaymentform', refuse(422, { idempotencyKey: `${TITLE}. Nothing else was ordered.` }));
    api.on('GET /api/checkout/:checkoutId/order', ({ params }) =>
      params.checkoutId === 'c1' ? { orderId: 12254, customOrderNumber: '12254' } : { orderId: null, customOrderNumber: null },
    );
  };
  const expectOrder = async () => {
    await screen.findByRole('heading', { name: TITLE });
    expect(screen.getByRole('link', { name: 'View order 12254' }).getAttribute('href')).toBe('/index/orders/12254');
    expect(screen.queryByText('Check your order again before you place it.')).toBeNull();
  };

  it('is named when it is placed here too', async () => {
    const { user } = showCheckout();
    const [button] = await screen.findAllByRole('button', { name: 'Place order' });
    placeElsewhere();
    await user.click(button as HTMLElement);
    await expectOrder();
  });

  it('is named when a choice is saved here', async () => {
    const { user } = showCheckout();
    await user.click(await screen.findByRole('button', { name: /Delivery option/ }));
    placeElsewhere();
    await user.click(screen.getByRole('radio', { name: /Next working day/ }));
    await expectOrder();
  });

  it('is named when the page is loaded again with a comment that was typed', async () => {
    sessionStorage.setItem('livery.checkout', JSON.stringify({ checkoutId: 'c1', comments: 'Ring the bell' }));
    placeElsewhere();
    renderPage(<CheckoutPage />, { path: '/index/checkout', route: '/index/checkout' });
    await expectOrder();
  });

  it('leaves the way to what was put into the cart since', async () => {
    const { user } = showCheckout();
    const [button] = await screen.findAllByRole('button', { name: 'Place order' });
    placeElsewhere();
    api.on('POST /api/checkoutsummary', {
      items: [{ id: 2, productName: 'Fleece', quantity: 1, unitPrice: 20, subTotal: 20 }],
      billingAddress: ADDRESS,
      shippingAddress: ADDRESS,
      shippingOption: STANDARD,
      paymentOption: ACCOUNT,
      currencyCode: 'GBP',
      checkoutId: 'c2',
    });
    api.on('GET /api/shippingoptions/:id', { shippingOptions: [STANDARD] });
    await user.click(button as HTMLElement);
    await expectOrder();
    await user.click(screen.getByRole('button', { name: 'Check out your new cart' }));
    expect(await screen.findAllByRole('button', { name: 'Place order' })).not.toEqual([]);
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
  });

  it('is not claimed where the cart was only emptied', async () => {
    placeElsewhere();
    renderPage(<CheckoutPage />, { path: '/index/checkout', route: '/index/checkout' });
    await screen.findByRole('heading', { name: 'Your cart is empty' });
    expect(api.requests('GET /api/checkout/:checkoutId/order')).toEqual([]);
  });
});

describe('an order with a part by card', () => {
  const CARD = { payer: 'person', isAll: false, amount: 24, organisationAmount: 60 } as const;
  const LINE = {
    id: 1,
    productName: 'Pique polo',
    quantity: 3,
    coveredQuantity: 2,
    beyondQuantity: 1,
    ownQuantity: 1,
    ownTotal: 24,
  };
  const stubPaymentPage = () => vi.spyOn(location, 'assign').mockImplementation(() => {});
  let assign: ReturnType<typeof stubPaymentPage>;
  beforeEach(() => {
    assign = stubPaymentPage();
  });

  it('says who pays what, offers no other way to pay, and goes to the payment page in place of the checkout', async () => {
    const { user, address } = showCheckout({ cardPart: CARD, items: [LINE] });
    const [button] = await screen.findAllByRole('button', { name: 'Go to payment, £24.00' });
    screen.getByText('2 covered, 1 paid by you: £24.00 incl. tax');
    expect(screen.getAllByText('You pay by card, incl. tax')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: /Payment and PO/ }));
    screen.getByText('You pay £24.00 by card for what is beyond your entitlement. Your organisation pays the rest.');
    expect(screen.queryByRole('radio', { name: /On account/ })).toBeNull();

    const redirectUrl = 'https://pay.example/p/1';
    api.on('POST /api/setpaymentform', { success: true, orderId: 12254, customOrderNumber: '12254', redirectUrl });
    await user.click(button as HTMLElement);
    await waitFor(() => expect(assign).toHaveBeenCalledWith(redirectUrl));
    // Going back from the payment page leads to the order, not to a checkout that orders again.
    expect(address()).toBe('/index/orders/12254?payment=open');
  });

  it('says that the order was placed where the payment page cannot be reached', async () => {
    const { user, address } = showCheckout({ cardPart: CARD, items: [LINE] });
    const msg = 'The payment page cannot be reached. Your order is kept until 17:00: try again from its page.';
    api.on('POST /api/setpaymentform', { success: true, orderId: 12254, customOrderNumber: '12254', msg });
    await user.click((await screen.findAllByRole('button', { name: 'Go to payment, £24.00' }))[0] as HTMLElement);
    await screen.findByText(msg);
    expect([address(), assign.mock.calls]).toEqual(['/index/orders/12254?payment=open', []]);
  });

  it('is sent for approval first, and paid afterwards by a link', async () => {
    showCheckout({ cardPart: CARD, items: [LINE], requiresApproval: true });
    await screen.findAllByRole('button', { name: 'Send for approval' });
    expect(screen.getAllByText('You pay £24.00 by card after the approval. We will email you a link.')).not.toEqual([]);
  });

  it('is paid wholly by the card of an organisation', async () => {
    const { user } = showCheckout({ cardPart: { payer: 'organisation', isAll: true, amount: 310, organisationAmount: 0 } });
    await screen.findAllByRole('button', { name: 'Pay £310.00 by card' });
    await user.click(screen.getByRole('button', { name: /Payment and PO/ }));
    // No invoice follows that would name it.
    screen.getByText(/ It appears on the order and the delivery note\.$/);
  });
});
