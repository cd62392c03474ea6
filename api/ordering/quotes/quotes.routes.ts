import type { FastifyInstance } from 'fastify';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { toFile } from '#api/platform/files/file.mapper.ts';
import { acceptUploads, ownerOf } from '#api/platform/files/file-store.ts';
import { sendFile } from '#api/platform/files/send-file.ts';
import { expireFiles } from '#api/platform/files/stored-files.queries.ts';
import { readIdempotencyKey, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { askForQuote } from './ask-for-quote.actions.ts';
import { listOwnQuotes, listVisibleQuotes, type QuotePage } from './list-quotes.queries.ts';
import {
  addFilesToQuote,
  announceQuoteFiles,
  declineQuote,
  giveQuoteAway,
  withdrawQuote,
  writeAboutQuote,
} from './own-quotes.actions.ts';
import { findVisibleQuoteFile } from './quote-files.queries.ts';
import { QUOTE_FILES } from './quote-uploads.ts';
import { type QuoteReply, toQuote, toQuoteListItem, viewerOf } from './quotes.mapper.ts';
import { readVisibleQuote } from './read-quote.queries.ts';

type Server = Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'files' | 'jobs' | 'vault'>;

/** Registers the calls with which people ask for quotes, read them and answer to them. */
export function routes(app: FastifyInstance, server: Server): void {
  const { db, authenticator, clock } = server;
  const commandOf = (request: { id: string }) => ({ ...server, requestId: request.id });
  const show = async (connection: Db | Tx, scope: Scope, id: number, version?: number): Promise<{ quote: QuoteReply }> => {
    const found = await readVisibleQuote(connection, scope, id, version);
    if (!found) throw notFound('quote');
    return { quote: toQuote(found, viewerOf(scope, found), clock.now()) };
  };
  const toList = ({ rows, count }: QuotePage, scope: Scope) => ({
    quotes: rows.map((row) => toQuoteListItem(row, scope)),
    totalCount: count,
  });

  registerEndpoint(app, authenticator, 'GET /api/quotescustomer', async ({ query, context: { effective } }) =>
    toList(await listOwnQuotes(db, effective, query), effective),
  );

  registerEndpoint(app, authenticator, 'GET /api/quotesorganisation', async ({ query, context: { effective } }) =>
    toList(await listVisibleQuotes(db, effective, query), effective),
  );

  registerEndpoint(app, authenticator, 'GET /api/quote/:id', ({ params, query, context: { effective } }) =>
    show(db, effective, params.id, query.version),
  );

  registerEndpoint(app, authenticator, 'POST /api/quote', ({ body, context, request }) =>
    runInTransaction(db, async (tx) => {
      const sentKey = readIdempotencyKey(request);
      const { quoteId } = await askForQuote(tx, server, context, body, { requestId: request.id, sentKey });
      return show(tx, context.effective, quoteId);
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/quote/:id/withdraw', ({ params: { id }, context, request }) =>
    runInTransaction(db, async (tx) => {
      await withdrawQuote(tx, context, id, commandOf(request));
      return show(tx, context.effective, id);
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/quote/:id/decline', ({ params: { id }, body, context, request }) =>
    runInTransaction(db, async (tx) => {
      await declineQuote(tx, context, id, body, commandOf(request));
      return show(tx, context.effective, id);
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/quote/:id/message', ({ params: { id }, body, context, request }) =>
    runInTransaction(db, async (tx) => {
      await writeAboutQuote(tx, context, id, body, commandOf(request));
      return show(tx, context.effective, id);
    }),
  );

  registerEndpoint(app, authenticator, 'PUT /api/quote/:id/owner', ({ params: { id }, body, context, request }) =>
    runInTransaction(db, async (tx) => {
      await giveQuoteAway(tx, context, id, body, commandOf(request));
      return show(tx, context.effective, id);
    }),
  );

  registerEndpoint(app, authenticator, 'GET /api/quotefilenotification/:id', async ({ params: { id }, context }) => {
    await runInTransaction(db, (tx) => announceQuoteFiles(tx, context, id, server));
    return { success: true, msg: 'The sales team has been told of the new files.' };
  });

  acceptUploads(app, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/quotefile', async ({ context, request }) => {
      let quoteId = '';
      const onField = (name: string, value: string) => {
        if (name === 'quoteId') quoteId = value.trim();
      };
      const stored = await server.files.receiveUploads(request, ownerOf(context), { ...QUOTE_FILES, onField });
      if (quoteId !== '' && quoteId !== '0') {
        const ids = stored.map(({ id }) => id);
        await runInTransaction(db, (tx) => addFilesToQuote(tx, context, readId(quoteId), ids)).catch(async (error) => {
          await runInTransaction(db, (tx) => expireFiles(tx, context.effective.organisationId, ids));
          throw error;
        });
      }
      return { files: stored.map(toFile) };
    }),
  );

  registerEndpoint(app, authenticator, 'GET /api/quotefile/:id', async ({ params, context, reply }) => {
    const file = await findVisibleQuoteFile(db, context.effective, params.id);
    if (!file) throw notFound('file');
    return sendFile(reply, server.files, file);
  });
}

/** The id of a quote in a field of a form. Throws 404 for what is none. */
function readId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > 2_147_483_647) throw notFound('quote');
  return id;
}
