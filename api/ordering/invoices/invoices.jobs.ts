import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { defineJob, handleJob, type JobHandler } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { creditCancelledPieces, creditReturns } from './credit-notes.actions.ts';
import { type BillingDependencies, billMonths, billShipments } from './issue-invoices.actions.ts';
import { mailInvoice } from './mail-invoice.actions.ts';

const once = { retryLimit: 3, maxBackoff: 120, expiry: 600, concurrency: 1 };
const shipmentsJob = defineJob({ ...once, name: 'ordering.bill-shipments', cron: '*/2 * * * *' });
/** Hourly, because months begin at different times in the organisations' time zones. */
const monthsJob = defineJob({ ...once, name: 'ordering.bill-months', cron: '23 * * * *' });

const creditsJob = defineJob({ ...once, name: 'ordering.credit-returns', cron: '*/5 * * * *' });

interface Dependencies extends MailDependencies {
  db: Db;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/** Each document is mailed in the transaction that issues it. */
const toBilling = ({ log, ...mail }: Dependencies): BillingDependencies => ({
  log,
  clock: systemClock,
  afterIssue: (tx, document) => mailInvoice(tx, mail, document),
});

export const jobs: JobHandler<Dependencies>[] = [
  handleJob(shipmentsJob, async (_, dependencies) => {
    const { db, log } = dependencies;
    const invoices = await billShipments(db, toBilling(dependencies));
    if (invoices > 0) log.info({ invoices }, 'issued invoices for shipments');
  }),
  handleJob(monthsJob, async (_, dependencies) => {
    const { db, log } = dependencies;
    const invoices = await billMonths(db, toBilling(dependencies));
    if (invoices > 0) log.info({ invoices }, 'issued monthly invoices');
  }),
  handleJob(creditsJob, async (_, dependencies) => {
    const { db, log } = dependencies;
    const returns = await creditReturns(db, toBilling(dependencies));
    if (returns > 0) log.info({ returns }, 'issued credit notes for returns');
    const cancellations = await creditCancelledPieces(db, toBilling(dependencies));
    if (cancellations > 0) log.info({ cancellations }, 'issued credit notes for cancelled pieces');
  }),
];
