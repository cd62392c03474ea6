import { Button } from '@mantine/core';
import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { MAX_SHEET_ROWS, SHEET_CELLS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import css from './order-sheet-page.module.css';
import { findProblemCell } from './row-result.ts';
import { SavedSheetsMenu } from './saved-sheets-menu.tsx';
import { SheetCards } from './sheet-cards.tsx';
import { ChooseFileButton, FileNotice, WaysToFill, WorkbookButton } from './sheet-file.tsx';
import { SheetGrid, type SheetGridHandle } from './sheet-grid.tsx';
import { trimRows } from './sheet-rows.ts';
import { SheetSaver } from './sheet-saver.ts';
import { SavingLabel, SavingNotice } from './sheet-status.tsx';
import { isEmptySheet, type PasteOutcome, SheetStore } from './sheet-store.ts';
import { describeProblems, SheetBar, SheetSummary } from './sheet-summary.tsx';
import { useAddSheet } from './use-add-sheet.ts';
import { type SheetChecking, useSheetCheck } from './use-sheet-check.ts';
import { useSheetFile } from './use-sheet-file.ts';

/** One sheet for many wearers: a row is one garment for one person. Filled by typing, pasting or a file, checked by the server, then added to the cart. */
export function OrderSheetPage() {
  const personId = useCaller()?.id ?? 0;
  const [{ store, saver }] = useState(() => {
    const own = new SheetStore();
    return { store: own, saver: new SheetSaver(own, personId) };
  });
  useEffect(() => saver.start(), [saver]);
  const checking = useSheetCheck(store);
  const adding = useAddSheet(store, saver, checking);
  const file = useSheetFile(store);
  const isNarrow = useIsNarrow(768);
  const grid = useRef<SheetGridHandle>(null);
  const [pasted, setPasted] = useState<PasteOutcome>();
  const rows = useSyncExternalStore(store.subscribe, store.rows);
  const isEmpty = isEmptySheet(rows);
  const goToNextProblem = () => {
    const place = findNextProblem(store, checking);
    if (place) grid.current?.goTo(place);
  };

  return (
    <div {...useDrop(file.take)}>
      <PageHeader
        title="Order for many people"
        actions={
          <>
            <SavedSheetsMenu saver={saver} />
            {!isEmpty && <WorkbookButton />}
            {!isEmpty && <ChooseFileButton file={file} />}
          </>
        }
      >
        Paste rows from a spreadsheet, or type. One row is one garment for one person.
      </PageHeader>
      <div className={css.columns}>
        <div className={css.main}>
          <SavingNotice saver={saver} />
          <FileNotice file={file} />
          <CheckNotice checking={checking} hasKeys={!isNarrow} onNext={goToNextProblem} />
          {pasted?.isRefused && (
            <Notice tone="danger" role="alert">
              {pasted.text}
            </Notice>
          )}
          {isEmpty && <WaysToFill file={file} />}
          <div>
            <Toolbar store={store} checking={checking} isGrid={!isNarrow} />
            {isNarrow ? (
              <SheetCards store={store} results={checking.results} />
            ) : (
              <SheetGrid
                ref={grid}
                store={store}
                results={checking.results}
                onNextProblem={goToNextProblem}
                onPasted={setPasted}
              />
            )}
            <p className={css.foot}>
              <span role="status">{pasted && !pasted.isRefused ? `${pasted.text} ` : ''}</span>
              {[
                plural(trimRows(rows).length, 'row'),
                !isNarrow && 'Ctrl V pastes a block · Ctrl Z undoes · Delete empties a cell',
              ]
                .filter(Boolean)
                .join(' · ')}
              <SavingLabel saver={saver} />
            </p>
          </div>
        </div>
        <SheetSummary checking={checking} adding={adding} isNarrow={isNarrow} />
      </div>
      {isNarrow && <SheetBar checking={checking} adding={adding} />}
    </div>
  );
}

/** The next problem after the active cell, from the top again after the last one. */
function findNextProblem(store: SheetStore, { results }: SheetChecking) {
  const { shown, active } = store.state();
  const places = shown.flatMap((row, index) => {
    const result = results.get(row.key);
    const cell = result && result.row === row ? findProblemCell(result) : undefined;
    return cell ? [{ row: index, column: SHEET_CELLS.indexOf(cell) }] : [];
  });
  return places.find(({ row, column }) => row > active.row || (row === active.row && column > active.column)) ?? places[0];
}

interface CheckNoticeProps {
  checking: SheetChecking;
  hasKeys: boolean;
  onNext: () => void;
}

/** How many rows need a decision, or that the sheet could not be checked. */
function CheckNotice({ checking: { check, error, retry }, hasKeys, onNext }: CheckNoticeProps) {
  if (error)
    return (
      <Notice
        tone="warning"
        role="status"
        actions={
          <Button size="compact-sm" variant="default" onClick={retry}>
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
            Next problem <kbd className={css.key}>F8</kbd>
          </Button>
        )
      }
    >
      <strong>{describeProblems(problemRows).replace(/ (needs?)$/, ` of ${rows} $1`)} a decision.</strong>{' '}
      {addableRows > 0 && (addableRows === 1 ? 'The other one is ready.' : `The other ${addableRows} are ready.`)}
      {hasProposals && ' Sizes in colour are proposed; type over them to change them.'}
    </Notice>
  );
}

interface ToolbarProps {
  store: SheetStore;
  checking: SheetChecking;
  isGrid: boolean;
}

/** What can be done with rows, also without keys. */
function Toolbar({ store, checking, isGrid }: ToolbarProps) {
  const { rows } = useSyncExternalStore(store.subscribe, store.state);
  const problems = [...checking.results.values()].filter(({ checked }) => checked.state === 'problem');
  const isFiltered = store.isFiltered();
  const isFull = trimRows(rows).length >= MAX_SHEET_ROWS;
  return (
    <div className={css.toolbar} role="toolbar" aria-label="Sheet">
      <Button size="compact-sm" variant="default" disabled={!store.canUndo()} aria-keyshortcuts="Control+Z" onClick={store.undo}>
        Undo
      </Button>
      <Button size="compact-sm" variant="default" disabled={!store.canRedo()} aria-keyshortcuts="Control+Y" onClick={store.redo}>
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
      {(problems.length > 0 || isFiltered) && (
        <Button
          size="compact-sm"
          variant={isFiltered ? 'light' : 'default'}
          aria-pressed={isFiltered}
          onClick={() => store.filter(isFiltered ? undefined : new Set(problems.map(({ row }) => row.key)))}
        >
          Show only rows with problems
        </Button>
      )}
    </div>
  );
}

/** Lets a file be dropped anywhere on the page. */
function useDrop(take: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false);
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    className: css.page,
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFile(event)) return;
      event.preventDefault();
      take(event.dataTransfer.files[0]);
    },
  };
}
