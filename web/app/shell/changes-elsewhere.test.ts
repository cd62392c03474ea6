import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { type Cart, cartQuery } from '../cart.ts';
import { describeCartChange, loadChangesElsewhere } from './changes-elsewhere.ts';

const cart = (...quantities: number[]) =>
  ({
    items: quantities.map((quantity, index) => ({ id: index + 1, quantity })),
    totalQuantity: quantities.reduce((sum, quantity) => sum + quantity, 0),
  }) as Cart;

it.each([
  ['nothing', [2, 1], [2, 1], undefined],
  ['a new line', [2], [2, 1], 'Your cart was changed in another window: 3 pieces now, 2 before.'],
  ['more of a line', [1], [4], 'Your cart was changed in another window: 4 pieces now, 1 before.'],
  ['one piece left', [2, 3], [1], 'Your cart was changed in another window: 1 piece now, 5 before.'],
  ['an order', [2], [], 'Your cart was ordered or emptied in another window.'],
])('says what another window did to the cart: %s', (_what, before, after, sentence) => {
  expect(describeCartChange(cart(...before), cart(...after))).toBe(sentence);
});

it('loads the cart although it is fresh, and the rest only if the cart has changed', async () => {
  const client = new QueryClient();
  const answer = vi.fn(async () => new Response(JSON.stringify(cart(2))));
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('navigator', {});
  client.setQueryData(cartQuery.queryKey, cart(2));
  client.setQueryData(['GET /api/organisation/uniformbuilder/:id'], {});
  const isStale = () => client.getQueryState(['GET /api/organisation/uniformbuilder/:id'])?.isInvalidated;

  expect(await loadChangesElsewhere(client)).toBeUndefined();
  expect([answer.mock.calls.length, isStale()]).toEqual([1, false]);

  answer.mockImplementation(async () => new Response(JSON.stringify(cart(3))));
  expect(await loadChangesElsewhere(client)).toMatch('3 pieces now, 2 before');
  expect(isStale()).toBe(true);
});

it('asks for nothing while the cart is unknown', async () => {
  const answer = vi.fn();
  vi.stubGlobal('fetch', answer);
  expect(await loadChangesElsewhere(new QueryClient())).toBeUndefined();
  expect(answer).not.toHaveBeenCalled();
});
