import { ApiError } from '#web/app/api-error.ts';
import type { Cart } from '#web/app/cart.ts';

/** What the person wants and the server does not know yet, and what the server said no to. */
export interface CartChangesState {
  /** Quantity by line; 0 takes the line out. */
  pendingQuantities: ReadonlyMap<number, number>;
  /** Why the last change of a line was taken back. */
  refusalReasons: ReadonlyMap<number, string>;
  /** The server cannot be reached; what is wanted is sent again and again. */
  offline: boolean;
}

export interface CartCalls {
  change(lineId: number, quantity: number): Promise<Cart>;
  storeCart(cart: Cart): void;
  /** The cart is not what we thought. */
  invalidate(): void;
}

const settleAfter = 400;
const againAfter = 3000;

/**
 * Changes of a cart: collected while somebody is still clicking, sent one after the other, because every answer is the
 * whole cart. Of several quantities for a line the last one wins. What cannot be sent is kept and tried again; what is
 * refused is taken back with the reason.
 */
export function createCartChanges(calls: CartCalls) {
  let state: CartChangesState = { pendingQuantities: new Map(), refusalReasons: new Map(), offline: false };
  const listeners = new Set<() => void>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let queue: Promise<unknown> = Promise.resolve();

  const set = (change: Partial<CartChangesState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const without = <T>(map: ReadonlyMap<number, T>, id: number) => new Map([...map].filter(([key]) => key !== id));

  function schedule(lineId: number, after: number) {
    clearTimeout(timers.get(lineId));
    timers.set(
      lineId,
      setTimeout(() => void send(lineId), after),
    );
  }

  /** Runs after everything that was asked for before. */
  function inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = queue.then(job);
    queue = done.catch(() => {});
    return done;
  }

  function send(lineId: number): Promise<void> {
    clearTimeout(timers.get(lineId));
    timers.delete(lineId);
    return inTurn(async () => {
      const quantity = state.pendingQuantities.get(lineId);
      if (quantity === undefined) return;
      try {
        calls.storeCart(await calls.change(lineId, quantity));
        if (state.pendingQuantities.get(lineId) === quantity)
          set({ pendingQuantities: without(state.pendingQuantities, lineId) });
        if (state.offline) set({ offline: false });
      } catch (error) {
        const status = error instanceof ApiError ? error.status : -1;
        // Kept for when the server is back, or for when the person has logged in again.
        if (status === 401) return;
        if (status === 0 || status === 502 || status === 503) {
          set({ offline: true });
          schedule(lineId, againAfter);
          return;
        }
        if (status === 404) calls.invalidate();
        // Somebody who has chosen another quantity meanwhile wants to hear about that one.
        if (state.pendingQuantities.get(lineId) !== quantity) return;
        const reason = error instanceof Error ? error.message : String(error);
        set({
          pendingQuantities: without(state.pendingQuantities, lineId),
          refusalReasons: new Map([...state.refusalReasons, [lineId, reason]]),
        });
      }
    });
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    setQuantity(lineId: number, quantity: number) {
      set({
        pendingQuantities: new Map([...state.pendingQuantities, [lineId, quantity]]),
        refusalReasons: without(state.refusalReasons, lineId),
      });
      schedule(lineId, settleAfter);
    },
    remove(lineId: number): Promise<void> {
      set({
        pendingQuantities: new Map([...state.pendingQuantities, [lineId, 0]]),
        refusalReasons: without(state.refusalReasons, lineId),
      });
      return send(lineId);
    },
    inTurn,
    /** Sends at once what waits; true when the server then knows everything and refused nothing of it. */
    async settle(): Promise<boolean> {
      const told = new Set(state.refusalReasons.keys());
      await Promise.all([...state.pendingQuantities.keys()].map(send));
      await queue;
      return state.pendingQuantities.size === 0 && [...state.refusalReasons.keys()].every((lineId) => told.has(lineId));
    },
  };
}

export type CartChanges = ReturnType<typeof createCartChanges>;
