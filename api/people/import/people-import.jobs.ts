import type { Db } from '#api/platform/db/database.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { previewImport, previewImportJob } from './preview.actions.ts';

export const jobs: JobHandler<{ db: Db; jobs: JobQueue }>[] = [
  handleJob(previewImportJob, (ref, { db, jobs }: { db: Db; jobs: JobQueue }) => previewImport(db, jobs, ref)),
];
