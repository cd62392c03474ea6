import { useEffect, useMemo, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { MAX_QUANTITY } from '#web/ui/forms/quantity-text.ts';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { addUp, type CodeEntry, MAX_CODES } from './pasted-codes.ts';

/** What the server says about a code and a quantity. */
export type CheckedItem = ReplyOf<'POST /api/product/stockmultiple'>['stock'][number];

/** One code of a quick order. */
export interface QuickOrderRow extends CodeEntry {
  /** Undefined while it is looked up. */
  item: CheckedItem | undefined;
}

/** Codes that one call checks. */
const CHECKED_TOGETHER = 100;
/** A quantity is checked once it has not changed for this long. */
const DELAY_MS = 200;

const keyOf = ({ code, quantity }: CodeEntry) => `${quantity} ${code.toLowerCase()}`;

/**
 * The codes and quantities of a quick order, each checked on the server: what it is, what it costs, when it comes, or what is wrong. They are kept in this
 * tab until they are added to the cart.
 */
export function useQuickOrder() {
  const [draft, save] = useDraft<{ entries: CodeEntry[] }>('quick-order');
  const entries = useMemo(() => draft?.entries ?? [], [draft]);
  const [checked, setChecked] = useState<ReadonlyMap<string, CheckedItem>>(new Map());
  const [error, setError] = useState<Error>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt sends the same again
  useEffect(() => {
    const missing = entries.filter((entry) => !checked.has(keyOf(entry))).slice(0, CHECKED_TOGETHER);
    if (missing.length === 0) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const items = missing.map(({ code, quantity }) => ({ sku: code, quantity }));
      try {
        const { stock } = await api('POST /api/product/stockmultiple', { body: { items }, signal: abort.signal });
        setError(undefined);
        setChecked(
          (before) => new Map([...before, ...stock.map((item, place) => [keyOf(missing[place] as CodeEntry), item] as const)]),
        );
      } catch (failure) {
        if (!abort.signal.aborted) setError(failure as Error);
      }
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [entries, checked, attempt]);

  const set = (changed: CodeEntry[]) => save(changed.length > 0 ? { entries: changed } : undefined);
  // A changed quantity shows what is known of the code until it is checked.
  const known = useMemo(() => new Map([...checked].map(([key, item]) => [key.slice(key.indexOf(' ') + 1), item])), [checked]);
  return {
    rows: entries.map(
      (entry): QuickOrderRow => ({ ...entry, item: checked.get(keyOf(entry)) ?? known.get(entry.code.toLowerCase()) }),
    ),
    isChecked: entries.every((entry) => checked.has(keyOf(entry))),
    error,
    retry: () => {
      setError(undefined);
      setAttempt(attempt + 1);
    },
    /** Adds codes, equal ones to the quantity that is there. Returns false, and adds nothing, where there would be too many. */
    add: (added: readonly CodeEntry[]): boolean => {
      const all = addUp([...entries, ...added]);
      if (all.length > MAX_CODES) return false;
      set(all);
      return true;
    },
    setQuantity: (code: string, quantity: number) =>
      set(entries.map((entry) => (entry.code === code ? { code, quantity: Math.min(quantity, MAX_QUANTITY) } : entry))),
    /** Replaces all entries. */
    replace: set,
  };
}
