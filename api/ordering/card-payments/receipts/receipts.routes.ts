import type { FastifyInstance } from 'fastify';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { openReceiptPdf } from './receipt-pdf.actions.ts';
import { findReceipt, receiptsOfBrands, receiptsVisibleTo } from './receipts.queries.ts';

/** Registers the calls that send receipts as PDF. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, files }: Pick<ServerDependencies, 'authenticator' | 'db' | 'files'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/receipts/:id/pdf', async ({ params, context: { effective }, reply }) => {
    const receipt = await findReceipt(db, receiptsVisibleTo(effective), params.id);
    if (!receipt) throw notFound('receipt');
    const content = await openReceiptPdf(files, { organisationId: receipt.organisationId }, receipt);
    setFileHeaders(reply, `${receipt.number}.pdf`);
    return new FileStream(content, 'application/pdf');
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/receipts/:id/pdf', async ({ params, operator, reply }) => {
    const receipt = await findReceipt(db, receiptsOfBrands(operator), params.id);
    if (!receipt) throw notFound('receipt');
    const content = await openReceiptPdf(files, { operatorId: operator.id }, receipt);
    setFileHeaders(reply, `${receipt.number}.pdf`);
    return new FileStream(content, 'application/pdf');
  });
}
