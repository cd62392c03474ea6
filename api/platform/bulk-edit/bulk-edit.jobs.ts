import { handleJob, type JobHandler } from '../jobs/job.ts';
import { type BulkEdits, bulkEditJob } from './bulk-edit-engine.ts';

export const jobs: JobHandler<{ bulkEdits: BulkEdits }>[] = [
  handleJob(bulkEditJob, (ref, { bulkEdits }: { bulkEdits: BulkEdits }) => bulkEdits.run(ref)),
];
