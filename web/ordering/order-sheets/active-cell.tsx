import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { SheetCell } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { CellPanel } from './cell-panel.tsx';
import { findCellMessage, findFilledIn } from './row-result.ts';
import type { RowResult } from './sheet-checker.ts';
import css from './sheet-grid.module.css';
import type { SheetRow } from './sheet-rows.ts';
import type { SheetStore } from './sheet-store.ts';
import { useCellOptions } from './use-cell-options.ts';

interface Props {
  store: SheetStore;
  row: SheetRow;
  /** Number of the row, from 1 on. */
  number: number;
  cell: SheetCell;
  label: string;
  result: RowResult | undefined;
  /** Whether the cell takes the focus: the grid has it. */
  takesFocus: RefObject<boolean>;
  /** Where the panel below the cell is shown. */
  layer: RefObject<HTMLDivElement | null>;
}

/**
 * The field of the active cell. Its whole text is selected until it is edited, so that typing replaces it, with every keyboard and input method. It alone renders
 * on a keystroke.
 */
export function ActiveCell({ store, row, number, cell, label, result, takesFocus, layer }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const editing = useSyncExternalStore(store.subscribe, store.editing);
  const options = useCellOptions(row, cell, result, editing);
  const [highlighted, setHighlighted] = useState(-1);
  const [isClosed, setClosed] = useState(false);
  const panelId = useId();
  const message = findCellMessage(row, result, cell);
  const filledIn = findFilledIn(row, result, cell);
  const isEditing = editing !== undefined;
  const isOpen = !isClosed && (options.length > 0 || (message !== undefined && !isEditing));

  useLayoutEffect(() => {
    if (takesFocus.current && document.activeElement !== input.current) input.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useLayoutEffect(() => {
    const field = input.current;
    if (!field || document.activeElement !== field) return;
    if (!isEditing) field.select();
  });

  const choose = (index: number) => {
    const option = options[index];
    if (!option) return false;
    store.choose(option.text, option.customerId);
    setHighlighted(-1);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      event.stopPropagation();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const isInList = isOpen && options.length > 0 && (isEditing || highlighted >= 0 || event.altKey);
    if (isInList && step !== 0 && !event.shiftKey && (highlighted >= 0 || step === 1)) {
      event.preventDefault();
      event.stopPropagation();
      setHighlighted(Math.min(options.length - 1, highlighted + step));
    } else if (event.key === 'Escape' && highlighted >= 0) {
      event.stopPropagation();
      setHighlighted(-1);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && isOpen && highlighted >= 0) {
      // Then the key moves on, as after a typed text.
      choose(highlighted);
    }
  };

  return (
    <>
      <input
        ref={input}
        className={css.field}
        data-editing={isEditing || undefined}
        data-proposed={(filledIn?.isProposed && !isEditing) || undefined}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        inputMode={cell === 'quantity' ? 'decimal' : 'text'}
        aria-label={`${label}, row ${number}`}
        aria-invalid={message?.kind === 'problem' || undefined}
        aria-autocomplete="list"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={isOpen && options.length > 0 ? `${panelId}-list` : undefined}
        aria-describedby={isOpen && message ? `${panelId}-message` : undefined}
        aria-activedescendant={isOpen && highlighted >= 0 ? `${panelId}-${highlighted}` : undefined}
        placeholder={filledIn?.text ?? ''}
        value={editing?.text ?? row[cell]}
        onChange={(event) => {
          setClosed(false);
          setHighlighted(-1);
          store.type(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen &&
        layer.current &&
        createPortal(
          <CellPanel
            id={panelId}
            field={input}
            message={isEditing ? undefined : message}
            options={options}
            highlighted={highlighted}
            onChoose={(index) => {
              choose(index);
              input.current?.focus();
            }}
            onClose={() => setClosed(true)}
          />,
          layer.current,
        )}
    </>
  );
}
