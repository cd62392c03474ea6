import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/app/api-error.ts';
import type { Cart } from '#web/app/cart.ts';
import { type CartCalls, createCartChanges } from './cart-changes.ts';

const updatedCart = {} as Cart;
const refusal = (status: number, text: string) => new ApiError(status, [text]);

function setUp(change: CartCalls['change'] = async () => updatedCart) {
  const calls = { change: vi.fn(change), removeAll: vi.fn(async () => updatedCart), storeCart: vi.fn(), invalidate: vi.fn() };
  return { calls, changes: createCartChanges(calls) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('changes to a cart', () => {
  it('sends only the last of several quantities', async () => {
    const { calls, changes } = setUp();
    for (const quantity of [2, 3, 4]) changes.setQuantity(7, quantity);
    expect(changes.state().pendingQuantities.get(7)).toBe(4);
    await vi.runAllTimersAsync();
    expect(calls.change.mock.calls).toEqual([[7, 4]]);
    expect(changes.state().pendingQuantities.size).toBe(0);
  });

  it('keeps a quantity chosen while an earlier one is being sent', async () => {
    let finish = (_: Cart) => {};
    const { calls, changes } = setUp(() => new Promise((resolve) => (finish = resolve)));
    changes.setQuantity(7, 2);
    await vi.advanceTimersByTimeAsync(500);
    changes.setQuantity(7, 9);
    finish(updatedCart);
    await vi.advanceTimersByTimeAsync(0);
    expect(changes.state().pendingQuantities.get(7)).toBe(9);
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.change.mock.calls).toEqual([
      [7, 2],
      [7, 9],
    ]);
  });

  it('sends one change at a time, in order', async () => {
    const started: number[] = [];
    const finish: ((cart: Cart) => void)[] = [];
    const { changes } = setUp((id) => {
      started.push(id);
      return new Promise((resolve) => finish.push(resolve));
    });
    void changes.remove(1);
    void changes.remove(2);
    await vi.runAllTimersAsync();
    expect(started).toEqual([1]);
    finish[0]?.(updatedCart);
    await vi.runAllTimersAsync();
    expect(started).toEqual([1, 2]);
  });

  it('reverts a refused change and gives the reason', async () => {
    const { changes } = setUp(async () => Promise.reject(refusal(400, 'Out of stock.')));
    changes.setQuantity(7, 50);
    await vi.runAllTimersAsync();
    expect(changes.state().pendingQuantities.has(7)).toBe(false);
    expect(changes.state().refusalReasons.get(7)).toBe('Out of stock.');
    changes.setQuantity(7, 60);
    expect(await changes.settle()).toBe(false);
    // A change refused and reverted earlier does not block the next attempt.
    expect(await changes.settle()).toBe(true);
    changes.setQuantity(7, 1);
    expect(changes.state().refusalReasons.size).toBe(0);
  });

  it('keeps trying while the server cannot be reached', async () => {
    let reachable = false;
    const { calls, changes } = setUp(async () => (reachable ? updatedCart : Promise.reject(refusal(0, 'unreachable'))));
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

  it('keeps a change while the person signs in again, then sends it', async () => {
    let loggedIn = false;
    const { changes } = setUp(async () => (loggedIn ? updatedCart : Promise.reject(refusal(401, 'Please log in.'))));
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
