import type { FastifyInstance } from 'fastify';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import { listOwnStatementPeriods } from '#api/ordering/statement/statement.actions.ts';
import { listRequestsForExport } from '#api/people/entitlement-requests/entitlement-requests.actions.ts';
import { readSpecialMeasurements } from '#api/people/person/person.actions.ts';
import { getProfile } from '#api/people/person/profile.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint, SerializedResponse } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { unsealBody } from '#api/sizing/bodies.actions.ts';
import { toBody } from '#api/sizing/bodies.mapper.ts';
import { findBodyConsent, listSealedBodies } from '#api/sizing/bodies.queries.ts';
import { getMyData, listConsents } from './my-data.queries.ts';
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

  registerEndpoint(app, authenticator, 'GET /api/mydata', async ({ context, request, reply }) => {
    const [profile, data, entitlement, entitlementRequests] = await Promise.all([
      getProfile(db, context.caller),
      getMyData(db, context.caller),
      listOwnStatementPeriods(db, dependencies, context.caller),
      listRequestsForExport(db, dependencies, context.caller),
    ]);
    const specialMeasurements = await runInTransaction(db, async (tx) => {
      await recordAuditEvent(tx, context, { action: 'mydata.exported', requestId: request.id });
      return readSpecialMeasurements(tx, dependencies, context, context.caller.customerId);
    });
    const [sealed, consent] = await Promise.all([listSealedBodies(db, context.caller), findBodyConsent(db, context.caller)]);
    const bodies = sealed.map((row) => toBody(unsealBody(dependencies.vault, context.caller, row)));
    const bodyConsent = consent ? { version: consent.version, givenOnUtc: consent.givenAt.toISOString() } : null;
    const createdOnUtc = new Date().toISOString();
    setFileHeaders(reply, `my-data-${createdOnUtc.slice(0, 10).replaceAll('-', '')}.json`);
    // Indented, because people read the file too.
    return new SerializedResponse(
      Buffer.from(
        JSON.stringify(
          { createdOnUtc, profile, ...data, entitlement, entitlementRequests, specialMeasurements, bodies, bodyConsent },
          null,
          2,
        ),
      ),
    );
  });
}
