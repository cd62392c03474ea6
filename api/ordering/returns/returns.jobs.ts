import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { expireExchanges, remindAboutExchanges } from './exchange-deadlines.actions.ts';

/** Hourly, because days begin at different times in the organisations' time zones. */
const hourly = { retryLimit: 3, maxBackoff: 120, expiry: 300, concurrency: 1 };
const remindJob = defineJob({ ...hourly, name: 'ordering.remind-about-exchanges', cron: '23 * * * *' });
const expireJob = defineJob({ ...hourly, name: 'ordering.expire-exchanges', cron: '29 * * * *' });

export const jobs: JobHandler<MailDependencies & { db: Db; log: Pick<FastifyBaseLogger, 'info' | 'error'> }>[] = [
  handleJob(remindJob, async (_, { db, log, ...dependencies }) => {
    const requests = await remindAboutExchanges(db, { ...dependencies, log, clock: systemClock });
    if (requests > 0) log.info({ requests }, 'reminded people of exchanges');
  }),
  handleJob(expireJob, async (_, { db, log, ...dependencies }) => {
    const requests = await expireExchanges(db, { ...dependencies, log, clock: systemClock });
    if (requests > 0) log.info({ requests }, 'exchanges of which nothing came back have expired');
  }),
];
