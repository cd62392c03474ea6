import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import { creditReturns } from './credit-notes.actions.ts';
import { billMonths, billShipments } from './issue-invoices.actions.ts';

const once = { retryLimit: 3, maxBackoff: 120, expiry: 600, concurrency: 1 };
const shipmentsJob = defineJob({ ...once, name: 'ordering.bill-shipments', cron: '*/2 * * * *' });
/** Hourly, because months begin at different times in the organisations' time zones. */
const monthsJob = defineJob({ ...once, name: 'ordering.bill-months', cron: '23 * * * *' });

const creditsJob = defineJob({ ...once, name: 'ordering.credit-returns', cron: '*/5 * * * *' });

export const jobs: JobHandler<{ db: Db; log: Pick<FastifyBaseLogger, 'info' | 'error'> }>[] = [
  handleJob(shipmentsJob, async (_, { db, log }) => {
    const invoices = await billShipments(db, { log, clock: systemClock });
    if (invoices > 0) log.info({ invoices }, 'issued invoices for shipments');
  }),
  handleJob(monthsJob, async (_, { db, log }) => {
    const invoices = await billMonths(db, { log, clock: systemClock });
    if (invoices > 0) log.info({ invoices }, 'issued monthly invoices');
  }),
  handleJob(creditsJob, async (_, { db, log }) => {
    const returns = await creditReturns(db, { log, clock: systemClock });
    if (returns > 0) log.info({ returns }, 'issued credit notes for returns');
  }),
];
