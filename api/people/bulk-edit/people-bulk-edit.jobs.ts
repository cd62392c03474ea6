import type { Db } from '#api/platform/db/database.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { bulkEditPeopleJob, runPeopleBulkEdit } from './people-bulk-edit.actions.ts';

export const jobs: JobHandler<{ db: Db; jobs: JobQueue }>[] = [
  handleJob(bulkEditPeopleJob, ({ organisationId, changeId }, { db, jobs }) =>
    runPeopleBulkEdit(db, { jobs }, organisationId, changeId),
  ),
];
