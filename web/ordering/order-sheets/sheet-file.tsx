import { Box, Button } from '@mantine/core';
import { useRef } from 'react';
import { download } from '#web/app/api.ts';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './order-sheet-page.module.css';
import type { useSheetFile } from './use-sheet-file.ts';

const ACCEPTED_FILE_TYPES = '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type SheetFile = ReturnType<typeof useSheetFile>;

/** Chooses a file to be read into the sheet. */
export function ChooseFileButton({ file }: { file: SheetFile }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" loading={file.isReading} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED_FILE_TYPES}
        aria-label="Choose a file with rows"
        onChange={(event) => {
          file.take(event.currentTarget.files?.[0]);
          // Allows the same file to be chosen again after it was corrected.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Downloads the workbook with one's own people. */
export const WorkbookButton = () => (
  <ExportButton asked={{ list: 'orderSheet' }} rows={undefined} file={() => download('GET /api/ordersheets/workbook')}>
    Download a workbook
  </ExportButton>
);

/** What was read from a file, and what was left out; or why it could not be read. */
export function FileNotice({ file }: { file: SheetFile }) {
  if (file.error)
    return (
      <Notice tone="danger" role="alert">
        {file.error.message} The sheet is as it was.
      </Notice>
    );
  if (!file.read) return null;
  const { name, rowCount, notes } = file.read;
  return (
    <Notice
      tone={notes.length > 0 ? 'warning' : 'success'}
      role="status"
      actions={
        <Button size="compact-sm" variant="default" onClick={file.close}>
          Close
        </Button>
      }
    >
      {plural(rowCount, 'row')} read from {name}.
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** The ways to fill an empty sheet. Blocks are pasted into the grid, which phones do not have. */
export function WaysToFill({ file, isGrid }: { file: SheetFile; isGrid: boolean }) {
  return (
    <Card className={css.ways} title={`${isGrid ? 'Three' : 'Two'} ways to fill the sheet`}>
      <Box component="ul" role="list">
        <li>
          <strong>Type</strong>
          <p>One row is one garment for one person. Leave the size blank to use the size they kept before.</p>
        </li>
        {isGrid && (
          <li>
            <strong>Paste</strong>
            <p>Copy rows in Excel, select the first cell here, and press Ctrl+V.</p>
          </li>
        )}
        <li>
          <strong>Use a workbook</strong>
          <p>
            Download your people with their wardrobes and remaining entitlement, fill in quantities, and choose the file
            {isGrid && ' or drop it here'}.
          </p>
          <div className={css.buttons}>
            <WorkbookButton />
            <ChooseFileButton file={file} />
          </div>
        </li>
      </Box>
    </Card>
  );
}
