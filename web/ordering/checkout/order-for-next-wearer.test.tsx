import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { saveTrail } from '#web/app/list-trail.ts';
import { queryClient } from '#web/app/query-client.ts';
import { createReply } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OrderForNextWearer } from './order-for-next-wearer.tsx';

const api = useStubbedApi();

/** Shows a Buyer what follows an order with lines for these people, who chose from a list with these. */
function show(wearers: (number | null)[], ids: number[], totalCount = ids.length) {
  const trail = { call: 'GET /api/customers', rowsKey: 'customers', query: { query: 'ash' }, search: 'q=ash', before: 0 };
  saveTrail('people', { ...trail, ids, totalCount });
  const order = createReply('GET /api/orders/:id', { orders: [{ orderItems: wearers.map((customerId) => ({ customerId })) }] })
    .orders[0];
  if (!order) throw new Error('There is no order.');
  return renderPage(<OrderForNextWearer order={order} />, {
    route: '/confirmation',
    path: '/confirmation',
    caller: { roles: ['OrganisationBuyer'], permissions: ['AllowAdhocOrder'] },
  });
}
const next = () => screen.getByRole('button', { name: 'Order for the next person' });
const orderedFor = () => queryClient.getQueryData(['quantities typed', 'for']);

beforeEach(() => sessionStorage.clear());

describe('after an order that a Buyer placed for one person of the list', () => {
  it('the ad hoc list is opened for the next one', async () => {
    api.on('GET /api/customers', { customers: [{ id: 7 }, { id: 8, firstName: 'Bea', lastName: 'Bow', active: true }] });
    const { user, address } = show([7, 7], [7, 8]);
    await user.click(next());
    await waitFor(() => expect(address()).toBe('/index/adhoc-order'));
    expect(orderedFor()).toEqual({ wearer: { id: 8, name: 'Bea Bow' } });
    expect(api.requests('GET /api/customers')[0]?.query.query).toBe('ash');
  });

  it('the list is opened where the person is', async () => {
    const { user, address, state } = show([7], [6, 7, 8]);
    await user.click(screen.getByRole('button', { name: 'Back to the list' }));
    await waitFor(() => expect(address()).toBe('/index/customers?q=ash'));
    expect(state()).toEqual({ left: [7, 8] });
  });

  it('says when no one is left', async () => {
    api.on('GET /api/customers', { customers: [{ id: 7, active: true }] });
    const { user, address } = show([7], [7], 2);
    await user.click(next());
    await screen.findByText('That was the last person in the list.');
    await waitFor(() => expect(address()).toBe('/index/customers?q=ash'));
  });

  it.each([
    ['for the site', [null]],
    ['for several', [7, 8]],
    ['for someone who is not in the list', [1]],
  ])('nothing is offered after an order %s', (_whom, wearers) => {
    show(wearers, [7, 8]);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
