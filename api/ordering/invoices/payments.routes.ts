import type { FastifyInstance } from 'fastify';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import { creditInvoice } from './credit-notes.actions.ts';
import { toInvoiceDetail, toInvoiceListItem, toInvoiceTotals } from './invoices.mapper.ts';
import { invoicesOfBrands, listInvoices, readInvoices } from './invoices.queries.ts';
import { mailInvoice } from './mail-invoice.actions.ts';
import { allocateCredit, recordPayment, reversePayment } from './payments.actions.ts';
import { listPayments, type PaymentRow, readPayment } from './payments.queries.ts';

const KINDS = { payment: 'payment', credit_note: 'creditNote', reversal: 'reversal' };

const toPayment = (row: PaymentRow): ReplyOf<'GET /api/operator/payments'>['payments'][number] => ({
  id: row.id,
  organisationId: row.organisationId,
  organisationName: row.organisationName,
  kind: KINDS[row.kind],
  amount: toMajorUnits(row.amountMinor),
  unallocated: row.kind === 'reversal' || row.reversedById !== null ? 0 : toMajorUnits(row.amountMinor - row.allocatedMinor),
  currencyCode: row.currencyCode,
  receivedOn: row.receivedOn,
  reference: row.reference,
  reason: row.reason,
  isReversed: row.reversedById !== null,
  createdOnUtc: toUtcString(row.createdAt),
  allocations: row.allocations.map(({ amountMinor, ...invoice }) => ({ ...invoice, amount: toMajorUnits(amountMinor) })),
});

/** Registers the supplier's calls about invoices, credit notes and payments. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock, ...mail }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'> & MailDependencies,
): void {
  const now = () => new Date(clock.now());

  registerEndpoint(app, authenticator, 'GET /api/operator/invoices', async ({ query, operator }) => {
    const isOldestDueFirst = query.status === 'open' || query.status === 'overdue';
    const { rows, count, sums } = await listInvoices(db, invoicesOfBrands(operator), query, { at: now(), isOldestDueFirst });
    const [first] = rows;
    return {
      invoices: rows.map((row) => ({
        ...toInvoiceListItem(row),
        organisationId: row.organisation_id,
        organisationName: row.organisation_name,
      })),
      totalCount: count,
      // Sums of several organisations may be in several currencies.
      totals: query.organisationId && first ? toInvoiceTotals(sums, first.currency_code) : null,
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/invoices/:id', async ({ params, operator }) => {
    const [invoice] = await readInvoices(db, invoicesOfBrands(operator), [params.id], now());
    if (!invoice) throw notFound('invoice');
    return { invoices: [toInvoiceDetail(invoice)] };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/invoices/:id/credit', async ({ params, body, operator, request }) => {
    const visible = invoicesOfBrands(operator);
    const [invoice] = await readInvoices(db, visible, [params.id], now());
    if (!invoice) throw notFound('invoice');
    const id = await runInTransaction(db, async (tx) => {
      const issued = await creditInvoice(tx, operator, invoice, body, { at: clock.now(), requestId: request.id });
      await mailInvoice(tx, mail, { organisationId: invoice.organisation_id, id: issued });
      return issued;
    });
    return { invoices: (await readInvoices(db, visible, [id], now())).map(toInvoiceDetail) };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/payments', async ({ query, operator }) => {
    const { payments, count } = await listPayments(db, operator, query);
    return { payments: payments.map(toPayment), totalCount: count };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/payments', async ({ body, operator, request }) => {
    const id = await runInTransaction(db, (tx) => recordPayment(tx, operator, body, request.id));
    return { payments: [toPayment(await readPayment(db, body.organisationId, id))] };
  });

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/payments/:id/allocations',
    async ({ params, body, operator, request }) => {
      const { organisationId } = await runInTransaction(db, (tx) =>
        allocateCredit(tx, operator, params.id, body.allocations, request.id),
      );
      return { payments: [toPayment(await readPayment(db, organisationId, params.id))] };
    },
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/payments/:id/reverse', async ({ params, body, operator, request }) => {
    const { organisationId } = await runInTransaction(db, (tx) =>
      reversePayment(tx, operator, params.id, { reason: body.reason, requestId: request.id }),
    );
    return { payments: [toPayment(await readPayment(db, organisationId, params.id))] };
  });
}
