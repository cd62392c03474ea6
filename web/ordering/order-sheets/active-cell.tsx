import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { SheetCell } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { CellPanel } from './cell-panel.tsx';
import { findCellMessage, findFilledIn } from './row-result.ts';
import type { RowResult } from './sheet-checker.ts';
import css from './sheet-grid.module.css';
import type { SheetRow } from './sheet-rows.ts';
import type { SheetStore } from './sheet-store.ts';
import { type CellOption, listChoices, useGarmentOptions, useValueOptions, useWearerOptions } from './use-cell-options.ts';

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

/** The field of the active cell, with what can be put into it. */
export function ActiveCell(props: Props) {
  const Cell = CELLS[props.cell];
  return <Cell {...props} />;
}

/** What is typed into the cell, and whether its list has been asked for by key. */
function useAskedCell({ store, row, cell, result }: Props) {
  const [isListOpen, setListOpen] = useState(false);
  const typed = useSyncExternalStore(store.subscribe, store.editing)?.text;
  return { asked: { row, cell, result, typed, isAsked: typed !== undefined || isListOpen }, isListOpen, setListOpen };
}

function WearerCell(props: Props) {
  const { asked, ...list } = useAskedCell(props);
  return <CellField {...props} {...list} options={useWearerOptions(asked)} />;
}
function GarmentCell(props: Props) {
  const { asked, ...list } = useAskedCell(props);
  return <CellField {...props} {...list} options={useGarmentOptions(asked)} />;
}
function ValueCell(props: Props) {
  const { asked, ...list } = useAskedCell(props);
  return <CellField {...props} {...list} options={useValueOptions(asked)} />;
}
const PlainCell = (props: Props) => (
  <CellField {...props} isListOpen={false} options={listChoices(props.row, props.result, props.cell)} />
);

const CELLS = {
  wearer: WearerCell,
  garment: GarmentCell,
  colour: ValueCell,
  size: ValueCell,
  fit: ValueCell,
  quantity: PlainCell,
  reason: PlainCell,
  nameOnGarment: PlainCell,
};

interface FieldProps extends Props {
  options: readonly CellOption[];
  isListOpen: boolean;
  /** Asks for the list, where the cell has one. */
  setListOpen?: (isOpen: boolean) => void;
}

/**
 * The field of the active cell. Its whole text is selected until it is edited, so that typing replaces it, with every keyboard and input method. It alone renders
 * on a keystroke.
 */
function CellField(props: FieldProps) {
  const { store, row, number, cell, label, result, takesFocus, layer, options, isListOpen, setListOpen } = props;
  const input = useRef<HTMLInputElement>(null);
  const editing = useSyncExternalStore(store.subscribe, store.editing);
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
    store.choose(option.value ?? option.text, option.customerId);
    setHighlighted(-1);
    setListOpen?.(false);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      event.stopPropagation();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const isInList = isOpen && options.length > 0 && (isEditing || isListOpen || highlighted >= 0 || event.altKey);
    if (event.altKey && step === 1 && !isInList && setListOpen) {
      event.preventDefault();
      event.stopPropagation();
      setClosed(false);
      setListOpen(true);
    } else if (isInList && step !== 0 && !event.shiftKey && (highlighted >= 0 || step === 1)) {
      event.preventDefault();
      event.stopPropagation();
      setHighlighted(Math.min(options.length - 1, highlighted + step));
    } else if (event.key === 'Escape' && (highlighted >= 0 || isListOpen)) {
      event.stopPropagation();
      setHighlighted(-1);
      setListOpen?.(false);
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
