import { handleJob, type JobHandler } from '../jobs/job.ts';
import type { BulkEdits } from './bulk-edit-engine.ts';
import { bulkEditJob, supplierBulkEditJob } from './bulk-edit-job.ts';
import type { OperatorContext } from './bulk-edit-store.queries.ts';

interface Engines {
  bulkEdits: BulkEdits;
  supplierBulkEdits: BulkEdits<OperatorContext>;
}

export const jobs: JobHandler<Engines>[] = [
  handleJob(bulkEditJob, (ref, { bulkEdits }: Engines) => bulkEdits.run(ref)),
  handleJob(supplierBulkEditJob, (ref, { supplierBulkEdits }: Engines) => supplierBulkEdits.run(ref)),
];
