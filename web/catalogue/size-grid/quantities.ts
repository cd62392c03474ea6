import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export type Entries = ReadonlyMap<number, number>;
export type Changes = Iterable<readonly [combinationId: number, quantity: number]>;

/**
 * The quantities of a grid by combination, and what the server said about them, outside of React: a keystroke then renders
 * the field it was typed into and the sums, not a thousand fields.
 */
export class Quantities {
  #entries: Entries = new Map();
  #refusals: ReadonlyMap<number, string> = new Map();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All that are not zero; another map after every change. */
  readonly snapshot = (): Entries => this.#entries;

  get(combinationId: number): number {
    return this.#entries.get(combinationId) ?? 0;
  }

  /** Why the server would not take a quantity; forgotten when another is typed. */
  refusal(combinationId: number): string | undefined {
    return this.#refusals.get(combinationId);
  }

  set(changes: Changes): void {
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
  refuse(refusals: ReadonlyMap<number, string>): void {
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
export function useQuantities(garmentId: number): Quantities {
  const client = useQueryClient();
  const key = ['quantities typed', garmentId];
  let quantities = client.getQueryData<Quantities>(key);
  if (!quantities) {
    quantities = new Quantities();
    client.setQueryData(key, quantities);
  }
  return quantities;
}

/** Everything that was typed; renders again on every change. */
export const useEntries = (quantities: Quantities) => useSyncExternalStore(quantities.subscribe, quantities.snapshot);

/** The quantity of one combination; renders again only when that one changes. */
export const useQuantity = (quantities: Quantities, combinationId: number) =>
  useSyncExternalStore(quantities.subscribe, () => quantities.get(combinationId));

/** What the server said about one combination. */
export const useRefusal = (quantities: Quantities, combinationId: number) =>
  useSyncExternalStore(quantities.subscribe, () => quantities.refusal(combinationId));

/** A sum over the quantities; renders again only when the sum changes. */
export const useSum = (quantities: Quantities, combinationIds: readonly (number | undefined)[]) =>
  useSyncExternalStore(quantities.subscribe, () =>
    combinationIds.reduce<number>((sum, id) => sum + (id === undefined ? 0 : quantities.get(id)), 0),
  );
