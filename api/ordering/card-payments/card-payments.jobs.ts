import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import { endStaleAttempts, expirePayments, remindOfPayments } from './payment-deadlines.actions.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/** Every minute, because an order is kept for minutes. A provider that does not answer takes its time. */
const everyMinute = { retryLimit: 0, maxBackoff: 60, expiry: 600, concurrency: 1, cron: '* * * * *' };
const expireJob = defineJob({ ...everyMinute, name: 'ordering.expire-payments' });
const endJob = defineJob({ ...everyMinute, name: 'ordering.end-payment-attempts' });
const remindJob = defineJob({ ...everyMinute, name: 'ordering.remind-of-payments', cron: '*/10 * * * *' });

type Dependencies = Omit<PaymentDependencies, 'clock' | 'log'> & { log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'> };

export const jobs: JobHandler<Dependencies>[] = [
  handleJob(expireJob, async (_, dependencies) => {
    const orders = await expirePayments({ ...dependencies, clock: systemClock });
    if (orders > 0) dependencies.log.info({ orders }, 'cancelled orders that were not paid in time');
  }),
  handleJob(endJob, async (_, dependencies) => {
    const attempts = await endStaleAttempts({ ...dependencies, clock: systemClock });
    if (attempts > 0) dependencies.log.info({ attempts }, 'ended attempts to pay that are not needed');
  }),
  handleJob(remindJob, async (_, dependencies) => {
    const orders = await remindOfPayments({ ...dependencies, clock: systemClock });
    if (orders > 0) dependencies.log.info({ orders }, 'reminded people of payments');
  }),
];
