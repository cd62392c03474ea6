import type { Db } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { previewProducts, previewProductsJob } from './preview.actions.ts';

interface Dependencies {
  db: Db;
  jobs: JobQueue;
  blobs: BlobStore;
}

export const jobs: JobHandler<Dependencies>[] = [
  handleJob(previewProductsJob, (ref, { db, jobs: queue, blobs }: Dependencies) => previewProducts(db, queue, blobs, ref)),
];
