import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatSavedPrice, isSamePrice, type PriceEntry, parsePriceText, toPriceText } from './price-entry.ts';
import type { RangeProduct } from './range-labels.ts';
import type { PriceEdit } from './use-price-edit.ts';

/**
 * Entering the price of one product: what is typed, what is being saved, what was refused, and where the focus goes. Not `useEntityForm`: there is no
 * form, and a list has hundreds of these.
 */
export function usePriceEntry(product: RangeProduct, currencyCode: string, edit: PriceEdit) {
  /** Undefined while the price is not being edited. */
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState<PriceEntry>();
  const [conflict, setConflict] = useState<PriceEntry>();
  const button = useRef<HTMLButtonElement>(null);
  const restoresFocus = useRef(false);
  const takesFocus = useRef(false);

  useEffect(() => {
    if (text !== undefined || !restoresFocus.current) return;
    restoresFocus.current = false;
    button.current?.focus();
  }, [text]);

  const close = (withFocus: boolean) => {
    restoresFocus.current = withFocus;
    setText(undefined);
    setProblem(undefined);
  };

  async function save(entry: PriceEntry, base: RangeProduct) {
    setConflict(undefined);
    setPending(entry);
    try {
      await edit.save(base, entry, currencyCode);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await showConflict(entry, error);
      else {
        showError(error);
        // The previous price is still the one that counts; what was entered stays in the field.
        takesFocus.current = false;
        setText(toPriceText(entry));
        setProblem(
          `Not saved, so the price is still ${formatSavedPrice(base, currencyCode)}. ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    } finally {
      setPending(undefined);
    }
  }

  async function showConflict(entry: PriceEntry, error: ApiError) {
    const current = await edit.reload(product.id).catch(() => undefined);
    if (!current) showError(error);
    else if (!isSamePrice(current, entry)) setConflict(entry);
  }

  /** Saves what was entered; false if that is not a price. */
  function commit(withFocus: boolean): boolean {
    if (text === undefined) return true;
    const entry = parsePriceText(text);
    if ('problem' in entry) {
      setProblem(entry.problem);
      return false;
    }
    close(withFocus);
    if (!isSamePrice(entry, product)) void save(entry, product);
    return true;
  }

  return {
    text,
    problem,
    pending,
    conflict,
    /** The button that opens the price. */
    button,
    open() {
      if (pending) return;
      takesFocus.current = true;
      setConflict(undefined);
      setText(toPriceText(product));
    },
    close,
    commit,
    type(typed: string) {
      setText(typed);
      setProblem(undefined);
    },
    /** Focuses the field as it appears, if the person has opened it. */
    takeFocus(input: HTMLInputElement | null) {
      if (!input || !takesFocus.current) return;
      takesFocus.current = false;
      input.focus();
      input.select();
    },
    saveMine() {
      button.current?.focus();
      if (conflict) void save(conflict, product);
    },
    keepTheirs() {
      button.current?.focus();
      setConflict(undefined);
    },
  };
}
