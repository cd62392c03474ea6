import { Box, Button, TextInput } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { describeRow, findCellMessage, findFilledIn } from './row-result.ts';
import css from './sheet-cards.module.css';
import type { RowResult, SheetChecker } from './sheet-checker.ts';
import { COLUMNS, createRow, isEmptyRow, type SheetRow, withCell } from './sheet-rows.ts';
import type { SheetStore } from './sheet-store.ts';
import { type CellOption, useCellOptions } from './use-cell-options.ts';

interface Props {
  store: SheetStore;
  checker: SheetChecker;
}

const ESTIMATED_HEIGHT = 96;

/** The sheet on a phone: a card for each row, which opens as a form. */
export function SheetCards({ store, checker }: Props) {
  const { rows, shown } = useSyncExternalStore(store.subscribe, store.state);
  const results = useSyncExternalStore(checker.subscribe, () => checker.state().results);
  const [openKey, setOpenKey] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const filled = shown.filter((row) => !isEmptyRow(row) || row.key === openKey);
  const open = rows.find(({ key }) => key === openKey);
  const [top, setTop] = useState(0);
  // Notices above the list come and go.
  useLayoutEffect(() => {
    const now = list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0;
    if (now !== top) setTop(now);
  });
  const virtual = useWindowVirtualizer({
    count: filled.length,
    scrollMargin: top,
    estimateSize: () => ESTIMATED_HEIGHT,
    getItemKey: (index) => filled[index]?.key ?? index,
    overscan: 4,
  });
  const addRow = () => {
    const row = createRow();
    if (store.append([row])) setOpenKey(row.key);
  };
  return (
    <>
      <Box
        component="ul"
        role="list"
        ref={list}
        className={css.list}
        style={{ height: virtual.getTotalSize() }}
        aria-label="Rows of the sheet"
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = filled[index];
          return (
            row && (
              <li
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                className={css.item}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <RowCard
                  row={row}
                  number={rows.indexOf(row) + 1}
                  result={results.get(row.key)}
                  onOpen={() => setOpenKey(row.key)}
                />
              </li>
            )
          );
        })}
      </Box>
      <Button className={css.add} variant="default" fullWidth onClick={addRow}>
        Add a row
      </Button>
      <Dialog
        sheet
        opened={open !== undefined}
        onClose={() => setOpenKey(undefined)}
        title={open ? `Row ${rows.indexOf(open) + 1}` : 'Row'}
        closeLabel="Close row"
      >
        {open && (
          <RowForm
            key={open.key}
            store={store}
            row={open}
            result={results.get(open.key)}
            onDone={() => setOpenKey(undefined)}
            onNext={addRow}
          />
        )}
      </Dialog>
    </>
  );
}

interface CardProps {
  row: SheetRow;
  number: number;
  result: RowResult | undefined;
  onOpen: () => void;
}

function RowCard({ row, number, result, onOpen }: CardProps) {
  const outcome = result && describeRow(result);
  const choices = (['colour', 'size', 'fit', 'nameOnGarment'] as const).flatMap((cell) => {
    const filledIn = findFilledIn(row, result, cell);
    const text = row[cell] || filledIn?.text;
    return text ? [{ cell, text, isProposed: filledIn?.isProposed ?? false }] : [];
  });
  return (
    <button type="button" className={css.card} data-kind={outcome?.kind} onClick={onOpen} aria-label={`Edit row ${number}`}>
      <span className={css.head}>
        <strong>{row.wearer || 'No wearer yet'}</strong>
        <span className="figures">{row.quantity && `× ${row.quantity}`}</span>
      </span>
      <span>{row.garment || 'No garment yet'}</span>
      <span className={css.choices}>
        {choices.map(({ cell, text, isProposed }) => (
          <span key={cell} data-proposed={isProposed || undefined}>
            {text}
          </span>
        ))}
      </span>
      {outcome && <span className={css.outcome}>{outcome.text}</span>}
    </button>
  );
}

interface FormProps {
  store: SheetStore;
  row: SheetRow;
  result: RowResult | undefined;
  onDone: () => void;
  onNext: () => void;
}

function RowForm({ store, row, result, onDone, onNext }: FormProps) {
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      {COLUMNS.map((column) => (
        <RowField key={column.cell} store={store} row={row} result={result} {...column} />
      ))}
      <div className={css.buttons}>
        <Button type="submit">Done</Button>
        <Button variant="default" onClick={onNext}>
          Add another row
        </Button>
        <Button
          variant="default"
          onClick={() => {
            store.removeRows(new Set([row.key]));
            onDone();
          }}
        >
          Delete row
        </Button>
      </div>
    </form>
  );
}

function RowField({ store, row, result, cell, label }: Pick<FormProps, 'store' | 'row' | 'result'> & (typeof COLUMNS)[number]) {
  const [typed, setTyped] = useState<string>();
  const id = useId();
  const [hasFocus, setFocus] = useState(false);
  const options = useCellOptions({ row, cell, result, typed, isAsked: hasFocus });
  const message = findCellMessage(row, result, cell);
  const filledIn = findFilledIn(row, result, cell);
  const pending = useRef<string>(undefined);
  pending.current = typed;
  const put = (changes: Partial<SheetRow>) => store.changeRow(row.key, changes);
  // What is being typed counts also when the form is closed.
  useEffect(
    () => () => {
      if (pending.current === undefined) return;
      const current = store.rows().find(({ key }) => key === row.key);
      if (current) store.changeRow(row.key, withCell(current, cell, pending.current));
    },
    [store, row.key, cell],
  );
  const choose = ({ text, value = text, customerId }: CellOption) => {
    setTyped(undefined);
    put({ ...withCell(row, cell, value), ...(customerId !== undefined && { customerId }) });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is typed is taken when the focus leaves the field and its suggestions
    <div
      onFocus={() => setFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        setFocus(false);
        if (typed !== undefined) put(withCell(row, cell, typed));
        setTyped(undefined);
      }}
    >
      <TextInput
        id={id}
        label={label}
        autoComplete="off"
        inputMode={cell === 'quantity' ? 'decimal' : 'text'}
        placeholder={filledIn?.text ?? ''}
        description={filledIn?.isProposed ? `${filledIn.text} is suggested` : undefined}
        error={typed === undefined && message?.kind === 'problem' ? message.text : undefined}
        value={typed ?? row[cell]}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed === undefined && message?.kind === 'note' && <p className={css.note}>{message.text}</p>}
      {options.length > 0 && (
        <Box component="ul" role="list" className={css.options} aria-label={`Suggestions for ${label}`}>
          {options.map((option) => (
            <li key={option.key}>
              {/* Before the field loses the focus, and takes what is half typed. */}
              <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => choose(option)}>
                {option.text}
                {option.detail && <small>{option.detail}</small>}
              </button>
            </li>
          ))}
        </Box>
      )}
    </div>
  );
}
