import { defineJob } from '../jobs/job.ts';
import type { BulkEditRef, BulkEditRow } from './bulk-edit.queries.ts';

const SETTINGS = { retryLimit: 20, maxBackoff: 60, expiry: 60, concurrency: 1 };

/** Applies an edit, or what is left of it. */
export const bulkEditJob = defineJob<BulkEditRef>({ name: 'bulk-edit.run', ...SETTINGS });

/** Applies an edit of the supplier. A queue of its own: edits of organisations do not wait for the import of a catalogue. */
export const supplierBulkEditJob = defineJob<BulkEditRef>({ name: 'bulk-edit.run-supplier', ...SETTINGS });

export type BulkEditJob = typeof bulkEditJob;

/** Which edit a row is, for its jobs. */
export const toBulkEditRef = ({ organisation_id, id }: BulkEditRow): BulkEditRef => ({
  organisationId: organisation_id,
  bulkEditId: id,
});
