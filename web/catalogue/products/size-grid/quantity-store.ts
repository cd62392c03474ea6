import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export type QuantityEntries = ReadonlyMap<number, number>;
export type QuantityChanges = Iterable<readonly [combinationId: number, quantity: number]>;

/**
 * The quantities of a grid by combination, and what the server said about them, outside of React: a keystroke then renders
 * the field it was typed into and the sums, not a thousand fields.
 */
export class QuantityStore {
  #entries: QuantityEntries = new Map();
  #refusals: ReadonlyMap<number, string> = new Map();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All that are not zero; another map after every change. */
  readonly snapshot = (): QuantityEntries => this.#entries;

  get(combinationId: number): number {
    return this.#entries.get(combinationId) ?? 0;
  }

  /** Why the server would not take a quantity; forgotten when another is typed. */
  findError(combinationId: number): string | undefined {
    return this.#refusals.get(combinationId);
  }

  set(changes: QuantityChanges): void {
    const entries = new Map(this.#entries);
    const refusals = new Map(this.#refusals);
    for (const [id, quantity] of changes) {
      if (quantity > 0) entries.set(id, quantity);
      else entries.delete(id);
      refusals.delete(id);
    }
    this.#entries = entries;
    this.#refusals = refusals;
    this.#tell();
  }

  clear(): void {
    this.set([...this.#entries.keys()].map((id) => [id, 0] as const));
  }

  /** Puts what the server said in place of what it said before. */
  setErrors(refusals: ReadonlyMap<number, string>): void {
    if (refusals.size === 0 && this.#refusals.size === 0) return;
    this.#refusals = refusals;
    // The problems are worked out from the quantities; another map makes them be worked out again.
    this.#entries = new Map(this.#entries);
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The quantities typed for a garment. They outlive the grid, so that looking elsewhere loses nothing; not the session. */
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

/** Everything that was typed; renders again on every change. */
export const useQuantityEntries = (quantities: QuantityStore) => useSyncExternalStore(quantities.subscribe, quantities.snapshot);

/** The quantity of one combination; renders again only when that one changes. */
export const useQuantity = (quantities: QuantityStore, combinationId: number) =>
  useSyncExternalStore(quantities.subscribe, () => quantities.get(combinationId));

/** What the server said about one combination. */
export const useQuantityError = (quantities: QuantityStore, combinationId: number) =>
  useSyncExternalStore(quantities.subscribe, () => quantities.findError(combinationId));

/** A sum over the quantities; renders again only when the sum changes. */
export const useQuantitySum = (quantities: QuantityStore, combinationIds: readonly (number | undefined)[]) =>
  useSyncExternalStore(quantities.subscribe, () =>
    combinationIds.reduce<number>((sum, id) => sum + (id === undefined ? 0 : quantities.get(id)), 0),
  );
