import type { ReplyOf } from '#contract/index.ts';
import type { ExportRow } from './exports.queries.ts';

const PROBLEMS: Readonly<Record<NonNullable<ExportRow['problem']>, string>> = {
  rights: 'You may no longer export this list.',
  erased: 'Someone’s personal data was erased meanwhile, so the file was deleted. Please export the list again.',
  error: 'The file could not be written. Please try again.',
  interrupted: 'The export was interrupted, for example because the service was restarted. Please try again.',
};

/** An export on the wire. */
export const toExport = (row: ExportRow): ReplyOf<'GET /api/exports/:id'>['export'] => ({
  id: row.id,
  list: row.list,
  recordId: row.recordId,
  query: row.query,
  state: row.state,
  problem: row.problem && PROBLEMS[row.problem],
  createdOnUtc: row.createdAt.toISOString(),
  finishedOnUtc: row.finishedAt?.toISOString() ?? null,
  expiresOnUtc: row.expiresAt.toISOString(),
  progress: { done: row.done, total: row.total },
  fileName: row.state === 'finished' ? row.fileName : null,
  sizeInBytes: row.state === 'finished' ? row.size : null,
});
