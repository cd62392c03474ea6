import { defineJob } from '../jobs/job.ts';

/** Longest time of an attempt; another one then begins, and this one ends. */
const SETTINGS = { retryLimit: 3, maxBackoff: 60, expiry: 900, concurrency: 1 };

/** Which export a job writes. */
export interface ExportRef {
  exportId: number;
}

/** Writes an export of a person. One at a time in each process. */
export const exportJob = defineJob<ExportRef>({ name: 'exports.write', ...SETTINGS });

/** Writes an export of an operator. A queue of its own: operators do not wait for the exports of organisations. */
export const supplierExportJob = defineJob<ExportRef>({ name: 'exports.write-supplier', ...SETTINGS });
