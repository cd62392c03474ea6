import type { Db } from '../db/database.ts';
import { notFound } from '../http/errors.ts';
import { checkInterrupted } from '../jobs/check-interrupted.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { type BulkEdit, findCommonUndoBlocker, toBulkEdit } from './bulk-edit.mapper.ts';
import { type BulkEditRow, findBulkEditRow } from './bulk-edit.queries.ts';
import { type BulkEditJob, toBulkEditRef } from './bulk-edit-job.ts';
import type { AnyBulkEditKind } from './bulk-edit-kind.ts';
import type { BulkEditCaller } from './bulk-edit-store.queries.ts';

interface Dependencies {
  jobs: Pick<JobQueue, 'isPending'>;
  /** The job that runs the edits. */
  job: BulkEditJob;
  kindOf: (name: string) => AnyBulkEditKind;
}

/** Reads edits as callers see them: with what they changed by name, whether they run, and why they cannot be undone. */
export function createBulkEditReader({ jobs, job, kindOf }: Dependencies) {
  /** Whether a job is going to work on an edit. */
  const hasJob = async (row: BulkEditRow) => row.finished_at === null && (await jobs.isPending(job, toBulkEditRef(row)));

  /** Why an edit cannot be undone; undefined if it can. */
  const undoBlockerOf = async (reader: Db, scope: BulkEditCaller, row: BulkEditRow): Promise<string | undefined> =>
    findCommonUndoBlocker(row, kindOf(row.kind)) ??
    (await kindOf(row.kind).findBlocker?.(reader, scope, { id: row.id, action: row.action, payload: row.payload }, 'undo'));

  /** Names what the rows of one kind mention, in one query. */
  const toBulkEdits = async (
    reader: Db,
    scope: BulkEditCaller,
    rows: readonly BulkEditRow[],
    isNew = false,
  ): Promise<BulkEdit[]> => {
    const [first] = rows;
    if (!first) return [];
    const kind = kindOf(first.kind);
    const ids = rows.flatMap(({ refusals, conflict_items }) => [
      ...refusals.flatMap(({ subjectIds }) => subjectIds),
      ...conflict_items.map(({ subjectId }) => subjectId),
    ]);
    const subjects = ids.length > 0 ? await kind.listSubjects(reader, scope, [...new Set(ids)]) : [];
    const byId = new Map(subjects.map((subject) => [subject.id, subject]));
    return Promise.all(
      rows.map(async (row) =>
        toBulkEdit(row, kind, byId, {
          hasJob: isNew || (await hasJob(row)),
          undoBlocker: await undoBlockerOf(reader, scope, row),
        }),
      ),
    );
  };

  /** An edit. Throws 404. */
  const read = async (reader: Db, scope: BulkEditCaller, id: number, isNew = false): Promise<BulkEdit> => {
    const found = await findBulkEditRow(reader, scope, id);
    if (!found) throw notFound('bulkEdit');
    const { row } = await checkInterrupted(found, {
      awaitsJob: ({ finished_at }) => !isNew && finished_at === null,
      hasJob,
      readAgain: () => findBulkEditRow(reader, scope, id),
    });
    return (await toBulkEdits(reader, scope, [row], isNew))[0] as BulkEdit;
  };

  return { hasJob, undoBlockerOf, toBulkEdits, read };
}
