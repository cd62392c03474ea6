import { Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import css from './editable-price.module.css';
import { formatPriceEntry, formatSavedPrice } from './price-entry.ts';
import { getRangeProductName, type RangeProduct } from './range-labels.ts';
import type { PriceEdit } from './use-price-edit.ts';
import { usePriceEntry } from './use-price-entry.ts';

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
  ...(element?.closest('[data-list]')?.querySelectorAll<HTMLElement>(`${BUTTON}, [data-price-open]`) ?? []),
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
  const place = useRef<HTMLSpanElement>(null);
  const price = usePriceEntry(product, currencyCode, edit);
  if (price.text !== undefined) return <PriceField price={price} product={product} place={place} />;

  const { pending, conflict, button } = price;
  return (
    <span ref={place} className={css.place}>
      <button
        ref={button}
        type="button"
        className={css.button}
        data-edits-price
        aria-disabled={pending !== undefined || undefined}
        onClick={price.open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          const neighbour = findNeighbour(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
          event.preventDefault();
          neighbour?.focus();
        }}
      >
        <VisuallyHidden>Set price of {getRangeProductName(product)}: </VisuallyHidden>
        {pending ? (
          <span className="figures" aria-live="polite">
            <strong>{formatPriceEntry(pending, product, currencyCode)}</strong>
            <Text span display="block" size="xs" c="dimmed">
              Saving…
            </Text>
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
            <RowButton onClick={price.saveMine}>Save mine</RowButton>
            <RowButton onClick={price.keepTheirs}>Keep theirs</RowButton>
          </span>
        </span>
      )}
    </span>
  );
}

interface FieldProps {
  price: ReturnType<typeof usePriceEntry>;
  product: RangeProduct;
  place: RefObject<HTMLSpanElement | null>;
}

/** The field of an open price, with the keys that save, cancel and go on. */
function PriceField({ price, product, place }: FieldProps) {
  const { text, problem } = price;
  const help = useId();

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      price.commit(true);
      return;
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      price.close(true);
      return;
    }
    const step = event.key === 'ArrowDown' || (event.key === 'Tab' && !event.shiftKey) ? 1 : -1;
    if (!['ArrowDown', 'ArrowUp', 'Tab'].includes(event.key)) return;
    const neighbour = findNeighbour(place.current, step);
    // Tab leaves the list at its end, which saves as any loss of focus does.
    if (!neighbour && event.key === 'Tab') return;
    event.preventDefault();
    if (price.commit(!neighbour) && neighbour) openPrice(neighbour);
  }

  return (
    <span ref={place} className={css.field} data-price-open>
      <TextInput
        ref={price.takeFocus}
        aria-label={`Price of ${getRangeProductName(product)}`}
        aria-describedby={help}
        inputMode="text"
        autoComplete="off"
        maxLength={20}
        placeholder="Catalogue price"
        value={text}
        error={problem !== undefined}
        onChange={({ currentTarget }) => price.type(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => price.commit(false)}
      />
      <Text
        span
        display="block"
        size="xs"
        c={problem ? 'var(--mantine-color-error)' : 'dimmed'}
        id={help}
        className={css.help}
        role={problem ? 'alert' : undefined}
      >
        {problem ?? 'Amount, or % on the catalogue price. Blank: catalogue price.'}
      </Text>
    </span>
  );
}
