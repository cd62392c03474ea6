import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { escalateApprovals, expireApprovals, remindApprovers } from './approval-deadlines.actions.ts';

/** Hourly, because days begin at different times in the organisations' time zones. */
const hourly = { retryLimit: 3, maxBackoff: 120, expiry: 300, concurrency: 1 };
const remindJob = defineJob({ ...hourly, name: 'ordering.remind-approvers', cron: '11 * * * *' });
const escalateJob = defineJob({ ...hourly, name: 'ordering.escalate-approvals', cron: '13 * * * *' });
const expireJob = defineJob({ ...hourly, name: 'ordering.expire-approvals', cron: '17 * * * *' });

export const jobs: JobHandler<MailDependencies & { db: Db; log: Pick<FastifyBaseLogger, 'info' | 'error'> }>[] = [
  handleJob(remindJob, async (_, { db, log, ...dependencies }) => {
    const orders = await remindApprovers(db, { ...dependencies, log, clock: systemClock });
    if (orders > 0) log.info({ orders }, 'reminded approvers of orders');
  }),
  handleJob(escalateJob, async (_, { db, log, ...dependencies }) => {
    const orders = await escalateApprovals(db, { ...dependencies, log, clock: systemClock });
    if (orders > 0) log.info({ orders }, 'asked administrators to decide about orders');
  }),
  handleJob(expireJob, async (_, { db, log, ...dependencies }) => {
    const orders = await expireApprovals(db, { ...dependencies, log, clock: systemClock });
    if (orders > 0) log.info({ orders }, 'orders on which no one decided have expired');
  }),
];
