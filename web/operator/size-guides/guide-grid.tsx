import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { TrashIcon } from '#web/ui/content/icons.tsx';
import {
  type CellPlace,
  type GuideDraft,
  type GuidePreview,
  pasteBlock,
  problemOf,
  removeColumn,
  removeRow,
  setCell,
  splitBlock,
} from './guide-table.ts';
import css from './size-guides.module.css';

interface Props {
  draft: GuideDraft;
  preview: GuidePreview | undefined;
  isReadOnly: boolean;
  onChange: (draft: GuideDraft) => void;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The table of a guide: sizes down, measures across. Arrow keys move between cells; a block copied from a spreadsheet fills several. */
export function GuideGrid({ draft, preview, isReadOnly, onChange }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const { columns, rows } = draft;
  const problems = preview?.problems ?? [];

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, { row, column }: CellPlace) => {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    // Inside a text, the left and right arrows move the cursor.
    const isSelected = selectionStart === 0 && selectionEnd === value.length;
    if (event.key === 'ArrowLeft' && !isSelected && selectionStart !== 0) return;
    if (event.key === 'ArrowRight' && !isSelected && selectionEnd !== value.length) return;
    const next = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row + step[0]},${column + step[1]}"]`);
    event.preventDefault();
    next?.focus();
    next?.select();
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>, place: CellPlace) => {
    const block = splitBlock(event.clipboardData.getData('text/plain'));
    if (isReadOnly || (block.length < 2 && (block[0]?.length ?? 0) < 2)) return;
    event.preventDefault();
    onChange(pasteBlock(draft, block, place));
  };
  const cell = (text: string, place: CellPlace, label: string) => {
    const problem = problemOf(problems, place);
    return (
      <input
        className={css.cell}
        data-cell={`${place.row},${place.column}`}
        data-warning={(problem && !problem.isError) || undefined}
        aria-label={label}
        aria-invalid={problem?.isError || undefined}
        title={problem?.message}
        readOnly={isReadOnly}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(setCell(draft, place, event.currentTarget.value))}
        onKeyDown={(event) => onKeyDown(event, place)}
        onPaste={(event) => onPaste(event, place)}
      />
    );
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={css.scroll} aria-label="Table of the size guide" tabIndex={0}>
      <table ref={table} className={css.grid}>
        <thead>
          <tr>
            {columns.map((heading, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
              <th key={column} scope="col">
                <span className={css.heading}>
                  {cell(heading, { row: -1, column }, column === 0 ? 'Heading of the sizes' : `Heading of measure ${column}`)}
                  {!isReadOnly && column > 0 && columns.length > 2 && (
                    <button
                      type="button"
                      className={css.remove}
                      aria-label={`Remove measure ${heading || column}`}
                      title="Remove measure"
                      onClick={() => onChange(removeColumn(draft, column))}
                    >
                      <TrashIcon size={16} />
                    </button>
                  )}
                </span>
                <span className={css.use}>{preview?.uses.find((use) => use.column === column)?.text}</span>
              </th>
            ))}
            {!isReadOnly && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <tr key={row}>
              {columns.map((heading, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column}>
                  {cell(
                    cells[column] ?? '',
                    { row, column },
                    column === 0 ? `Size ${row + 1}` : `${heading || `Measure ${column}`} of ${cells[0] || `size ${row + 1}`}`,
                  )}
                </td>
              ))}
              {!isReadOnly && (
                <td>
                  {rows.length > 1 && (
                    <button
                      type="button"
                      className={css.remove}
                      aria-label={`Remove size ${cells[0] || row + 1}`}
                      title="Remove size"
                      onClick={() => onChange(removeRow(draft, row))}
                    >
                      <TrashIcon size={16} />
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
