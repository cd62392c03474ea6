import type { Db } from '#api/platform/db/database.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { sendRecoveryLink, sendRecoveryLinkJob } from './recovery.actions.ts';

export const jobs: JobHandler<MailDependencies & { db: Db }>[] = [
  handleJob(sendRecoveryLinkJob, (request, { db, jobs, vault }) => sendRecoveryLink(db, { jobs, vault }, request)),
];
