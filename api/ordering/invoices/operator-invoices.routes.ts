import type { FastifyInstance } from 'fastify';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { QueryOf } from '#contract/index.ts';
import { creditInvoice, previewCredit } from './credit-notes.actions.ts';
import { lockCreditedInvoice } from './credit-notes.queries.ts';
import { openInvoicePdf } from './invoice-pdf.actions.ts';
import {
  assertInvoiceAsSeen,
  getInvoiceFingerprint,
  toInvoiceListItem,
  toInvoiceTotals,
  toOperatorInvoice,
} from './invoices.mapper.ts';
import { type InvoiceDetailRow, type InvoiceSort, invoicesOfBrands, listInvoices, readInvoices } from './invoices.queries.ts';
import { mailInvoice } from './mail-invoice.actions.ts';
import { readInvoiceActivity } from './operator-invoices.queries.ts';

/** What is open is listed with the longest due first, everything else with the newest first, unless another order is asked for. */
const getSort = ({ sort, status }: QueryOf<'GET /api/operator/invoices'>): InvoiceSort =>
  (sort as InvoiceSort | undefined) ?? (status === 'open' || status === 'overdue' ? 'dueOn' : '-issuedOn');

/** Registers the supplier's calls about invoices and credit notes. */
export function routes(
  app: FastifyInstance,
  {
    db,
    authenticator,
    clock,
    files,
    ...mail
  }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'files'> & MailDependencies,
): void {
  const now = () => new Date(clock.now());

  async function getInvoice(operator: OperatorScope, id: number, at: Db = db): Promise<InvoiceDetailRow> {
    const [invoice] = await readInvoices(at, invoicesOfBrands(operator), [id], now());
    if (!invoice) throw notFound('invoice');
    return invoice;
  }

  const toKey = ({ organisation_id: organisationId, id }: InvoiceDetailRow) => ({ organisationId, id });

  async function describeInvoice(operator: OperatorScope, id: number) {
    const invoice = await getInvoice(operator, id);
    const activity = await readInvoiceActivity(db, operator, toKey(invoice));
    return { invoices: [toOperatorInvoice(invoice, activity)] };
  }

  registerEndpoint(app, authenticator, 'GET /api/operator/invoices', async ({ query, operator }) => {
    const { rows, count, sums } = await listInvoices(db, invoicesOfBrands(operator), query, { at: now(), sort: getSort(query) });
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

  registerEndpoint(app, authenticator, 'GET /api/operator/invoices/:id', ({ params, operator }) =>
    describeInvoice(operator, params.id),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/invoices/:id/pdf', async ({ params, operator, reply }) => {
    const invoice = await getInvoice(operator, params.id);
    const content = await openInvoicePdf(files, { operatorId: operator.id }, invoice);
    setFileHeaders(reply, `${invoice.number}.pdf`);
    return new FileStream(content, 'application/pdf');
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/invoices/:id/credit/preview', async ({ params, body, operator }) => {
    const invoice = await getInvoice(operator, params.id);
    const { netMinor, taxMinor, totalMinor } = await previewCredit(db, invoice, body.lines);
    const settlesMinor = Math.min(totalMinor, invoice.total_minor - invoice.settled_minor);
    return {
      credit: {
        netTotal: toMajorUnits(netMinor),
        taxTotal: toMajorUnits(taxMinor),
        total: toMajorUnits(totalMinor),
        settles: toMajorUnits(settlesMinor),
        remains: toMajorUnits(totalMinor - settlesMinor),
        currencyCode: invoice.currency_code,
        fingerprint: getInvoiceFingerprint(invoice, await readInvoiceActivity(db, operator, toKey(invoice))),
      },
    };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/invoices/:id/credit', async ({ params, body, operator, request }) => {
    const invoice = await getInvoice(operator, params.id);
    const id = await runInTransaction(db, async (tx) => {
      const assertAsSeen = async () => {
        if (!body.fingerprint) return;
        await lockCreditedInvoice(tx, invoice.organisation_id, invoice.id);
        const locked = await getInvoice(operator, invoice.id, tx);
        assertInvoiceAsSeen(body.fingerprint, locked, await readInvoiceActivity(tx, operator, toKey(locked)));
      };
      const issued = await creditInvoice(tx, operator, invoice, body, { at: clock.now(), requestId: request.id, assertAsSeen });
      await mailInvoice(tx, mail, { organisationId: invoice.organisation_id, id: issued });
      return issued;
    });
    return describeInvoice(operator, id);
  });
}
