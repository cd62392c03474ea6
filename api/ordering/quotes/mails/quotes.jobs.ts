import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { expireQuotes, remindOfQuotes } from './end-quotes.actions.ts';

/** Every few minutes, because days end at different times in the organisations' time zones. */
const endQuotesJob = defineJob({
  name: 'ordering.end-quotes',
  retryLimit: 3,
  maxBackoff: 120,
  expiry: 300,
  concurrency: 1,
  cron: '*/5 * * * *',
});

export const jobs: JobHandler<MailDependencies & { db: Db; log: Pick<FastifyBaseLogger, 'info'> }>[] = [
  handleJob(endQuotesJob, async (_, { db, log, ...dependencies }) => {
    const expired = await expireQuotes(db, { ...dependencies, clock: systemClock });
    const reminded = await remindOfQuotes(db, { ...dependencies, clock: systemClock });
    if (expired + reminded > 0) log.info({ expired, reminded }, 'expired quotes and reminded people of quotes that end');
  }),
];
