import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { findDirection, findNextPosition } from './cell-navigation.ts';
import type { CellPosition } from './grid-model.ts';
import type { GridParts } from './grid-parts.ts';
import { ColumnTotals } from './grid-sums.tsx';
import { applyPastedBlock, describePasteResult, parsePastedBlock } from './paste.ts';
import css from './size-table.module.css';
import { TableRow } from './table-row.tsx';

/** Height of a row in pixels; must match the style sheet. */
const ROW_HEIGHT = 76;

const HELP =
  'Type quantities, move with Tab, arrows and Enter, or paste a block from a spreadsheet. Stock is shown below each box.';

/** A table with colours and fits as rows and sizes as columns. Only visible rows are in the document. */
export function SizeTable({ garment, grid, quantities, goTo, marked, isBrief }: GridParts & { isBrief: boolean }) {
  const scroller = useRef<HTMLElement>(null);
  const [message, setMessage] = useState('');
  const rows = useVirtualizer({
    count: grid.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 2,
  });

  const field = ({ row, column }: CellPosition) =>
    scroller.current?.querySelector<HTMLInputElement>(`input[data-row="${row}"][data-column="${column}"]`);

  const focus = (position: CellPosition) => {
    if (!field(position)) rows.scrollToIndex(position.row, { align: 'center' });
    // A row that is not visible has to be rendered first.
    if (field(position)) field(position)?.focus();
    else requestAnimationFrame(() => requestAnimationFrame(() => field(position)?.focus()));
  };
  useEffect(() => {
    goTo.current = focus;
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const position = positionOf(event.target);
    if (!position || event.ctrlKey || event.metaKey || event.altKey) return;
    const input = event.target as HTMLInputElement;
    const all = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const direction = findDirection(event, {
      start: all || input.selectionEnd === 0,
      end: all || input.selectionStart === input.value.length,
    });
    if (!direction) return;
    event.preventDefault();
    const next = findNextPosition(grid, position, direction);
    if (next) focus(next);
  };

  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const from = positionOf(event.target);
    if (!from) return;
    event.preventDefault();
    const filled = applyPastedBlock(grid, parsePastedBlock(event.clipboardData.getData('text/plain')), from);
    quantities.set(filled.quantities);
    setMessage(describePasteResult(filled));
  };

  const visibleRows = rows.getVirtualItems();
  const before = visibleRows[0]?.start ?? 0;
  const after = rows.getTotalSize() - (visibleRows.at(-1)?.end ?? 0);

  return (
    <>
      <p className={css.help} data-said={message ? true : undefined} role="status">
        {message || (isBrief ? '' : HELP)}
      </p>
      <section
        ref={scroller}
        className={css.scroller}
        style={{ ['--columns' as string]: grid.columns.length }}
        aria-label={`Quantities of ${garment.name}`}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose fields are moved through by key is what grid means */}
        <table role="grid" className={css.table} aria-rowcount={grid.rows.length + 2} aria-colcount={grid.columns.length + 2}>
          <thead>
            <tr aria-rowindex={1}>
              {grid.rows[0]?.colour ? (
                <th scope="col" className={css.corner}>
                  Colour
                </th>
              ) : (
                <td className={css.corner} />
              )}
              {grid.columns.map((column) => (
                <th key={column.id} scope="col" data-advised={column.id === marked?.sizeId || undefined}>
                  {column.name}
                  {column.id === marked?.sizeId && <VisuallyHidden>, {marked.word} size</VisuallyHidden>}
                </th>
              ))}
              <th scope="col" className={css.sum}>
                Pieces
              </th>
            </tr>
          </thead>
          <tbody>
            {before > 0 && <Space height={before} />}
            {visibleRows.map(({ index }) => {
              const row = grid.rows[index];
              return (
                row && (
                  <TableRow
                    key={row.key}
                    index={index}
                    row={row}
                    name={garment.name}
                    limits={garment.limits}
                    quantities={quantities}
                  />
                )
              );
            })}
            {after > 0 && <Space height={after} />}
          </tbody>
          <tfoot>
            <ColumnTotals grid={grid} quantities={quantities} />
          </tfoot>
        </table>
      </section>
    </>
  );
}

/** Takes up the height of the rows that are not rendered. */
const Space = ({ height }: { height: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
  <tr aria-hidden="true">
    <td style={{ height, padding: 0, border: 0 }} />
  </tr>
);

function positionOf(target: EventTarget): CellPosition | undefined {
  if (!(target instanceof HTMLInputElement) || target.dataset.row === undefined) return undefined;
  return { row: Number(target.dataset.row), column: Number(target.dataset.column) };
}
