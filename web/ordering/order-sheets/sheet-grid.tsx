// biome-ignore-all lint/a11y/noRedundantRoles: see the next line
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are drawn as grids of their own, for which some browsers forget what a table is
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatClipboardText } from './clipboard-text.ts';
import { handleGridKey } from './grid-keys.ts';
import type { SheetChecker } from './sheet-checker.ts';
import css from './sheet-grid.module.css';
import { SheetRowView } from './sheet-row.tsx';
import { COLUMNS } from './sheet-rows.ts';
import { getBlock, type PasteOutcome, type SheetPlace, type SheetStore } from './sheet-store.ts';

/** Height of a row in pixels; must match the style sheet. */
const ROW_HEIGHT = 40;

/** What can be done to the grid from outside. */
export interface SheetGridHandle {
  /** Makes a cell the active one, with the focus. */
  goTo: (place: SheetPlace) => void;
}

interface Props {
  store: SheetStore;
  checker: SheetChecker;
  onNextProblem: () => void;
  onPasted: (outcome: PasteOutcome) => void;
  ref: Ref<SheetGridHandle>;
}

/** The sheet as a grid with the keys of a spreadsheet. Only visible rows are in the document, and the active one. */
export function SheetGrid({ store, checker, onNextProblem, onPasted, ref }: Props) {
  const { rows, shown, active, corner } = useSyncExternalStore(store.subscribe, store.state);
  const results = useSyncExternalStore(checker.subscribe, () => checker.state().results);
  const scroller = useRef<HTMLElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(false);
  /** Set by Escape: the next Tab leaves the grid. */
  const leaves = useRef(false);
  const numbers = useMemo(() => new Map(rows.map((row, index) => [row.key, index + 1])), [rows]);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 2,
    // The head is in the same container, above the rows.
    scrollMargin: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    // The active row stays, because its field has the focus.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active.row])].toSorted((a, b) => a - b),
  });

  const drawnRows = useRef(rows);
  useEffect(() => {
    // What was pasted or filled in stays where it begins; what is selected further is followed.
    const place = rows === drawnRows.current ? corner : active;
    drawnRows.current = rows;
    if (!takesFocus.current) return;
    virtual.scrollToIndex(place.row, { align: 'auto' });
    scrollToColumn(scroller.current, place);
  }, [virtual, rows, active, corner]);
  useImperativeHandle(ref, () => ({
    goTo: (place) => {
      takesFocus.current = true;
      store.select(place);
      scroller.current?.querySelector<HTMLInputElement>(`.${css.field}`)?.focus();
    },
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    takesFocus.current = true;
    const { key } = event;
    if (key === 'Tab' && leaves.current) {
      takesFocus.current = false;
      return;
    }
    leaves.current = key === 'Escape' && !store.editing();
    if ((event.ctrlKey || event.metaKey) && /^[cx]$/i.test(key)) letCopy(event, store);
    else if (handleGridKey(event, { store, goToNextProblem: onNextProblem })) event.preventDefault();
  };
  const onCopy = (event: ClipboardEvent, isCut = false) => {
    if (store.editing()) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', formatClipboardText(store.copy()));
    if (isCut) store.clear();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (store.editing()) return;
    event.preventDefault();
    onPasted(store.paste(event.clipboardData.getData('text/plain')));
  };
  const onMouseDown = (event: MouseEvent) => {
    if (event.button !== 0) return;
    takesFocus.current = true;
    leaves.current = false;
    const row = findRow(event.target);
    if (row === undefined) return;
    const place = findPlace(event.target);
    if (!place) {
      event.preventDefault();
      store.selectRows(event.shiftKey ? active.row : row, row);
    } else if (place.row !== active.row || place.column !== active.column || event.shiftKey) {
      event.preventDefault();
      store.select(place, event.shiftKey);
    } else if (!store.editing()) {
      event.preventDefault();
      store.select(place);
      (event.target as Element).closest('td')?.querySelector('input')?.focus();
    }
  };
  const onMouseMove = (event: MouseEvent) => {
    if (event.buttons !== 1 || store.editing()) return;
    const place = findPlace(event.target);
    if (place && (place.row !== corner.row || place.column !== corner.column)) store.select(place, true);
  };

  const block = getBlock({ active, corner });
  const items = virtual.getVirtualItems();
  const size = { 'aria-rowcount': shown.length + 1, 'aria-colcount': COLUMNS.length + 2 };
  const below = virtual.getTotalSize() + ROW_HEIGHT - (items.at(-1)?.end ?? ROW_HEIGHT);
  return (
    <div className={css.frame} ref={layer}>
      <VisuallyHidden>
        <p id="sheet-keys">
          Type to fill in a cell. Arrows, Tab and Enter move, F2 edits, Delete empties. Escape, then Tab leaves the sheet.
        </p>
      </VisuallyHidden>
      <section
        ref={scroller}
        className={css.scroller}
        aria-label="Sheet"
        aria-describedby="sheet-keys"
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onCut={(event) => onCopy(event, true)}
        onPaste={onPaste}
        onMouseDown={onMouseDown}
        onMouseMove={onMouseMove}
        onDoubleClick={(event) => findPlace(event.target) && !store.editing() && store.open()}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) {
            takesFocus.current = false;
            if (store.editing()) store.commit();
          }
        }}
      >
        <table role="grid" className={css.table} {...size} aria-label="Rows of the sheet" aria-multiselectable="true">
          <thead role="rowgroup">
            <tr role="row" aria-rowindex={1}>
              <th role="columnheader" scope="col" className={css.number}>
                <VisuallyHidden>Row</VisuallyHidden>
              </th>
              {COLUMNS.map(({ cell, label }) => (
                <th key={cell} role="columnheader" scope="col" data-cell={cell}>
                  {label}
                </th>
              ))}
              <th role="columnheader" scope="col" className={css.result}>
                Result
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {items.map(({ index, start }, place) => {
              const row = shown[index];
              const gap = start - (items[place - 1]?.end ?? ROW_HEIGHT);
              const isInBlock = index >= block.top && index <= block.bottom;
              return (
                row && (
                  <Fragment key={row.key}>
                    {gap > 0 && <Space height={gap} />}
                    <SheetRowView
                      store={store}
                      row={row}
                      index={index}
                      number={numbers.get(row.key) ?? 0}
                      result={results.get(row.key)}
                      activeColumn={index === active.row ? active.column : -1}
                      left={isInBlock ? block.left : -1}
                      right={isInBlock ? block.right : -1}
                      takesFocus={takesFocus}
                      layer={layer}
                    />
                  </Fragment>
                )
              );
            })}
            {below > 0 && <Space height={below} />}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** Takes up the height of the rows that are not rendered. */
const Space = ({ height }: { height: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
  <tr aria-hidden="true" className={css.space} style={{ height }} />
);

/** Browsers copy from a field only where text is selected in it; an empty cell gets a space for the moment. */
function letCopy({ target }: KeyboardEvent, store: SheetStore): void {
  if (!(target instanceof HTMLInputElement) || target.value !== '' || store.editing()) return;
  target.value = ' ';
  target.select();
  setTimeout(() => {
    if (target.value === ' ') target.value = '';
  });
}

function findRow(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]')?.dataset.row : undefined;
  return row === undefined ? undefined : Number(row);
}

function findPlace(target: EventTarget): SheetPlace | undefined {
  const row = findRow(target);
  const column = target instanceof Element ? target.closest<HTMLElement>('td[data-column]')?.dataset.column : undefined;
  return row === undefined || column === undefined ? undefined : { row, column: Number(column) };
}

/** Scrolls sideways until the column is between the fixed ones. */
function scrollToColumn(scroller: HTMLElement | null, { row, column }: SheetPlace): void {
  scroller
    ?.querySelector(`tr[data-row="${row}"] td[data-column="${column}"]`)
    ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}
