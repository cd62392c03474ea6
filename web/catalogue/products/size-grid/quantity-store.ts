import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { findQuantityTextProblem } from '#web/ui/forms/quantity-text.ts';

export type QuantityEntries = ReadonlyMap<number, number>;
export type QuantityChanges = Iterable<readonly [combinationId: number, quantity: number]>;

/**
 * The quantities of a grid by combination, with the server's errors. Kept outside React state, so that a keystroke renders only
 * its field and the totals instead of a thousand fields.
 */
export class QuantityStore {
  #entries: QuantityEntries = new Map();
  #errors: ReadonlyMap<number, string> = new Map();
  /** Why the cart refused quantities, which their totals alone do not say. */
  #refusals: ReadonlyMap<number, string> = new Map();
  /** Texts that are not a quantity; their fields have no entry. */
  #invalidTexts: ReadonlyMap<number, string> = new Map();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All quantities above zero, in a new map after every change. */
  readonly snapshot = (): QuantityEntries => this.#entries;

  /** Whether anything was entered, a quantity or not. */
  isFilled(): boolean {
    return this.#entries.size > 0 || this.#invalidTexts.size > 0;
  }

  get(combinationId: number): number {
    return this.#entries.get(combinationId) ?? 0;
  }

  /** The text in a field that is not a quantity; undefined where there is none. */
  findInvalidText(combinationId: number): string | undefined {
    return this.#invalidTexts.get(combinationId);
  }

  /** The combinations whose fields contain a text that is not a quantity. */
  listInvalid(): number[] {
    return [...this.#invalidTexts.keys()];
  }

  /** What is wrong with the text of a field, or the server's reason for rejecting the quantity; removed when the field changes. */
  findError(combinationId: number): string | undefined {
    return (
      findQuantityTextProblem(this.#invalidTexts.get(combinationId) ?? '') ??
      this.#refusals.get(combinationId) ??
      this.#errors.get(combinationId)
    );
  }

  /** Sets the quantity that was typed. A text that is not a quantity stays in the field, marked with its error. */
  type(combinationId: number, text: string): void {
    const isInvalid = findQuantityTextProblem(text) !== undefined;
    this.set([[combinationId, isInvalid ? 0 : Number(text)]], isInvalid ? new Map([[combinationId, text]]) : undefined);
  }

  set(changes: QuantityChanges, invalidTexts: ReadonlyMap<number, string> = new Map()): void {
    const entries = new Map(this.#entries);
    const errors = new Map(this.#errors);
    const refusals = new Map(this.#refusals);
    const texts = new Map(this.#invalidTexts);
    for (const [id, quantity] of changes) {
      if (quantity > 0) entries.set(id, quantity);
      else entries.delete(id);
      errors.delete(id);
      refusals.delete(id);
      texts.delete(id);
    }
    this.#invalidTexts = new Map([...texts, ...invalidTexts]);
    this.#entries = entries;
    this.#errors = errors;
    this.#refusals = refusals;
    this.#notify();
  }

  clear(): void {
    this.set([...this.#entries.keys(), ...this.#invalidTexts.keys()].map((id) => [id, 0] as const));
  }

  /** Replaces all errors that come with the server's totals. */
  setErrors(errors: ReadonlyMap<number, string>): void {
    if (errors.size === 0 && this.#errors.size === 0) return;
    this.#errors = errors;
    this.#refresh();
  }

  /** Replaces all reasons why the cart refused quantities; each stays until its quantity changes. */
  setRefusals(refusals: ReadonlyMap<number, string>): void {
    if (refusals.size === 0 && this.#refusals.size === 0) return;
    this.#refusals = refusals;
    this.#refresh();
  }

  #refresh(): void {
    // Problems are derived from the quantities, so a new map is needed to derive them again.
    this.#entries = new Map(this.#entries);
    this.#notify();
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The quantities entered for a garment. Kept for the session, so that leaving the page does not lose them. */
export function getQuantityStore(client: QueryClient, garmentId: number): QuantityStore {
  const key = ['quantities typed', garmentId];
  let quantities = client.getQueryData<QuantityStore>(key);
  if (!quantities) {
    quantities = new QuantityStore();
    // Without it, what has no observer is dropped after five minutes.
    client.setQueryDefaults(['quantities typed'], { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(key, quantities);
  }
  return quantities;
}

/** As `getQuantityStore`, for a component. */
export const useQuantityStore = (garmentId: number): QuantityStore => getQuantityStore(useQueryClient(), garmentId);

/** All quantities entered; renders again on every change. */
export const useQuantityEntries = (quantities: QuantityStore) => useSyncExternalStore(quantities.subscribe, quantities.snapshot);

/** The quantity of one combination; renders again only when it changes. */
export const useQuantity = (quantities: QuantityStore, combinationId: number) =>
  useSyncExternalStore(quantities.subscribe, () => quantities.get(combinationId));

/** The text of one combination's field that is not a quantity. */
export const useInvalidText = (quantities: QuantityStore, combinationId: number) =>
  useSyncExternalStore(quantities.subscribe, () => quantities.findInvalidText(combinationId));

/** The error of one combination. */
export const useQuantityError = (quantities: QuantityStore, combinationId: number) =>
  useSyncExternalStore(quantities.subscribe, () => quantities.findError(combinationId));

/** The sum of some quantities; renders again only when the sum changes. */
export const useQuantitySum = (quantities: QuantityStore, combinationIds: readonly (number | undefined)[]) =>
  useSyncExternalStore(quantities.subscribe, () =>
    combinationIds.reduce<number>((sum, id) => sum + (id === undefined ? 0 : quantities.get(id)), 0),
  );
