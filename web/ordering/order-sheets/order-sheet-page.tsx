import { Button } from '@mantine/core';
import { type DragEvent, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useCaller } from '#web/app/session/profile.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import css from './order-sheet-page.module.css';
import { SheetChecker } from './sheet-checker.ts';
import { ChooseFileButton, FileNotice, WaysToFill, WorkbookButton } from './sheet-file.tsx';
import { SheetGrid, type SheetGridHandle } from './sheet-grid.tsx';
import { trimRows } from './sheet-rows.ts';
import { SheetSaver } from './sheet-saver.ts';
import { SavingLabel, SavingNotice } from './sheet-status.tsx';
import { isEmptySheet, type PasteOutcome, SheetStore } from './sheet-store.ts';
import { SheetBar, SheetSummary } from './sheet-summary.tsx';
import { CheckNotice, findNextProblem, SheetToolbar } from './sheet-toolbar.tsx';
import { useAddSheet } from './use-add-sheet.ts';
import { useSheetAddress } from './use-sheet-address.ts';
import { useSheetFile } from './use-sheet-file.ts';

/** Menus are large; the sheet can be filled in before they are there. */
const SavedSheetsMenu = lazy(async () => ({ default: (await import('./saved-sheets-menu.tsx')).SavedSheetsMenu }));
/** On phones alone. */
const SheetCards = lazy(async () => ({ default: (await import('./sheet-cards.tsx')).SheetCards }));

/** One sheet for many wearers: a row is one garment for one person. Filled by typing, pasting or a file, checked by the server, then added to the cart. */
export function OrderSheetPage() {
  const personId = useCaller()?.id ?? 0;
  const [{ store, saver, checker }] = useState(() => {
    const own = new SheetStore();
    return { store: own, saver: new SheetSaver(own, personId), checker: new SheetChecker(own) };
  });
  useEffect(() => saver.start(), [saver]);
  useEffect(() => checker.start(), [checker]);
  const isMissing = useSheetAddress(saver);
  const adding = useAddSheet(store, saver, checker);
  const file = useSheetFile(store);
  const isNarrow = useIsNarrow(768);
  const grid = useRef<SheetGridHandle>(null);
  const [pasted, setPasted] = useState<PasteOutcome>();
  const isEmpty = useSyncExternalStore(store.subscribe, () => isEmptySheet(store.rows()));
  const goToNextProblem = () => {
    const place = findNextProblem(store, checker);
    if (place) grid.current?.goTo(place);
  };

  return (
    <div {...useDrop(file.take)}>
      <PageHeader
        title="Order for many people"
        actions={
          <>
            <Suspense
              fallback={
                <Button variant="default" disabled>
                  Saved sheets
                </Button>
              }
            >
              <SavedSheetsMenu saver={saver} />
            </Suspense>
            {!isEmpty && !isNarrow && <WorkbookButton />}
            {!isEmpty && <ChooseFileButton file={file} />}
          </>
        }
      >
        {isNarrow ? 'Type, or choose a file.' : 'Paste rows from a spreadsheet, or type.'} One row is one garment for one person.
      </PageHeader>
      <div className={css.columns}>
        <div className={css.main}>
          <SavingNotice saver={saver} />
          {isMissing && (
            <Notice tone="warning" role="status">
              This sheet was deleted, or is not shared with you. You can start a new one below.
            </Notice>
          )}
          <FileNotice file={file} />
          <CheckNotice checker={checker} hasKeys={!isNarrow} onNext={goToNextProblem} />
          {pasted?.isRefused && (
            <Notice tone="danger" role="alert">
              {pasted.text}
            </Notice>
          )}
          {isEmpty && <WaysToFill file={file} isGrid={!isNarrow} />}
          <div>
            <SheetToolbar store={store} checker={checker} isGrid={!isNarrow} />
            {isNarrow ? (
              <Suspense
                fallback={
                  <Loading label="Loading the rows">
                    <SkeletonBlock height={96} />
                  </Loading>
                }
              >
                <SheetCards store={store} checker={checker} />
              </Suspense>
            ) : (
              <SheetGrid ref={grid} store={store} checker={checker} onNextProblem={goToNextProblem} onPasted={setPasted} />
            )}
            <p className={css.foot}>
              <span role="status">{pasted && !pasted.isRefused ? `${pasted.text} ` : ''}</span>
              <RowCount store={store} />
              {!isNarrow && ' · Ctrl V pastes a block · Ctrl Z undoes · Delete empties a cell'}
              <SavingLabel saver={saver} />
            </p>
          </div>
        </div>
        <SheetSummary checker={checker} adding={adding} isNarrow={isNarrow} />
      </div>
      {isNarrow && <SheetBar checker={checker} adding={adding} />}
    </div>
  );
}

const RowCount = ({ store }: { store: SheetStore }) =>
  plural(
    useSyncExternalStore(store.subscribe, () => trimRows(store.rows()).length),
    'row',
  );

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
