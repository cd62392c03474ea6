import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { toFile } from '#api/platform/files/file.mapper.ts';
import { acceptUploads } from '#api/platform/files/file-store.ts';
import { sendFile } from '#api/platform/files/send-file.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { QUOTE_FILES } from '../quote-uploads.ts';
import { declineAsSupplier, saveAnswer, sendAnswer, takeQuote } from './answer-quotes.actions.ts';
import { listOperatorQuotes } from './operator-quotes.queries.ts';
import { getClientQuote, getSentAnswer, type QuoteAnswer, readAnswer } from './quote-answer.actions.ts';
import { toOperatorListItem, toOperatorQuote } from './quote-answers.mapper.ts';
import { getClientQuoteFile, supplierFiles, writeToCustomer } from './write-to-customer.actions.ts';

/** Registers the calls with which operators answer quotes. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'files' | 'jobs' | 'vault'>,
): void {
  const { db, authenticator, clock, files } = server;
  const commandOf = (request: { id: string }) => ({ ...server, requestId: request.id });
  const reply = (answer: QuoteAnswer) => ({ quote: toOperatorQuote(answer, clock.now()) });

  registerEndpoint(app, authenticator, 'GET /api/operator/quotes', async ({ operator, query }) => {
    const { rows, ...counted } = await listOperatorQuotes(db, operator, query);
    return { quotes: rows.map((row) => toOperatorListItem(row, clock.now())), ...counted };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/quotes/:id', async ({ operator, params, query }) => {
    const ref = await getClientQuote(db, operator, params.id);
    const answer = await readAnswer(db, ref, server);
    const sent = query.version === undefined ? undefined : await getSentAnswer(db, ref, query.version);
    return { quote: toOperatorQuote(answer, clock.now(), { withPreview: query.preview ?? false, sent }) };
  });

  registerEndpoint(app, authenticator, 'PUT /api/operator/quotes/:id', async ({ operator, params, body, request }) =>
    reply(await runInTransaction(db, (tx) => saveAnswer(tx, operator, params.id, body, commandOf(request)))),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/quotes/:id/send', async ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) =>
      reply(await sendAnswer(tx, operator, params.id, body, commandOf(request))),
    ),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/quotes/:id/take', async ({ operator, params, request }) =>
    reply(await runInTransaction(db, (tx) => takeQuote(tx, operator, params.id, commandOf(request)))),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/quotes/:id/decline', async ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) =>
      reply(await declineAsSupplier(tx, operator, params.id, body, commandOf(request))),
    ),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/quotes/:id/message', async ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) =>
      reply(await writeToCustomer(tx, operator, params.id, body, commandOf(request))),
    ),
  );

  acceptUploads(app, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/operator/quotes/:id/files', async ({ operator, params, request }) => {
      const ref = await getClientQuote(db, operator, params.id);
      const stored = await files.receiveUploads(request, supplierFiles(operator, ref), QUOTE_FILES);
      return { files: stored.map(toFile) };
    }),
  );

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/quotes/:id/files/:fileId',
    async ({ operator, params, reply: answer }) =>
      sendFile(answer, files, await getClientQuoteFile(db, operator, params.id, params.fileId)),
  );
}
