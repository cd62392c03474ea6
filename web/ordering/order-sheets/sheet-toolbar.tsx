import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { MAX_SHEET_ROWS, SHEET_CELLS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './order-sheet-page.module.css';
import { findProblemCell } from './row-result.ts';
import type { SheetChecker } from './sheet-checker.ts';
import { trimRows } from './sheet-rows.ts';
import type { SheetStore } from './sheet-store.ts';
import { describeProblems } from './sheet-summary.tsx';

/** The next problem after the active cell, from the top again after the last one. */
export function findNextProblem(store: SheetStore, checker: SheetChecker) {
  const { shown, active } = store.state();
  const { results } = checker.state();
  const places = shown.flatMap((row, index) => {
    const result = results.get(row.key);
    const cell = result && result.row === row ? findProblemCell(result) : undefined;
    return cell ? [{ row: index, column: SHEET_CELLS.indexOf(cell) }] : [];
  });
  return places.find(({ row, column }) => row > active.row || (row === active.row && column > active.column)) ?? places[0];
}

interface CheckNoticeProps {
  checker: SheetChecker;
  hasKeys: boolean;
  onNext: () => void;
}

/** How many rows need a decision, or that the sheet could not be checked. */
export function CheckNotice({ checker, hasKeys, onNext }: CheckNoticeProps) {
  const check = useSyncExternalStore(checker.subscribe, () => checker.state().check);
  const error = useSyncExternalStore(checker.subscribe, () => checker.state().error);
  if (error)
    return (
      <Notice
        tone="warning"
        role="status"
        actions={
          <Button size="compact-sm" variant="default" onClick={checker.retry}>
            Check again
          </Button>
        }
      >
        The sheet could not be checked. {error.message}
      </Notice>
    );
  if (!check || check.totals.problemRows === 0) return null;
  const { problemRows, rows, addableRows } = check.totals;
  const hasProposals = check.rows.some(({ proposedFrom }) => proposedFrom !== null);
  return (
    <Notice
      tone="danger"
      actions={
        hasKeys && (
          <Button size="compact-sm" variant="default" onClick={onNext}>
            Next problem{' '}
            <kbd className={css.key} aria-hidden>
              F8
            </kbd>
          </Button>
        )
      }
    >
      <strong>{describeProblems(problemRows).replace(/ (needs?)$/, ` of ${rows} $1`)} a decision.</strong>{' '}
      {addableRows > 0 && (addableRows === 1 ? 'The other one is ready.' : `The other ${addableRows} are ready.`)}
      {hasProposals && ' Sizes in colour are suggestions. Type over them to change them.'}
    </Notice>
  );
}

interface ToolbarProps {
  store: SheetStore;
  checker: SheetChecker;
  isGrid: boolean;
}

/** What can be done with rows, also without keys. */
export function SheetToolbar({ store, checker, isGrid }: ToolbarProps) {
  const canUndo = useSyncExternalStore(store.subscribe, store.canUndo);
  const canRedo = useSyncExternalStore(store.subscribe, store.canRedo);
  const isFiltered = useSyncExternalStore(store.subscribe, store.isFiltered);
  const isFull = useSyncExternalStore(store.subscribe, () => trimRows(store.rows()).length >= MAX_SHEET_ROWS);
  const hasProblems = useSyncExternalStore(checker.subscribe, () => (checker.state().check?.totals.problemRows ?? 0) > 0);
  const showProblems = () => {
    const problems = [...checker.state().results].filter(([, { checked }]) => checked.state === 'problem');
    store.filter(new Set(problems.map(([key]) => key)));
  };
  return (
    <div className={css.toolbar} role="toolbar" aria-label="Sheet">
      <Button size="compact-sm" variant="default" disabled={!canUndo} aria-keyshortcuts="Control+Z" onClick={store.undo}>
        Undo
      </Button>
      <Button size="compact-sm" variant="default" disabled={!canRedo} aria-keyshortcuts="Control+Y" onClick={store.redo}>
        Redo
      </Button>
      {isGrid && (
        <>
          <Button size="compact-sm" variant="default" disabled={isFull} onClick={() => store.insertRow()}>
            Insert row
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => store.deleteRows()}>
            Delete selected rows
          </Button>
        </>
      )}
      {(hasProblems || isFiltered) && (
        <Button
          size="compact-sm"
          variant={isFiltered ? 'light' : 'default'}
          aria-pressed={isFiltered}
          onClick={() => (isFiltered ? store.filter(undefined) : showProblems())}
        >
          Show only rows with problems
        </Button>
      )}
    </div>
  );
}
