import type { FastifyInstance } from 'fastify';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { FileStream, registerEndpoint, SerializedResponse } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders, XLSX_MEDIA_TYPE } from '#api/platform/http/file-headers.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { exportMyData } from './my-data.actions.ts';
import { listConsents } from './my-data.queries.ts';
import { toMyDataWorkbook } from './my-data-workbook.ts';
import { listOwnSessions, revokeOwnOtherSessions, revokeOwnSession } from './sessions.queries.ts';

/** Calls about one's own account: always the caller's, also while impersonating. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'vault'> & { sessions: Sessions },
): void {
  const { db, authenticator, sessions } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/sessions', async ({ context }) => ({
    sessions: await listOwnSessions(db, context.caller, context.sessionId),
  }));

  registerEndpoint(app, authenticator, 'DELETE /api/sessions/:id', async ({ params, context, request }) => {
    const id = params.id.toLowerCase();
    await runInTransaction(db, async (tx) => {
      if (!(await revokeOwnSession(tx, context.caller, id))) throw notFound('session');
      await recordAuditEvent(tx, context, { action: 'session.ended', subjectId: id, requestId: request.id });
    });
    sessions.evict(id);
    return {};
  });

  registerEndpoint(app, authenticator, 'DELETE /api/sessions', async ({ context, request }) => {
    const ended = await runInTransaction(db, async (tx) => {
      const ids = await revokeOwnOtherSessions(tx, context.caller, context.sessionId);
      for (const id of ids)
        await recordAuditEvent(tx, context, { action: 'session.ended', subjectId: id, requestId: request.id });
      return ids;
    });
    for (const id of ended) sessions.evict(id);
    return { ended: ended.length };
  });

  registerEndpoint(app, authenticator, 'GET /api/consents', async ({ context }) => ({
    consents: await listConsents(db, context.caller),
  }));

  const nameFile = (extension: string) => `my-data-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}.${extension}`;

  registerEndpoint(app, authenticator, 'GET /api/mydata', async ({ context, request, reply }) => {
    const data = await exportMyData(dependencies, context, request.id);
    setFileHeaders(reply, nameFile('json'));
    // Indented, because people read the file too.
    return new SerializedResponse(Buffer.from(JSON.stringify(data, null, 2)));
  });

  registerEndpoint(app, authenticator, 'GET /api/mydata/exportToExcel', async ({ context, request, reply }) => {
    const data = await exportMyData(dependencies, context, request.id);
    setFileHeaders(reply, nameFile('xlsx'));
    return new FileStream(toMyDataWorkbook(data), XLSX_MEDIA_TYPE);
  });
}
