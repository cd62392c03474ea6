import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { tellWaitingPeople } from './stock-notices.actions.ts';

/** Looks for what has become free, so that nothing that frees pieces has to know who waits for them. */
const tellJob = defineJob({
  name: 'ordering.tell-of-stock',
  retryLimit: 3,
  maxBackoff: 120,
  expiry: 300,
  concurrency: 1,
  cron: '*/5 * * * *',
});

export const jobs: JobHandler<MailDependencies & { db: Db; log: Pick<FastifyBaseLogger, 'error' | 'info'> }>[] = [
  handleJob(tellJob, async (_, { db, log, ...dependencies }) => {
    const mails = await tellWaitingPeople(db, { ...dependencies, log, clock: systemClock });
    if (mails > 0) log.info({ mails }, 'told people that something can be ordered again');
  }),
];
