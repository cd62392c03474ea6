import type { FastifyInstance } from 'fastify';
import { openBody } from '#sizing/bodies.actions.ts';
import { findConsent, listBodies } from '#sizing/bodies.queries.ts';
import { toBody } from '#sizing/bodies.wire.ts';
import { getProfile } from '../access/profile.queries.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { readMeasurements } from '../customers/person.actions.ts';
import { inTransaction } from '../db/database.ts';
import { serve, Written } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import { setFileHeaders } from '../http/files.ts';
import type { Portal } from '../portal.ts';
import { carryOutErasure } from './erase-person.actions.ts';
import { listOpenRequests } from './erase-person.queries.ts';
import { askForErasure } from './erasure.actions.ts';
import { findOpenRequest, withdrawRequest } from './erasure.queries.ts';
import { listConsents, readMyData } from './my-data.queries.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.queries.ts';

/** Calls about one's own account: always the caller's, never that of somebody acted for. */
export function accountRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate, sessions } = portal;

  serve(app, gate, 'GET /api/sessions', async ({ visit }) => ({
    sessions: await listSessions(db, visit.caller, visit.sessionId),
  }));

  serve(app, gate, 'DELETE /api/sessions/:id', async ({ params, visit, request }) => {
    const id = params.id.toLowerCase();
    await inTransaction(db, async (tx) => {
      if (!(await endSession(tx, visit.caller, id))) throw notFound('session');
      await recordDeed(tx, visit, { action: 'session.ended', subjectId: id, requestId: request.id });
    });
    sessions.forget(id);
    return {};
  });

  serve(app, gate, 'DELETE /api/sessions', async ({ visit, request }) => {
    const ended = await inTransaction(db, async (tx) => {
      const ids = await endOtherSessions(tx, visit.caller, visit.sessionId);
      for (const id of ids) await recordDeed(tx, visit, { action: 'session.ended', subjectId: id, requestId: request.id });
      return ids;
    });
    for (const id of ended) sessions.forget(id);
    return { ended: ended.length };
  });

  serve(app, gate, 'GET /api/consents', async ({ visit }) => ({ consents: await listConsents(db, visit.caller) }));

  serve(app, gate, 'GET /api/mydata', async ({ visit, request, reply }) => {
    const [profile, data] = await Promise.all([getProfile(db, visit.caller), readMyData(db, visit.caller)]);
    const specialMeasurements = await inTransaction(db, async (tx) => {
      await recordDeed(tx, visit, { action: 'mydata.exported', requestId: request.id });
      return readMeasurements(tx, portal, visit, visit.caller.customerId);
    });
    const [sealed, consent] = await Promise.all([listBodies(db, visit.caller), findConsent(db, visit.caller)]);
    const bodies = sealed.map((row) => toBody(openBody(portal.vault, visit.caller, row)));
    const bodyConsent = consent ? { version: consent.version, givenOnUtc: consent.givenAt.toISOString() } : null;
    const createdOnUtc = new Date().toISOString();
    setFileHeaders(reply, `my-data-${createdOnUtc.slice(0, 10).replaceAll('-', '')}.json`);
    // For people to read as well, hence not in one line.
    return new Written(
      Buffer.from(JSON.stringify({ createdOnUtc, profile, ...data, specialMeasurements, bodies, bodyConsent }, null, 2)),
    );
  });

  serve(app, gate, 'GET /api/erasurerequest', async ({ visit }) => ({
    erasureRequest: (await findOpenRequest(db, visit.caller)) ?? null,
  }));

  serve(app, gate, 'POST /api/erasurerequest', async ({ visit, request }) => ({
    erasureRequest: await inTransaction(db, (tx) => askForErasure(tx, portal, visit, request.id)),
  }));

  serve(app, gate, 'DELETE /api/erasurerequest', async ({ visit, request }) => {
    await inTransaction(db, async (tx) => {
      const id = await withdrawRequest(tx, visit.caller);
      if (id === undefined) throw notFound('erasureRequest');
      await recordDeed(tx, visit, { action: 'erasure.withdrawn', subjectId: String(id), requestId: request.id });
    });
    return {};
  });

  serve(app, gate, 'GET /api/erasurerequests', async ({ visit }) => ({
    erasureRequests: await listOpenRequests(db, visit.caller),
  }));

  serve(app, gate, 'POST /api/customers/:id/erase', async ({ params, body, visit, request }) => {
    await inTransaction(db, (tx) => carryOutErasure(tx, visit, params.id, body.confirmation, request.id));
    sessions.forgetPerson(params.id);
    return {};
  });
}
