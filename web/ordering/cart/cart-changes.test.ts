import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/app/api-error.ts';
import type { Cart } from '#web/app/cart.ts';
import { type CartCalls, createCartChanges } from './cart-changes.ts';

const answer = {} as Cart;
const refusal = (status: number, text: string) => new ApiError(status, [text]);

function setUp(change: CartCalls['change'] = async () => answer) {
  const calls = { change: vi.fn(change), storeCart: vi.fn(), invalidate: vi.fn() };
  return { calls, changes: createCartChanges(calls) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('changes of a cart', () => {
  it('sends the last of several quantities, once', async () => {
    const { calls, changes } = setUp();
    for (const quantity of [2, 3, 4]) changes.setQuantity(7, quantity);
    expect(changes.state().pendingQuantities.get(7)).toBe(4);
    await vi.runAllTimersAsync();
    expect(calls.change.mock.calls).toEqual([[7, 4]]);
    expect(changes.state().pendingQuantities.size).toBe(0);
  });

  it('keeps a quantity that was chosen while an older one was under way', async () => {
    let finish = (_: Cart) => {};
    const { calls, changes } = setUp(() => new Promise((resolve) => (finish = resolve)));
    changes.setQuantity(7, 2);
    await vi.advanceTimersByTimeAsync(500);
    changes.setQuantity(7, 9);
    finish(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect(changes.state().pendingQuantities.get(7)).toBe(9);
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.change.mock.calls).toEqual([
      [7, 2],
      [7, 9],
    ]);
  });

  it('asks for one change at a time, in order', async () => {
    const order: string[] = [];
    const { changes } = setUp(async (id) => {
      order.push(`start ${id}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push(`end ${id}`);
      return answer;
    });
    void changes.remove(1);
    void changes.remove(2);
    await vi.runAllTimersAsync();
    expect(order).toEqual(['start 1', 'end 1', 'start 2', 'end 2']);
  });

  it('takes back what is refused, and says why', async () => {
    const { changes } = setUp(async () => Promise.reject(refusal(400, 'Out of stock.')));
    changes.setQuantity(7, 50);
    await vi.runAllTimersAsync();
    expect(changes.state().pendingQuantities.has(7)).toBe(false);
    expect(changes.state().refusalReasons.get(7)).toBe('Out of stock.');
    changes.setQuantity(7, 60);
    expect(await changes.settle()).toBe(false);
    // What was refused and taken back earlier stands in nobody's way.
    expect(await changes.settle()).toBe(true);
    changes.setQuantity(7, 1);
    expect(changes.state().refusalReasons.size).toBe(0);
  });

  it('keeps trying while the server cannot be reached', async () => {
    let reachable = false;
    const { calls, changes } = setUp(async () => (reachable ? answer : Promise.reject(refusal(0, 'unreachable'))));
    changes.setQuantity(7, 3);
    await vi.advanceTimersByTimeAsync(500);
    expect(changes.state()).toMatchObject({ offline: true });
    expect(changes.state().pendingQuantities.get(7)).toBe(3);
    reachable = true;
    await vi.advanceTimersByTimeAsync(3000);
    expect(changes.state()).toMatchObject({ offline: false });
    expect(changes.state().pendingQuantities.size).toBe(0);
    expect(calls.storeCart).toHaveBeenCalledOnce();
  });

  it('keeps what is wanted over a login, and sends it when asked again', async () => {
    let loggedIn = false;
    const { changes } = setUp(async () => (loggedIn ? answer : Promise.reject(refusal(401, 'Please log in.'))));
    changes.setQuantity(7, 3);
    await vi.runAllTimersAsync();
    expect(changes.state().pendingQuantities.get(7)).toBe(3);
    loggedIn = true;
    expect(await changes.settle()).toBe(true);
  });

  it('reads the cart again when a line is gone', async () => {
    const { calls, changes } = setUp(async () => Promise.reject(refusal(404, 'Shopping cart item not found.')));
    await changes.remove(7);
    expect(calls.invalidate).toHaveBeenCalledOnce();
    expect(changes.state().pendingQuantities.size).toBe(0);
  });
});
