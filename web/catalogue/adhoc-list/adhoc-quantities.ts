import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { GarmentDesign } from '../customisation/design-types.ts';
import type { AdhocProduct, OrderableGarment } from '../products/catalogue-types.ts';
import { createGrid, type Grid } from '../products/size-grid/grid-model.ts';
import { getQuantityStore, type QuantityEntries, type QuantityStore } from '../products/size-grid/quantity-store.ts';
import { toListedGarment } from './listed-garment.ts';

/** A garment of the ad hoc list with its grid and what was typed for it. */
export interface AdhocGarment {
  garment: OrderableGarment;
  grid: Grid;
  quantities: QuantityStore;
}

/** What was typed for a garment. */
export interface TypedGarment extends AdhocGarment {
  typed: QuantityEntries;
  /** Combinations whose fields contain a text that is not a quantity. */
  invalid: readonly number[];
  /** Logos, texts and badges on each piece. */
  designs: readonly GarmentDesign[];
}

const NO_DESIGNS: readonly GarmentDesign[] = [];

/**
 * The garments of the ad hoc list with the quantities typed. Kept for the session, so that what was typed for one choice of
 * products counts on when another one is shown.
 */
export class AdhocQuantities {
  readonly #client: QueryClient;
  readonly #garments = new Map<number, AdhocGarment>();
  readonly #products = new Map<number, AdhocProduct>();
  readonly #designs = new Map<number, readonly GarmentDesign[]>();
  readonly #listeners = new Set<() => void>();
  #snapshot: readonly TypedGarment[] = [];

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** The garment with its grid, of which there is one for the same garment. */
  open(garment: OrderableGarment): AdhocGarment {
    const known = this.#garments.get(garment.id);
    if (known?.garment === garment) return known;
    const quantities = getQuantityStore(this.#client, garment.id);
    const entry = { garment, grid: createGrid(garment), quantities };
    this.#garments.set(garment.id, entry);
    if (known?.quantities !== quantities) quantities.subscribe(this.#refresh);
    return entry;
  }

  /** Takes over the products of a list, and the garments of those for which something was typed. */
  update(products: readonly AdhocProduct[]): void {
    for (const product of products) {
      this.#products.set(product.id, product);
      // Without combinations, they are fetched when the product is opened.
      if (product.productAttributeCombinations.length === 0) continue;
      if (this.#garments.has(product.id) || getQuantityStore(this.#client, product.id).isFilled())
        this.open(toListedGarment(product));
    }
    this.#refresh();
  }

  /** A product that was listed in this session. */
  findProduct(id: number): AdhocProduct | undefined {
    return this.#products.get(id);
  }

  /** The designs of everything that is typed for a garment. */
  getDesigns(garmentId: number): readonly GarmentDesign[] {
    return this.#designs.get(garmentId) ?? NO_DESIGNS;
  }

  setDesigns(garmentId: number, designs: readonly GarmentDesign[]): void {
    this.#designs.set(garmentId, designs);
    this.#refresh();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The garments for which something was typed; a new list after every change. */
  readonly snapshot = (): readonly TypedGarment[] => this.#snapshot;

  readonly #refresh = (): void => {
    this.#snapshot = this.#compute();
    for (const listener of [...this.#listeners]) listener();
  };

  #compute(): readonly TypedGarment[] {
    return [...this.#garments.values()].flatMap((entry) => {
      const typed = entry.quantities.snapshot();
      const invalid = entry.quantities.listInvalid();
      return typed.size > 0 || invalid.length > 0
        ? [{ ...entry, typed, invalid, designs: this.getDesigns(entry.garment.id) }]
        : [];
    });
  }
}

const KEY = ['quantities typed', 'adhoc'];

/** The quantities of the ad hoc list of this session. */
export function useAdhocQuantities(): AdhocQuantities {
  const client = useQueryClient();
  let quantities = client.getQueryData<AdhocQuantities>(KEY);
  if (!quantities) {
    quantities = new AdhocQuantities(client);
    client.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(KEY, quantities);
  }
  return quantities;
}

/** The garments for which something was typed; renders again on every change. */
export const useTypedGarments = (quantities: AdhocQuantities) => useSyncExternalStore(quantities.subscribe, quantities.snapshot);

/** How many pieces were typed for a garment; renders again only when the number changes. */
export function useTypedPieces(garmentId: number): number {
  const client = useQueryClient();
  const quantities = useMemo(() => getQuantityStore(client, garmentId), [client, garmentId]);
  return useSyncExternalStore(quantities.subscribe, () => sumOf(quantities.snapshot()));
}

/** The pieces of several combinations. */
export const sumOf = (entries: QuantityEntries): number => [...entries.values()].reduce((sum, quantity) => sum + quantity, 0);
