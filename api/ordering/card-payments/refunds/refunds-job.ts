import { defineJob } from '#api/platform/jobs/job.ts';

/** Sends the refunds that are due. Queued with each refund that is to be sent at once, and every minute for the others. */
export const refundsJob = defineJob({
  name: 'ordering.card-refunds',
  retryLimit: 3,
  maxBackoff: 60,
  expiry: 300,
  concurrency: 1,
  cron: '* * * * *',
});
