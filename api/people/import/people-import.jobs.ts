import type { Logger } from 'pino';
import type { Db } from '#api/platform/db/database.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { continueImport } from './continue-import.actions.ts';
import { importPeopleJob } from './people-import.actions.ts';

export const jobs: JobHandler<MailDependencies & { db: Db; log: Pick<Logger, 'error'> }>[] = [
  handleJob(importPeopleJob, (job, { db, jobs, vault, log }) => continueImport(db, { jobs, vault }, log, job)),
];
