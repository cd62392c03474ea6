// biome-ignore-all lint/a11y/noRedundantRoles: see the next line
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: rows are drawn as grids of their own, for which some browsers forget what a table is
// biome-ignore-all lint/a11y/useFocusableInteractive: of all cells, the field in the active one has the focus
import { memo, type RefObject } from 'react';
import { ActiveCell } from './active-cell.tsx';
import { describeRow, findCellMessage, findFilledIn, isOutdated } from './row-result.ts';
import type { RowResult } from './sheet-checker.ts';
import css from './sheet-grid.module.css';
import { COLUMNS, type SheetRow } from './sheet-rows.ts';
import type { SheetStore } from './sheet-store.ts';

interface Props {
  store: SheetStore;
  row: SheetRow;
  /** Its place among the rows that are shown, from 0 on. */
  index: number;
  /** Its number in the sheet, from 1 on. */
  number: number;
  result: RowResult | undefined;
  /** Column of the active cell; -1 in other rows. */
  activeColumn: number;
  /** Columns of the selected block; both -1 in rows outside it. */
  left: number;
  right: number;
  takesFocus: RefObject<boolean>;
  layer: RefObject<HTMLDivElement | null>;
}

const SIGNS = { ready: '✓', note: '!', late: '◷', problem: '✕' };

/** One row of the sheet, with what it will be. */
export const SheetRowView = memo(function SheetRowView({
  store,
  row,
  index,
  number,
  result,
  activeColumn,
  left,
  right,
  takesFocus,
  layer,
}: Props) {
  return (
    <tr role="row" aria-rowindex={index + 2} data-row={index}>
      <th role="rowheader" scope="row" className={css.number} aria-label={`Row ${number}`}>
        {number}
      </th>
      {COLUMNS.map(({ cell, label }, column) => {
        const isActive = column === activeColumn;
        const problem = findCellMessage(row, result, cell)?.kind === 'problem';
        const filledIn = findFilledIn(row, result, cell);
        return (
          <td
            key={cell}
            role="gridcell"
            data-cell={cell}
            data-column={column}
            data-active={isActive || undefined}
            data-selected={(column >= left && column <= right) || undefined}
            data-wrong={problem || undefined}
            data-proposed={filledIn?.isProposed || undefined}
            data-derived={filledIn ? true : undefined}
            aria-colindex={column + 2}
            aria-selected={column >= left && column <= right}
            title={isActive ? undefined : row[cell] || undefined}
          >
            {isActive ? (
              <ActiveCell
                key={row.key}
                store={store}
                row={row}
                number={number}
                cell={cell}
                label={label}
                result={result}
                takesFocus={takesFocus}
                layer={layer}
              />
            ) : (
              row[cell] || filledIn?.text
            )}
          </td>
        );
      })}
      <ResultCell row={row} result={result} />
    </tr>
  );
});

function ResultCell({ row, result }: Pick<Props, 'row' | 'result'>) {
  const outcome = result && describeRow(result);
  return (
    <td
      role="gridcell"
      className={css.result}
      aria-colindex={COLUMNS.length + 2}
      data-kind={outcome?.kind}
      data-outdated={(result && isOutdated(row, result)) || undefined}
      title={outcome?.text}
    >
      {outcome && (
        <>
          <span aria-hidden="true">{SIGNS[outcome.kind]} </span>
          {outcome.text}
        </>
      )}
    </td>
  );
}
