import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { reportExpiringDocuments } from './document-expiry.actions.ts';

/** In the morning, so that the mail is there when people begin to work. */
const reportExpiryJob = defineJob({
  name: 'content.report-expiring-documents',
  retryLimit: 3,
  maxBackoff: 120,
  expiry: 300,
  concurrency: 1,
  cron: '17 6 * * *',
});

export const jobs: JobHandler<MailDependencies & { db: Db; log: Pick<FastifyBaseLogger, 'info'> }>[] = [
  handleJob(reportExpiryJob, async (_, { db, log, jobs: queue, vault }) => {
    const mails = await reportExpiringDocuments(db, { jobs: queue, vault }, systemClock);
    if (mails > 0) log.info({ mails }, 'told operators of documents that expire');
  }),
];
