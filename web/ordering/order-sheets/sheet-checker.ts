import { replaceEqualDeep } from '@tanstack/react-query';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { runWhenIdle } from '#web/ui/browser/run-when-idle.ts';
import { isEmptyRow, type SheetRow, trimRows } from './sheet-rows.ts';
import { isEmptySheet, type SheetStore } from './sheet-store.ts';

export type SheetCheck = ReplyOf<'POST /api/ordersheets/check'>;
export type CheckedRow = SheetCheck['rows'][number];

/** The answer for a row, with the row as it was then. The same object for as long as nothing of it changes. */
export interface RowResult {
  row: SheetRow;
  checked: CheckedRow;
}

/** What the server says of the sheet. A new object after every change of it. */
export interface SheetChecking {
  /** The last answer; undefined before the first, and for an empty sheet. */
  check: SheetCheck | undefined;
  /** Answers by the key of their row. */
  results: ReadonlyMap<number, RowResult>;
  /** Whether the answer is one to the rows as they are. */
  isCurrent: boolean;
  error: Error | undefined;
}

const DEBOUNCE_MS = 350;
/** Checks and their answers wait for a pause between keys, but not longer than this. */
const MAX_IDLE_WAIT_MS = 400;
const NOTHING: SheetChecking = { check: undefined, results: new Map(), isCurrent: false, error: undefined };

/** Rows as they are checked and added, each under the number that the page shows. */
export const toNumberedRows = (rows: readonly SheetRow[]): BodyOf<'POST /api/ordersheets/check'>['rows'] =>
  trimRows(rows).flatMap(({ key: _key, ...cells }, index) => (isEmptyRow(cells) ? [] : [{ ...cells, number: index + 1 }]));

/**
 * Has a sheet checked by the server shortly after each change, one check at a time. Until the answer arrives, the one before stays. Outside React's state, so that
 * an answer renders the rows that it changes, and no others.
 */
export class SheetChecker {
  readonly #store: SheetStore;
  #state = NOTHING;
  /** The rows of the last change that was seen. */
  #rows: readonly SheetRow[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #inFlight: AbortController | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(store: SheetStore) {
    this.#store = store;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): SheetChecking => this.#state;

  /** Follows the sheet from now on; returns what ends it. */
  readonly start = (): (() => void) => {
    const unsubscribe = this.#store.subscribe(() => this.#onChange());
    // What could not be checked without a connection is checked when it is back.
    addEventListener('online', this.retry);
    this.#onChange();
    return () => {
      unsubscribe();
      removeEventListener('online', this.retry);
      this.#cancel();
      this.#rows = undefined;
    };
  };

  /** Asks again at once. */
  readonly retry = (): void => {
    this.#cancel();
    if (!isEmptySheet(this.#store.rows())) this.#schedule(0);
  };

  #onChange(): void {
    const rows = this.#store.rows();
    if (rows === this.#rows) return;
    this.#rows = rows;
    const { check, results } = this.#state;
    const isEmpty = isEmptySheet(rows);
    if (isEmpty || !rows.some(({ key }) => results.has(key))) {
      // What was said of another sheet says nothing of this one.
      this.#cancel();
      if (check) this.#set(NOTHING);
    } else if (this.#state.isCurrent) this.#set({ ...this.#state, isCurrent: false });
    if (!isEmpty) this.#schedule(DEBOUNCE_MS);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#inFlight) void this.#ask();
    }, delay);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#inFlight?.abort();
    this.#inFlight = undefined;
  }

  async #ask(): Promise<void> {
    const asked = new AbortController();
    this.#inFlight = asked;
    const { signal } = asked;
    let rows = this.#store.rows();
    try {
      await whenIdle();
      rows = this.#store.rows();
      const check = await api('POST /api/ordersheets/check', { body: { rows: toNumberedRows(rows) }, signal });
      await whenIdle();
      const results = keepEqual(this.#state.results, check.rows, rows);
      await whenIdle();
      if (signal.aborted) return;
      this.#set({ check, results, isCurrent: this.#store.rows() === rows, error: undefined });
    } catch (error) {
      if (signal.aborted) return;
      this.#set({ ...this.#state, isCurrent: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
    this.#inFlight = undefined;
    if (this.#store.rows() !== rows && this.#timer === undefined) this.#schedule(0);
  }

  #set(state: SheetChecking): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const whenIdle = () => new Promise<void>((resolve) => runWhenIdle(resolve, MAX_IDLE_WAIT_MS));

/** The answers by the key of their row; those that say what they said before are the same objects. */
function keepEqual(
  before: SheetChecking['results'],
  checkedRows: readonly CheckedRow[],
  rows: readonly SheetRow[],
): SheetChecking['results'] {
  const results = new Map<number, RowResult>();
  for (const checked of checkedRows) {
    const row = rows[checked.number - 1];
    if (!row) continue;
    const known = before.get(row.key);
    const isKnown = known?.row === row && replaceEqualDeep(known.checked, checked) === known.checked;
    results.set(row.key, isKnown ? known : { row, checked });
  }
  return results;
}
