import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { remindDeciders, tellSupplier } from './proof-reminders.actions.ts';
import { releaseForgottenOrders, releaseOrdersJob } from './release-orders.actions.ts';

const common = { retryLimit: 3, maxBackoff: 120, expiry: 300, concurrency: 1 };
/** Hourly, because days begin at different times in the organisations' time zones. */
const remindJob = defineJob({ ...common, name: 'ordering.remind-of-proofs', cron: '23 * * * *' });
/** Every few minutes, so that designs of the same time are in one mail. */
const tellJob = defineJob({ ...common, name: 'ordering.tell-of-wanted-proofs', cron: '*/5 * * * *' });

export const jobs: JobHandler<MailDependencies & { db: Db; log: Pick<FastifyBaseLogger, 'info'> }>[] = [
  handleJob(remindJob, async (_, { db, log, ...dependencies }) => {
    const proofs = await remindDeciders(db, { ...dependencies, clock: systemClock });
    if (proofs > 0) log.info({ proofs }, 'reminded clients of proofs');
  }),
  handleJob(tellJob, async (_, { db, log, ...dependencies }) => {
    const mails = await tellSupplier(db, dependencies);
    if (mails > 0) log.info({ mails }, 'told operators of designs that need a proof');
  }),
  handleJob(releaseOrdersJob, async (_, { db, log }) => {
    const orders = await releaseForgottenOrders(db);
    if (orders > 0) log.info({ orders }, 'released orders whose proofs are approved');
  }),
];
