import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { warnOfExpiringApiKeys } from './api-keys.actions.ts';

/** Hourly, so that a key of a few days is warned about in time. */
const warnOfExpiringApiKeysJob = defineJob({
  name: 'identity.warn-of-expiring-keys',
  retryLimit: 3,
  maxBackoff: 120,
  expiry: 300,
  concurrency: 1,
  cron: '23 * * * *',
});

export const jobs: JobHandler<MailDependencies & { db: Db }>[] = [
  handleJob(warnOfExpiringApiKeysJob, (_, { db, jobs, vault }) => warnOfExpiringApiKeys(db, { jobs, vault })),
];
