import type { PasswordMailDependencies } from '#api/identity/passwords/enqueue-password-mails.ts';
import type { Db } from '#api/platform/db/database.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import { sendInvitationsJob, sendPendingInvitations } from './invitations.actions.ts';

export const jobs: JobHandler<PasswordMailDependencies & { db: Db }>[] = [
  handleJob(sendInvitationsJob, (_, { db, jobs, vault }) => sendPendingInvitations(db, { jobs, vault })),
];
