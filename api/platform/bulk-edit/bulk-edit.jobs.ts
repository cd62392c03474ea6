import { handleJob, type JobHandler } from '../jobs/job.ts';
import type { BulkEdits } from './bulk-edit-engine.ts';
import { bulkEditJob } from './bulk-edit-job.ts';

export const jobs: JobHandler<{ bulkEdits: BulkEdits }>[] = [
  handleJob(bulkEditJob, (ref, { bulkEdits }: { bulkEdits: BulkEdits }) => bulkEdits.run(ref)),
];
