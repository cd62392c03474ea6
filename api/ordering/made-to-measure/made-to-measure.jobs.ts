import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { tellMakers } from './tell-makers.actions.ts';

/** Every few minutes, so that requests of the same time are in one mail. */
const tellMakersJob = defineJob({
  name: 'ordering.tell-makers',
  retryLimit: 3,
  maxBackoff: 120,
  expiry: 300,
  concurrency: 1,
  cron: '*/5 * * * *',
});

export const jobs: JobHandler<MailDependencies & { db: Db; log: Pick<FastifyBaseLogger, 'info'> }>[] = [
  handleJob(tellMakersJob, async (_, { db, log, jobs: queue, vault }) => {
    const mails = await tellMakers(db, { jobs: queue, vault });
    if (mails > 0) log.info({ mails }, 'told operators of garments made to measure');
  }),
];
