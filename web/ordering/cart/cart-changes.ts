import { ApiError } from '#web/app/api-error.ts';
import type { Cart } from '#web/app/cart.ts';
import { isNotFound } from '#web/ui/feedback/not-found.ts';

/** Changes the server has not confirmed yet, and the reasons for those it refused. */
export interface CartChangesState {
  /** Quantity by line ID; 0 removes the line. */
  pendingQuantities: ReadonlyMap<number, number>;
  /** By line ID: why the last change was reverted. */
  refusalReasons: ReadonlyMap<number, string>;
  /** The server cannot be reached; pending changes are retried until it can. */
  offline: boolean;
}

export interface CartCalls {
  change(lineId: number, quantity: number): Promise<Cart>;
  removeAll(lineIds: readonly number[]): Promise<Cart>;
  storeCart(cart: Cart): void;
  /** The cached cart is out of date and must be read again. */
  invalidate(): void;
}

const DEBOUNCE_MS = 400;
const RETRY_DELAY_MS = 3000;

/**
 * Queues changes to the cart. Quantities are debounced while the person is still clicking, and requests run one at a
 * time because every response is the whole cart. The last of several quantities for a line wins. A change that cannot
 * be sent is kept and retried; a refused one is reverted and its reason kept.
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

  function schedule(lineId: number, delay: number) {
    clearTimeout(timers.get(lineId));
    timers.set(
      lineId,
      setTimeout(() => void send(lineId), delay),
    );
  }

  /** Runs a task once all earlier tasks have finished. */
  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = queue.then(task);
    queue = result.catch(() => {});
    return result;
  }

  function send(lineId: number): Promise<void> {
    clearTimeout(timers.get(lineId));
    timers.delete(lineId);
    return enqueue(async () => {
      const quantity = state.pendingQuantities.get(lineId);
      if (quantity === undefined) return;
      try {
        calls.storeCart(await calls.change(lineId, quantity));
        if (state.pendingQuantities.get(lineId) === quantity)
          set({ pendingQuantities: without(state.pendingQuantities, lineId) });
        if (state.offline) set({ offline: false });
      } catch (error) {
        const status = error instanceof ApiError ? error.status : -1;
        // The change stays pending until the server is back or the person has signed in again.
        if (status === 401) return;
        if (status === 0 || status === 502 || status === 503) {
          set({ offline: true });
          schedule(lineId, RETRY_DELAY_MS);
          return;
        }
        if (status === 404) calls.invalidate();
        // The person has chosen another quantity since; that one will be reported instead.
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
      schedule(lineId, DEBOUNCE_MS);
    },
    remove(lineId: number): Promise<void> {
      set({
        pendingQuantities: new Map([...state.pendingQuantities, [lineId, 0]]),
        refusalReasons: without(state.refusalReasons, lineId),
      });
      return send(lineId);
    },
    /** Removes lines in one call. Resolves to false if they could not be removed; they are then shown again, each with the reason. */
    removeAll(lineIds: readonly number[]): Promise<boolean> {
      for (const id of lineIds) clearTimeout(timers.get(id));
      set({ pendingQuantities: new Map([...state.pendingQuantities, ...lineIds.map((id) => [id, 0] as const)]) });
      return enqueue(async () => {
        try {
          calls.storeCart(await calls.removeAll(lineIds));
          return true;
        } catch (error) {
          if (isNotFound(error)) calls.invalidate();
          const reason = error instanceof Error ? error.message : String(error);
          set({ refusalReasons: new Map([...state.refusalReasons, ...lineIds.map((id) => [id, reason] as const)]) });
          return false;
        } finally {
          set({ pendingQuantities: lineIds.reduce(without, state.pendingQuantities) });
        }
      });
    },
    enqueue,
    /** Sends all pending changes now. Resolves to true if the server has accepted every one of them. */
    async settle(): Promise<boolean> {
      const refusedBefore = new Set(state.refusalReasons.keys());
      await Promise.all([...state.pendingQuantities.keys()].map(send));
      await queue;
      return state.pendingQuantities.size === 0 && [...state.refusalReasons.keys()].every((lineId) => refusedBefore.has(lineId));
    },
  };
}

export type CartChanges = ReturnType<typeof createCartChanges>;
