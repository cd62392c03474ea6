import { systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { keepPromisesJob, promiseArrivals } from './promises.actions.ts';

export const jobs: JobHandler<MailDependencies & { db: Db }>[] = [
  handleJob(keepPromisesJob, (moved, { db, ...dependencies }) => promiseArrivals(db, dependencies, moved, systemClock.now())),
];
