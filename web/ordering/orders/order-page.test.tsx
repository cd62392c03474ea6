import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OrderPage } from './order-page.tsx';

const api = useStubbedApi();

type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

const BEA = { id: 2, firstName: 'Bea', lastName: 'Buyer' };
const ANNS_LINE = {
  id: 71,
  productName: 'Ashdown shirt',
  quantity: 2,
  shippedQuantity: 2,
  customerId: 1,
  customerName: 'Ruth Okafor',
};
const RETURNED: PartsOf<Order['returnRequests'][number]> = {
  ...{ id: 9, orderId: 501, orderItemId: 71, customNumber: 'R9', productName: 'Ashdown shirt', quantity: 1 },
  ...{ returnRequestStatus: 'Pending', returnRequestStatusId: 0, returnReason: 'Wrong size', returnAction: 'Store credit' },
};

/** Opens the page of order 501, which Bea ordered, for Ruth. */
async function open(order: PartsOf<Order>, caller = {}) {
  api.on('GET /api/orders/:id', {
    orders: [
      {
        ...{ id: 501, customOrderNumber: '501', customer: BEA, placedByName: 'Bea Buyer', orderItems: [ANNS_LINE] },
        ...{ orderStatus: 'Processing', shippingStatus: 'Delivered', currencyCode: 'GBP', approval: null },
        ...order,
      },
    ],
  });
  renderPage(<OrderPage />, {
    path: '/index/orders/501',
    route: '/index/orders/:id',
    caller: { pricesVisible: true, ...caller },
  });
  await screen.findByText('About this order');
}

const returnButton = () => screen.queryByRole('link', { name: 'Return or exchange' });

describe('returning an order', () => {
  it('is offered to whoever may, not to everyone who sees that something can be returned', async () => {
    await open({ returnRequestAllowed: true, returnAllowed: false }, { roles: ['OrganisationAdmin'] });
    expect(returnButton()).toBeNull();
  });

  it('is offered to a wearer of a line, with the label of what is returned', async () => {
    await open({ returnRequestAllowed: true, returnAllowed: true, ownLinesOnly: true, returnRequests: [RETURNED] });
    expect(returnButton()).not.toBeNull();
    screen.getByRole('button', { name: /label/i });
  });
});

describe('an order that someone else placed', () => {
  it('says who ordered for the wearer, and nothing of payment, invoice and charges', async () => {
    await open(
      {
        ...{ ownLinesOnly: true, returnAllowed: true, paymentMethod: null, poNumber: null },
        ...{ orderSubtotalExclTax: 20, orderSubtotalInclTax: 24, orderTotal: 24, customerTaxDisplayType: 10 },
      },
      { roles: ['OrganisationBuyer'] },
    );
    expect(document.body.textContent).toContain('Bea Buyer ordered for you.');
    screen.getByText('Ordered by');
    expect(screen.queryByText('Payment')).toBeNull();
    expect(screen.queryByText('Invoice address')).toBeNull();
    expect(screen.queryByText('Total incl. tax and delivery')).toBeNull();
    screen.getByText('Garments', { selector: 'dt' });
  });

  it('is the whole order to someone who sees all of it', async () => {
    await open({ ownLinesOnly: false, paymentMethod: 'On account' }, { roles: ['OrganisationBuyer'] });
    expect(document.body.textContent).not.toContain('ordered for you');
    screen.getByText('Invoice address');
  });
});

it('names the cost centre once, among the answers', async () => {
  await open({ checkoutAttributeDescription: 'Charge to: 4711 Track north', costCentre: '4711 Track north' });
  screen.getByText('Charge to: 4711 Track north');
  expect(screen.queryByText('Cost centre')).toBeNull();
});
