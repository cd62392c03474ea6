import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_SHEET_FILE_BYTES, MAX_SHEET_ROWS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { plural } from '#web/ui/format/format.ts';
import { fromTypedRows } from './sheet-rows.ts';
import type { SheetStore } from './sheet-store.ts';

/** While the server is busy, the file is sent again for half a minute. */
const RETRY_DELAY_MS = 5000;
const MAX_RETRIES = 6;

/** What was read from a file, as sentences. */
export interface ReadFile {
  name: string;
  rowCount: number;
  notes: readonly string[];
}

/** Reads files into the sheet, below the rows that it has. */
export function useSheetFile(store: SheetStore) {
  const [read, setRead] = useState<ReadFile>();
  const reading = useMutation({
    mutationFn: async (file: File): Promise<ReadFile> => {
      if (file.size > MAX_SHEET_FILE_BYTES)
        throw new Error(`The file is larger than ${MAX_SHEET_FILE_BYTES / 1024 / 1024} MB. Please split it.`);
      const { rows, notes } = await api('POST /api/ordersheets/file', { query: { fileName: file.name.slice(-200) }, file });
      if (!store.append(fromTypedRows(rows)))
        throw new Error(
          `The file has ${plural(rows.length, 'row')}. With the rows already here that is more than the ${MAX_SHEET_ROWS} a sheet holds. Start a new sheet, or split the file.`,
        );
      return { name: file.name, rowCount: rows.length, notes };
    },
    retry: (failures, error) => error instanceof ApiError && error.status === 503 && failures < MAX_RETRIES,
    retryDelay: RETRY_DELAY_MS,
    onMutate: () => setRead(undefined),
    onSuccess: setRead,
  });
  return {
    read,
    error: reading.error,
    isReading: reading.isPending,
    take: (file: File | undefined) => {
      if (file && !reading.isPending) reading.mutate(file);
    },
    close: () => setRead(undefined),
  };
}
