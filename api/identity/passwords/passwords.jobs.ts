import type { Db } from '#api/platform/db/database.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { PasswordMailDependencies } from './enqueue-password-mails.ts';
import { sendRecoveryLink, sendRecoveryLinkJob } from './recovery.actions.ts';

export const jobs: JobHandler<PasswordMailDependencies & { db: Db }>[] = [
  handleJob(sendRecoveryLinkJob, (request, { db, jobs, vault }) => sendRecoveryLink(db, { jobs, vault }, request)),
];
