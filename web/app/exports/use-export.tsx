import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, useState } from 'react';
import { MAX_DIRECT_ROWS } from '#contract/platform/exports/export-lists.ts';
import { type QueryParams, queryString } from '#web/app/paths.ts';
import type { FetchFile } from '#web/ui/buttons/use-download.ts';
import { LazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';
import { type AskedExport, type ExportCalls, PORTAL_EXPORTS, type ShownExport } from './export-calls.ts';

const load = async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog });
const ExportDialog = lazy(load);

interface ExportOptions {
  /** How many rows the file has; undefined where the page does not know. */
  rows: number | undefined;
  /** Those of people in their organisation unless given. */
  calls?: ExportCalls;
}

interface ListExports {
  /** The file of an export: `file` itself where it is short; otherwise a job writes it, and the dialog shows how far it is. */
  choose: (asked: Omit<AskedExport, 'query'> & { query?: QueryParams }, file: FetchFile) => FetchFile;
  /** To be shown beside the button. */
  dialog: ReactNode;
}

/** Exports of a list, with few rows at once and with many by a job. */
export function useExport({ rows, calls = PORTAL_EXPORTS }: ExportOptions): ListExports {
  const client = useQueryClient();
  const [shown, setShown] = useState<ShownExport & { asked: AskedExport }>();
  const [isOpen, setOpen] = useState(false);
  const start = async (asked: AskedExport) => {
    const { export: started, isNew } = await calls.start(asked);
    if (!started) return false;
    client.setQueryData(calls.oneQuery(started.id).queryKey, { export: started });
    setShown({ id: started.id, isNew, asked });
    setOpen(true);
    return true;
  };
  return {
    choose:
      ({ query, ...asked }, file) =>
      async (onProgress) => {
        if (rows !== undefined && rows <= MAX_DIRECT_ROWS) return file(onProgress);
        return (await start({ ...asked, query: queryString(query).slice(1) })) ? undefined : file(onProgress);
      },
    dialog: shown && (
      <LazyDialog opened={isOpen} load={load}>
        {(opened) => (
          <ExportDialog
            opened={opened}
            shown={shown}
            calls={calls}
            onAgain={() => start(shown.asked)}
            onClose={() => setOpen(false)}
          />
        )}
      </LazyDialog>
    ),
  };
}
