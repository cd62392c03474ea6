import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export type QuantityEntries = ReadonlyMap<number, number>;
export type QuantityChanges = Iterable<readonly [combinationId: number, quantity: number]>;

/**
 * The quantities of a grid by combination, with the server's errors. Kept outside React state, so that a keystroke renders only
 * its field and the totals instead of a thousand fields.
 */
export class QuantityStore {
  #entries: QuantityEntries = new Map();
  #errors: ReadonlyMap<number, string> = new Map();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All quantities above zero, in a new map after every change. */
  readonly snapshot = (): QuantityEntries => this.#entries;

  get(combinationId: number): number {
    return this.#entries.get(combinationId) ?? 0;
  }

  /** The server's reason for rejecting a quantity; removed when the quantity changes. */
  findError(combinationId: number): string | undefined {
    return this.#errors.get(combinationId);
  }

  set(changes: QuantityChanges): void {
    const entries = new Map(this.#entries);
    const errors = new Map(this.#errors);
    for (const [id, quantity] of changes) {
      if (quantity > 0) entries.set(id, quantity);
      else entries.delete(id);
      errors.delete(id);
    }
    this.#entries = entries;
    this.#errors = errors;
    this.#notify();
  }

  clear(): void {
    this.set([...this.#entries.keys()].map((id) => [id, 0] as const));
  }

  /** Replaces all errors from the server. */
  setErrors(errors: ReadonlyMap<number, string>): void {
    if (errors.size === 0 && this.#errors.size === 0) return;
    this.#errors = errors;
    // Problems are derived from the quantities, so a new map is needed to derive them again.
    this.#entries = new Map(this.#entries);
    this.#notify();
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The quantities entered for a garment. Kept for the session, so that leaving the page does not lose them. */
export function useQuantityStore(garmentId: number): QuantityStore {
  const client = useQueryClient();
  const key = ['quantities typed', garmentId];
  let quantities = client.getQueryData<QuantityStore>(key);
  if (!quantities) {
    quantities = new QuantityStore();
    client.setQueryData(key, quantities);
  }
  return quantities;
}

/** All quantities entered; renders again on every change. */
export const useQuantityEntries = (quantities: QuantityStore) => useSyncExternalStore(quantities.subscribe, quantities.snapshot);

/** The quantity of one combination; renders again only when it changes. */
export const useQuantity = (quantities: QuantityStore, combinationId: number) =>
  useSyncExternalStore(quantities.subscribe, () => quantities.get(combinationId));

/** The server's error for one combination. */
export const useQuantityError = (quantities: QuantityStore, combinationId: number) =>
  useSyncExternalStore(quantities.subscribe, () => quantities.findError(combinationId));

/** The sum of some quantities; renders again only when the sum changes. */
export const useQuantitySum = (quantities: QuantityStore, combinationIds: readonly (number | undefined)[]) =>
  useSyncExternalStore(quantities.subscribe, () =>
    combinationIds.reduce<number>((sum, id) => sum + (id === undefined ? 0 : quantities.get(id)), 0),
  );
