import { systemClock } from '#api/platform/clock.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import { issueMissingReceipts } from '../receipts/missing-receipts.actions.ts';
import { refundsJob } from './refunds-job.ts';
import { type RefundDependencies, sendRefunds } from './send-refunds.actions.ts';

export const jobs: JobHandler<Omit<RefundDependencies, 'clock'>>[] = [
  handleJob(refundsJob, async (_, dependencies) => {
    await sendRefunds({ ...dependencies, clock: systemClock });
    await issueMissingReceipts({ ...dependencies, clock: systemClock });
  }),
];
