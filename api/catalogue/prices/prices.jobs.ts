import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import { applyDuePrices } from './scheduled-prices.actions.ts';

/** Every minute, because days begin at different times in the time zones of clients, and so that late prices apply at once after a standstill. */
const applyJob = defineJob({
  name: 'catalogue.apply-prices',
  retryLimit: 3,
  maxBackoff: 60,
  expiry: 600,
  concurrency: 1,
  cron: '* * * * *',
});

export const jobs: JobHandler<{ db: Db; log: Pick<FastifyBaseLogger, 'info'> }>[] = [
  handleJob(applyJob, async (_, { db, log }) => {
    const prices = await applyDuePrices(db, { clock: systemClock });
    if (prices > 0) log.info({ prices }, 'applied prices whose day has come');
  }),
];
