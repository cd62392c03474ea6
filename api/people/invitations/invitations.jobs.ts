import type { Db } from '#api/platform/db/database.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { sendInvitationsJob, sendPendingInvitations } from './invitations.actions.ts';

export const jobs: JobHandler<MailDependencies & { db: Db }>[] = [
  handleJob(sendInvitationsJob, (_, { db, jobs, vault }) => sendPendingInvitations(db, { jobs, vault })),
];
