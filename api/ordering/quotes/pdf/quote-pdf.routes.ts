import type { FastifyInstance, FastifyReply } from 'fastify';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { DocumentRequester } from '#api/platform/pdf/draw-in-thread.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { drawDocument } from '../../documents/draw-document.ts';
import type { QuoteRecord } from '../quote-record.ts';
import { readVisibleQuote } from '../read-quote.queries.ts';
import { toQuotePdf } from './quote-pdf.mapper.ts';
import { readLetterhead, readQuoteOfBrands } from './quote-pdf.queries.ts';

/** Registers the calls for quotes as PDF. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  async function send(
    reply: FastifyReply,
    quote: QuoteRecord | undefined,
    { requester, pricesVisible }: { requester: DocumentRequester; pricesVisible: boolean },
  ): Promise<FileStream> {
    if (!quote) throw notFound('quote');
    const task = toQuotePdf(quote, await readLetterhead(db, quote.brandId), { pricesVisible });
    const content = await drawDocument(requester, task);
    setFileHeaders(reply, `Quote ${quote.quoteNumber}.pdf`);
    return new FileStream(content, 'application/pdf');
  }

  registerEndpoint(app, authenticator, 'GET /api/quote/:id/pdf', async ({ params: { id }, context: { effective }, reply }) =>
    send(reply, await readVisibleQuote(db, effective, id), {
      requester: { organisationId: effective.organisationId },
      pricesVisible: effective.pricesVisible,
    }),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/quotes/:id/pdf', async ({ params: { id }, operator, reply }) =>
    send(reply, await readQuoteOfBrands(db, operator, id), { requester: { operatorId: operator.id }, pricesVisible: true }),
  );
}
