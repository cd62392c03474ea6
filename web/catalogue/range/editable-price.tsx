import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import css from './editable-price.module.css';
import { formatPriceEntry, formatSavedPrice, isSamePrice, type PriceEntry, parsePriceText, toPriceText } from './price-entry.ts';
import { getRangeProductName, type RangeProduct } from './range-labels.ts';
import type { PriceEdit } from './use-price-edit.ts';

interface Props {
  product: RangeProduct;
  currencyCode: string;
  edit: PriceEdit;
  /** The price as it is shown when it is not being edited. */
  children: ReactNode;
}

const BUTTON = 'button[data-edits-price]';

/** The buttons of the prices in the list around an element, in their order. */
const listButtons = (element: Element | null) => [
  ...(element?.closest('[data-prices]')?.querySelectorAll<HTMLElement>(`${BUTTON}, [data-price-open]`) ?? []),
];

/** The price next to the one that contains an element; undefined at the end of the list. */
function findNeighbour(element: Element | null, step: 1 | -1): HTMLElement | undefined {
  const places = listButtons(element);
  const at = places.findIndex((place) => place.contains(element));
  return at < 0 ? undefined : places[at + step];
}

/** Opens the price at a place in the list, or goes to its field if it is open already. */
function openPrice(place: HTMLElement): void {
  if (place.matches(BUTTON)) place.click();
  else place.querySelector('input')?.focus();
}

/**
 * A price that is edited where it is shown. Enter saves, Esc cancels; Tab and the arrow keys save and go to the next row. It shows what was
 * entered before the server has answered, and the previous price with the reason if that refuses. When someone else has changed the price
 * meanwhile, theirs is shown before it is overwritten.
 */
export function EditablePrice({ product, currencyCode, edit, children }: Props) {
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState<PriceEntry>();
  const [conflict, setConflict] = useState<PriceEntry>();
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const restoresFocus = useRef(false);
  const takesFocus = useRef(false);
  const help = useId();
  const name = getRangeProductName(product);

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

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      commit(true);
      return;
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      close(true);
      return;
    }
    const step = event.key === 'ArrowDown' || (event.key === 'Tab' && !event.shiftKey) ? 1 : -1;
    if (!['ArrowDown', 'ArrowUp', 'Tab'].includes(event.key)) return;
    const neighbour = findNeighbour(place.current, step);
    // Tab leaves the list at its end, which saves as any loss of focus does.
    if (!neighbour && event.key === 'Tab') return;
    event.preventDefault();
    if (commit(!neighbour) && neighbour) openPrice(neighbour);
  }

  if (text !== undefined)
    return (
      <span ref={place} className={css.field} data-price-open>
        <TextInput
          ref={(input) => {
            if (!input || !takesFocus.current) return;
            takesFocus.current = false;
            input.focus();
            input.select();
          }}
          aria-label={`Price of ${name}`}
          aria-describedby={help}
          inputMode="text"
          autoComplete="off"
          maxLength={20}
          placeholder="Catalogue price"
          value={text}
          error={problem !== undefined}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(undefined);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => commit(false)}
        />
        <span id={help} className={problem ? css.problem : css.help} role={problem ? 'alert' : undefined}>
          {problem ?? 'Amount, or % on the catalogue price. Blank: catalogue price.'}
        </span>
      </span>
    );
  return (
    <span ref={place} className={css.place}>
      <button
        ref={button}
        type="button"
        className={css.button}
        data-edits-price
        aria-disabled={pending !== undefined || undefined}
        onClick={() => {
          if (pending) return;
          takesFocus.current = true;
          setConflict(undefined);
          setText(toPriceText(product));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          const neighbour = findNeighbour(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
          event.preventDefault();
          neighbour?.focus();
        }}
      >
        <VisuallyHidden>Set price of {name}: </VisuallyHidden>
        {pending ? (
          <span className="figures" aria-live="polite">
            <strong>{formatPriceEntry(pending, product, currencyCode)}</strong>
            <span className={css.note}>Saving…</span>
          </span>
        ) : (
          children
        )}
      </button>
      {conflict && !pending && (
        <span className={css.conflict} role="alert">
          <span>
            Someone else set {formatSavedPrice(product, currencyCode)}. Yours, {formatPriceEntry(conflict, product, currencyCode)}
            , is not saved.
          </span>
          <span className={css.choices}>
            <RowButton
              onClick={() => {
                button.current?.focus();
                void save(conflict, product);
              }}
            >
              Save mine
            </RowButton>
            <RowButton
              onClick={() => {
                button.current?.focus();
                setConflict(undefined);
              }}
            >
              Keep theirs
            </RowButton>
          </span>
        </span>
      )}
    </span>
  );
}
