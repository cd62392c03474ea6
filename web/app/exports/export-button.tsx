import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import type { FetchFile } from '#web/ui/buttons/use-download.ts';
import type { QueryParams } from '../paths.ts';
import type { AskedExport, ExportCalls } from './export-calls.ts';
import { useExport } from './use-export.tsx';

interface Props {
  /** What is exported, with the query of its call. */
  asked: Omit<AskedExport, 'query'> & { query?: QueryParams };
  /** How many rows the file has; undefined where the page does not know. */
  rows: number | undefined;
  /** The call that answers with the file. */
  file: FetchFile;
  children?: string;
  calls?: ExportCalls;
}

/** Exports a list to Excel: with few rows at once, with many by a job. */
export function ExportButton({ asked, rows, file, children = 'Export to Excel', calls }: Props) {
  const { choose, dialog } = useExport({ rows, ...(calls && { calls }) });
  return (
    <>
      <DownloadButton disabled={rows === 0} file={choose(asked, file)}>
        {children}
      </DownloadButton>
      {dialog}
    </>
  );
}
