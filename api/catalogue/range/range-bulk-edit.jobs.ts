import type { Db } from '#api/platform/db/database.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import { bulkEditRangeJob, runRangeBulkEdit } from './range-bulk-edit.actions.ts';

export const jobs: JobHandler<{ db: Db }>[] = [handleJob(bulkEditRangeJob, (job, { db }) => runRangeBulkEdit(db, job))];
