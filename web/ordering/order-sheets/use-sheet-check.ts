import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { isEmptyRow, type SheetRow, trimRows } from './sheet-rows.ts';
import { isEmptySheet, type SheetStore } from './sheet-store.ts';

export type SheetCheck = ReplyOf<'POST /api/ordersheets/check'>;
export type CheckedRow = SheetCheck['rows'][number];

/** The answer for a row, with the row as it was then. */
export interface RowResult {
  row: SheetRow;
  checked: CheckedRow;
}

/** What the server says of the sheet. */
export interface SheetChecking {
  /** The last answer; undefined before the first, and for an empty sheet. */
  check: SheetCheck | undefined;
  /** Answers by the key of their row. */
  results: ReadonlyMap<number, RowResult>;
  /** Whether the answer is one to the rows as they are. */
  isCurrent: boolean;
  error: Error | undefined;
  /** Asks again at once. */
  retry: () => void;
}

interface Answer {
  rows: readonly SheetRow[];
  check: SheetCheck;
  results: ReadonlyMap<number, RowResult>;
}

const DEBOUNCE_MS = 350;

/** Rows as they are checked and added, each under the number that the page shows. */
export const toNumberedRows = (rows: readonly SheetRow[]): BodyOf<'POST /api/ordersheets/check'>['rows'] =>
  trimRows(rows).flatMap(({ key: _key, ...cells }, index) => (isEmptyRow(cells) ? [] : [{ ...cells, number: index + 1 }]));

/** Asks the server about rows. */
async function checkRows(rows: readonly SheetRow[], signal: AbortSignal): Promise<Answer> {
  const check = await api('POST /api/ordersheets/check', { body: { rows: toNumberedRows(rows) }, signal });
  const results = check.rows.flatMap((checked): [number, RowResult][] => {
    const row = rows[checked.number - 1];
    return row ? [[row.key, { row, checked }]] : [];
  });
  return { rows, check, results: new Map(results) };
}

/** Has the sheet checked shortly after its last change. Until the answer arrives, the one before stays. */
export function useSheetCheck(store: SheetStore): SheetChecking {
  const rows = useSyncExternalStore(store.subscribe, store.rows);
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<Error>();
  const [attempt, setAttempt] = useState(0);
  const lastAttempt = useRef(attempt);
  const isEmpty = isEmptySheet(rows);

  useEffect(() => {
    if (isEmpty) {
      setAnswer(undefined);
      setError(undefined);
      return;
    }
    const cancelled = new AbortController();
    const ask = () =>
      checkRows(rows, cancelled.signal).then(
        (found) => {
          setAnswer(found);
          setError(undefined);
        },
        (problem: unknown) => {
          if (!cancelled.signal.aborted) setError(problem instanceof Error ? problem : new Error(String(problem)));
        },
      );
    const delay = lastAttempt.current === attempt ? DEBOUNCE_MS : 0;
    lastAttempt.current = attempt;
    const timer = setTimeout(() => void ask(), delay);
    return () => {
      clearTimeout(timer);
      cancelled.abort();
    };
  }, [rows, isEmpty, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => {
    // What could not be checked without a connection is checked when it is back.
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);

  return {
    check: isEmpty ? undefined : answer?.check,
    results: answer?.results ?? NOTHING,
    isCurrent: answer !== undefined && answer.rows === rows && error === undefined,
    error,
    retry,
  };
}

const NOTHING: ReadonlyMap<number, RowResult> = new Map();
