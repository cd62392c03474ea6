import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OrderPage } from '../orders/order-page.tsx';

const api = useStubbedApi();

type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

const RUTH = { id: 1, firstName: 'Ruth', lastName: 'Okafor', email: 'ruth@corvane.example' };
const WAITING = { payer: 'person', isAll: false, state: 'waiting', amount: 24, dueOnUtc: '2099-12-01T17:00:00Z' } as const;
const PAGE = 'https://pay.example/p/1';

/** Opens the page of order 501 of Ruth, as Ruth unless said otherwise. The server answers with the newest of `orders`. */
function open(address: string, order: PartsOf<Order>, caller: object = { id: 1 }) {
  const answer = (parts: PartsOf<Order>) =>
    api.on('GET /api/orders/:id', {
      orders: [
        {
          ...{ id: 501, customOrderNumber: '501', customer: RUTH, placedByName: 'Ruth Okafor', orderItems: [] },
          ...{ orderStatus: 'Pending', shippingStatus: 'NotYetShipped', currencyCode: 'GBP', approval: null },
          ...parts,
        },
      ],
    });
  answer(order);
  const page = renderPage(<OrderPage />, { path: address, route: '/index/orders/:id', caller });
  return { ...page, answer };
}

const stateIs = (state: 'waiting' | 'paid' | 'failed' | 'held', canRetryPayment = state !== 'paid') =>
  api.on('GET /api/checkout/:orderId/payment', { state, amount: 24, currencyCode: 'GBP', canRetryPayment });

const stubPaymentPage = () => vi.spyOn(location, 'assign').mockImplementation(() => {});
let assign: ReturnType<typeof stubPaymentPage>;
beforeEach(() => {
  assign = stubPaymentPage();
});

/** Timers move on with the clock, and further when told. */
function useFastTimers(): { pass(milliseconds: number): Promise<void> } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (milliseconds) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds))) };
}

describe('the page to which the payment page leads back', () => {
  it('waits in words until the payment is confirmed, then thanks with the receipt, and asks no more', async () => {
    const { pass } = useFastTimers();
    stateIs('waiting');
    const { answer } = open('/index/orders/501?payment=return', { payment: WAITING, canRetryPayment: true });
    const notice = (await screen.findByText('We are waiting for the payment to be confirmed.')).closest('[role="status"]');
    expect(document.activeElement).toBe(notice);
    expect(screen.queryByRole('button', { name: /Pay now|Try again/ })).toBeNull();

    stateIs('paid');
    answer({ payment: { ...WAITING, state: 'paid' }, receipts: [{ id: 7, number: 'BW-RCP-000001', kind: 'payment' }] });
    await pass(1000);
    await screen.findByText('Thank you. Your payment of £24.00 was received.');
    expect(notice?.isConnected).toBe(true);
    expect(await screen.findAllByRole('button', { name: 'Receipt BW-RCP-000001 as PDF' })).toHaveLength(2);
    const asked = api.requests('GET /api/checkout/:orderId/payment').length;
    await pass(60_000);
    expect(api.requests('GET /api/checkout/:orderId/payment')).toHaveLength(asked);
  });

  it('asks nothing once the payment is decided', async () => {
    open('/index/orders/501?payment=return', { payment: { ...WAITING, state: 'paid' } });
    await screen.findByText(/Thank you/);
    expect(api.requests('GET /api/checkout/:orderId/payment')).toEqual([]);
  });

  it('says that a card was declined, that nothing was charged and until when the order is kept, and leads to the payment page again', async () => {
    const { user, address } = open('/index/orders/501?payment=return', {
      payment: { ...WAITING, state: 'failed' },
      canRetryPayment: true,
    });
    await screen.findByText('Your card was declined.');
    screen.getByText(/Nothing was charged. The order is kept until 1 Dec 2099/);
    api.on('GET /api/checkout/tryagain/:id', { success: true, orderId: 501, redirectUrl: PAGE });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith(PAGE));
    expect(address()).toBe('/index/orders/501?payment=open');
  });

  it.each([
    ['cancel', 'waiting', 'You have not paid yet.', 'Try again'],
    ['open', 'waiting', 'This order is waiting for your payment of £24.00.', 'Pay now'],
    ['return', 'ended', 'You have not paid yet.', 'Try again'],
    ['return', 'held', 'We are checking the payment.', null],
    ['return', 'cancelled', 'This order was cancelled before it was paid.', null],
  ] as const)('after %s, while it is %s: %s', async (visit, state, title, button) => {
    stateIs('waiting');
    open(`/index/orders/501?payment=${visit}`, { payment: { ...WAITING, state }, canRetryPayment: button !== null });
    await screen.findByText(title);
    expect(screen.queryAllByRole('button', { name: /Pay now|Try again/ }).map(({ textContent }) => textContent)).toEqual(
      button === null ? [] : [button],
    );
  });
});

it('says what is refused, and reads the order again', async () => {
  const { user, answer } = open('/index/orders/501', { payment: WAITING, canRetryPayment: true });
  api.on('GET /api/checkout/tryagain/:id', refuse(409, { order: 'This order has been paid.' }));
  const button = await screen.findByRole('button', { name: 'Pay now' });
  answer({ payment: { ...WAITING, state: 'paid' }, canRetryPayment: false });
  await user.click(button);
  await screen.findByText('This order has been paid.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull());
  expect(assign).not.toHaveBeenCalled();
});

it('never opens an address that is none of the web', async () => {
  const { user } = open('/index/orders/501', { payment: WAITING, canRetryPayment: true });
  api.on('GET /api/checkout/tryagain/:id', { success: true, orderId: 501, redirectUrl: 'javascript:alert(1)' });
  await user.click(await screen.findByRole('button', { name: 'Pay now' }));
  await screen.findByText('The address of the payment page is not valid.');
  expect(assign).not.toHaveBeenCalled();
});

it('says to others who the order waits for, without a way to pay', async () => {
  open('/index/orders/501?payment=return', { payment: WAITING }, { id: 9, pricesVisible: true, roles: ['OrganisationAdmin'] });
  await screen.findByText('This order is waiting for Ruth to pay £24.00 by card.');
  expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull();
  expect(api.requests('GET /api/checkout/:orderId/payment')).toEqual([]);
});

it('names both parts, the refunds and the receipts of an order', async () => {
  open(
    '/index/orders/501',
    {
      ...{ payment: { ...WAITING, state: 'paid' }, accountTotal: 60, cardTotal: 24, orderTotal: 84 },
      orderItems: [{ id: 3, productName: 'Polo', quantity: 3, cardQuantity: 1, cardTotal: 24 }],
      refunds: [{ id: 1, amount: 12, state: 'sent', reason: 'Torn', createdOnUtc: '2026-11-03T10:00:00Z' }],
      receipts: [{ id: 7, number: 'BW-RCP-000001', kind: 'payment' }],
    },
    { id: 1, pricesVisible: true, roles: ['OrganisationBuyer'] },
  );
  await screen.findByText('Your organisation pays, incl. tax');
  screen.getByText('£60.00');
  screen.getByText('You paid by card, incl. tax');
  screen.getByText('1 paid by you: £24.00 incl. tax');
  screen.getByText('Refund of £12.00');
  screen.getByText('On its way');
  screen.getByRole('button', { name: 'Receipt BW-RCP-000001 as PDF' });
});
