import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import { closeLeaverAccounts } from './leavers.queries.ts';

/** Hourly, because days begin at different times in the organisations' time zones. */
const closeLeaverAccountsJob = defineJob({
  name: 'people.close-leavers',
  retryLimit: 3,
  maxBackoff: 120,
  expiry: 300,
  concurrency: 1,
  cron: '3 * * * *',
});

export const jobs: JobHandler<{ db: Db; log: Pick<FastifyBaseLogger, 'info'> }>[] = [
  handleJob(closeLeaverAccountsJob, async (_, { db, log }) => {
    const accounts = await closeLeaverAccounts(db);
    if (accounts > 0) log.info({ accounts }, 'closed the accounts of leavers');
  }),
];
