import type { FastifyInstance } from 'fastify';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import { openInvoicePdf } from './invoice-pdf.actions.ts';
import { toInvoiceDetail, toInvoiceListItem, toInvoiceTotals } from './invoices.mapper.ts';
import { invoicesVisibleTo, listInvoices, readInvoices } from './invoices.queries.ts';
import { exportInvoices } from './invoices-export.actions.ts';

/** Registers the calls about invoices and credit notes for the Admins of organisations. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock, files }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'files'>,
): void {
  const now = () => new Date(clock.now());

  registerEndpoint(app, authenticator, 'GET /api/invoices', async ({ query, context: { caller } }) => {
    const { rows, count, sums } = await listInvoices(db, invoicesVisibleTo(caller), query, { at: now() });
    return {
      invoices: rows.map(toInvoiceListItem),
      totalCount: count,
      totals: toInvoiceTotals(sums, caller.currencyCode),
    };
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/invoices/exporttoexcel',
    async ({ query, context: { caller }, request, reply }) => {
      return sendWorkbook(reply, await exportInvoices(db, caller, query, { at: now(), requestId: request.id }));
    },
  );

  registerEndpoint(app, authenticator, 'GET /api/invoices/:id', async ({ params, context: { caller } }) => {
    const [invoice] = await readInvoices(db, invoicesVisibleTo(caller), [params.id], now());
    if (!invoice) throw notFound('invoice');
    return { invoices: [toInvoiceDetail(invoice)] };
  });

  registerEndpoint(app, authenticator, 'GET /api/invoices/:id/pdf', async ({ params, context: { caller }, reply }) => {
    const [invoice] = await readInvoices(db, invoicesVisibleTo(caller), [params.id], now());
    if (!invoice) throw notFound('invoice');
    const content = await openInvoicePdf(files, { organisationId: invoice.organisation_id }, invoice);
    setFileHeaders(reply, `${invoice.number}.pdf`);
    return new FileStream(content, 'application/pdf');
  });
}
