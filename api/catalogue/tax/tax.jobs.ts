import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import { writeTodaysTaxRates } from './tax.queries.ts';

/** Every minute, because days begin at different times in the time zones of clients. */
const applyJob = defineJob({
  name: 'catalogue.apply-tax-rates',
  retryLimit: 3,
  maxBackoff: 60,
  expiry: 600,
  concurrency: 1,
  cron: '* * * * *',
});

export const jobs: JobHandler<{ db: Db; log: Pick<FastifyBaseLogger, 'info'> }>[] = [
  handleJob(applyJob, async (_, { db, log }) => {
    const organisations = await runInTransaction(db, (tx) => writeTodaysTaxRates(tx, systemClock.now()));
    if (organisations.length > 0) log.info({ organisations }, 'applied tax rates whose day has come');
  }),
];
