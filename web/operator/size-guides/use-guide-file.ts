import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { operatorApi } from '../session/operator-api.ts';
import type { GuideDraft, GuidePreview } from './guide-table.ts';

/** What the server accepts; a larger file is not sent. */
const MAX_FILE_BYTES = 5_000_000;

/** Reads the table of a guide from a file; nothing is saved by it. */
export function useGuideFile(draft: GuideDraft, setDraft: (draft: GuideDraft) => void) {
  /** Of the file that was read last: its name, and the table that was read. */
  const [file, setFile] = useState<{
    name: string;
    sizes: number;
    rows: GuideDraft['rows'];
    lines: readonly (number | null)[];
    /** What was filled in or is in doubt about how it was read. */
    notes: readonly string[];
  }>();
  const read = useMutation({
    mutationFn: async (chosen: File) => {
      if (chosen.size > MAX_FILE_BYTES) throw new ApiError(0, ['The file is too large for a size guide: at most 5 MB.']);
      const query = { wearers: draft.wearers, fileName: chosen.name.slice(-200) };
      return { chosen, table: await operatorApi('POST /api/operator/sizeguides/file', { query, file: chosen }) };
    },
    onSuccess: ({ chosen, table }) => {
      const name = draft.name || chosen.name.replace(/\.[a-z]+$/i, '').slice(0, 100);
      setDraft({ ...draft, name, columns: table.columns, rows: table.rows });
      setFile({ name: chosen.name, sizes: table.rows.length, rows: table.rows, lines: toLines(table), notes: toNotes(table) });
    },
  });
  const forget = () => {
    setFile(undefined);
    read.reset();
  };
  return { file, read, forget };
}

/** The line of the file for each row with a problem. */
const toLines = ({ rows, problems }: Pick<GuidePreview, 'rows' | 'problems'>) =>
  rows.map((_, row) => problems.find((problem) => problem.row === row)?.line ?? null);

const toNotes = ({ problems }: Pick<GuidePreview, 'problems'>) =>
  problems.flatMap(({ row, column, message }) => (row === null && column === null ? [message] : []));
