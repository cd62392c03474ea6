import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { readTrail, saveTrail } from '../list-trail.ts';
import { OrderForNext } from './order-for-next.tsx';

const api = useStubbedApi();
const ORDERED = { id: 7, firstName: 'Ann', lastName: 'Ash' };

/** Shows the button to someone who has ordered for person 7 of a list with these people. */
function show(ids: number[], totalCount: number) {
  const trail = { call: 'GET /api/customers', rowsKey: 'customers', query: { query: 'ash' }, search: 'q=ash', before: 0 };
  saveTrail('people', { ...trail, ids, totalCount });
  // What the server knows: one person is ordered for at a time.
  let person: number | undefined = 7;
  const profile = () => ({ id: 1, impersonatedCustomer: person === undefined ? null : { ...ORDERED, id: person } });
  api.on('GET /api/customers/impersonateCancel', () => {
    person = undefined;
    return profile();
  });
  api.on('GET /api/customers/impersonate/:id', ({ params }) => {
    expect(person).toBeUndefined();
    person = Number(params.id);
    return {};
  });
  api.on('GET /api/customerprofile', profile);
  api.on('GET /api/customers', { customers: [{ id: 7 }, { id: 9 }], totalCount: 2 });
  return renderPage(<OrderForNext />, {
    route: '/confirmation',
    path: '/confirmation',
    caller: { impersonatedCustomer: ORDERED },
  });
}

const button = () => screen.getByRole('button', { name: 'Order for the next person' });
const started = () => api.requests('GET /api/customers/impersonate/:id').map(({ params }) => params.id);

describe('after an order for someone of the list of people', () => {
  it('orders for the next one, once ordering for the first has ended', async () => {
    const { user, address } = show([7, 8], 2);
    await user.click(button());

    await waitFor(() => expect(address()).not.toBe('/confirmation'));
    expect(started()).toEqual(['8']);
  });

  it('reads the list further as the person who orders', async () => {
    const { user } = show([7], 2);
    await user.click(button());

    await waitFor(() => expect(started()).toEqual(['9']));
    expect(api.requests('GET /api/customers').map(({ headers }) => headers.get('x-acting-for'))).toEqual(['1']);
    expect(readTrail('people')?.ids).toEqual([7, 9]);
  });

  it('says that no one is left, and goes back to the list', async () => {
    const { user, address } = show([7], 2);
    api.on('GET /api/customers', { customers: [{ id: 7 }], totalCount: 1 });
    await user.click(button());

    await screen.findByText('That was the last person in the list.');
    await waitFor(() => expect(address()).toBe('/index/customers?q=ash'));
    expect(started()).toEqual([]);
  });

  it('is not offered after the last one', () => {
    show([6, 7], 2);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Back to the list']);
  });

  it('goes back to where the person is in the list', async () => {
    const { user, address, state } = show([6, 7, 8, 9], 4);
    await user.click(screen.getByRole('button', { name: 'Back to the list' }));

    await waitFor(() => expect(address()).toBe('/index/customers?q=ash'));
    expect(state()).toEqual({ left: [7, 8, 9] });
    expect(started()).toEqual([]);
    await screen.findByText('You are no longer ordering for Ann Ash. Their cart is saved.');
  });

  it('goes to the beginning of the list for someone who was not chosen from it', async () => {
    const { user, address } = show([7], 1);
    saveTrail('people', { call: '', rowsKey: '', query: {}, search: 'q=other', before: 0, ids: [1], totalCount: 1 });
    await user.click(screen.getByRole('button', { name: 'Back to the list' }));
    await waitFor(() => expect(address()).toBe('/index/customers'));
  });
});
