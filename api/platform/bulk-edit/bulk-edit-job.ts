import { defineJob } from '../jobs/job.ts';
import type { BulkEditRef, BulkEditRow } from './bulk-edit.queries.ts';

/** Applies an edit, or what is left of it. */
export const bulkEditJob = defineJob<BulkEditRef>({
  name: 'bulk-edit.run',
  retryLimit: 20,
  maxBackoff: 60,
  expiry: 60,
  concurrency: 1,
});

/** Which edit a row is, for its jobs. */
export const toBulkEditRef = ({ organisation_id, id }: BulkEditRow): BulkEditRef => ({
  organisationId: organisation_id,
  bulkEditId: id,
});
