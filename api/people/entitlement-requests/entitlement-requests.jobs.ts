import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { expireDueRequests } from './entitlement-requests.actions.ts';

/** Hourly, because days begin at different times in the organisations' time zones. */
const expireRequestsJob = defineJob({
  name: 'people.expire-entitlement-requests',
  retryLimit: 3,
  maxBackoff: 120,
  expiry: 300,
  concurrency: 1,
  cron: '7 * * * *',
});

export const jobs: JobHandler<MailDependencies & { db: Db; log: Pick<FastifyBaseLogger, 'info'> }>[] = [
  handleJob(expireRequestsJob, async (_, { db, jobs: queue, vault, log }) => {
    const requests = await expireDueRequests(db, { jobs: queue, vault });
    if (requests > 0) log.info({ requests }, 'requests for more have expired');
  }),
];
