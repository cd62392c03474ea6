import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordDeed } from '#api/audit/audit.queries.ts';
import { inTransaction } from '#api/db/database.ts';
import { isActing, nameOf } from '#api/http/acting.ts';
import { type Asked, serve } from '#api/http/endpoint.ts';
import { invalid } from '#api/http/errors.ts';
import { CONSENT_VERSION, changeKeptBody, eraseKeptBody, keepNewBody, openBody, withdrawConsent } from './bodies.actions.ts';
import { findBody, findConsent, keepConsent } from './bodies.queries.ts';
import { readBody } from './bodies.rules.ts';
import { genderOfPortal, toBody, toProfile } from './bodies.wire.ts';
import { refusal } from './errors.ts';
import { findWearer } from './people.queries.ts';
import type { Sizing } from './sizing.ts';

/** Names the address of what was made. */
export function setLocation(
  { config }: Pick<Sizing, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): void {
  reply.header('location', `${config.sizingBaseUrl ?? `${request.protocol}://${request.host}/sizing/`}${path}`);
}

/** Bodies: the caller's own, and nobody else's; also somebody who acts for the wearer reads and changes none. */
export function bodyRoutes(app: FastifyInstance, sizing: Sizing): void {
  const { db, gate, vault } = sizing;

  serve(app, gate, 'GET /sizing/client', async ({ visit }) => {
    const { scope } = visit;
    const [wearer, body, consent] = await Promise.all([findWearer(db, scope), findBody(db, scope), findConsent(db, scope)]);
    const own = body && !isActing(visit) ? openBody(vault, scope, body) : undefined;
    return {
      client: {
        id: String(scope.customerId),
        name: nameOf(scope),
        defaultGender: own?.kept.fields.gender ?? genderOfPortal(wearer.gender),
        weightUnits: own?.kept.fields.weightUnits ?? 0,
        heightUnits: own?.kept.fields.heightUnits ?? 0,
        isMeasured: wearer.isMeasured,
        bodyId: own ? String(own.id) : null,
        consent: consent ? { version: consent.version, givenOnUtc: consent.givenAt.toISOString() } : null,
        consentVersion: CONSENT_VERSION,
      },
    };
  });

  serve(app, gate, 'POST /sizing/consent', async ({ body, visit, request }) => {
    // Nobody agrees to a text that they did not see.
    if (body.version !== CONSENT_VERSION) throw invalid('version', 'The text has changed. Please read it again.');
    const consent = await inTransaction(db, async (tx) => {
      await keepConsent(tx, visit.caller, body.version);
      await recordDeed(tx, visit, { action: 'body.agreed', subjectId: String(visit.caller.customerId), requestId: request.id });
      return findConsent(tx, visit.caller);
    });
    return { consent: { version: body.version, givenOnUtc: (consent?.givenAt ?? new Date()).toISOString() } };
  });

  serve(app, gate, 'DELETE /sizing/consent', async ({ visit, request }) => {
    await inTransaction(db, (tx) => withdrawConsent(tx, visit, request.id));
    return {};
  });

  serve(app, gate, 'POST /sizing/body/newbody', async ({ body, visit, request, reply }) => {
    const kept = await inTransaction(db, (tx) => keepNewBody(tx, vault, visit, body, request.id));
    setLocation(sizing, request, reply, `body/${kept.id}`);
    return { body: toBody(kept) };
  });

  const change =
    (derive: boolean) =>
    async ({ params: { id }, body: sent, visit, request }: Asked<'PUT /sizing/body/:id'>) => ({
      body: toBody(
        await inTransaction(db, (tx) => changeKeptBody(tx, vault, visit, { id, sent, derive, requestId: request.id })),
      ),
    });
  serve(app, gate, 'PUT /sizing/body/:id', change(false));
  serve(app, gate, 'PUT /sizing/body/defaultupdate/:id', (asked) =>
    change(true)(asked as unknown as Asked<'PUT /sizing/body/:id'>),
  );

  serve(app, gate, 'GET /sizing/body/:id', async ({ params, visit }) => {
    const found = await findBody(db, visit.caller, params.id);
    if (!found) throw refusal('BODY_NOT_FOUND');
    return { body: toBody(openBody(vault, visit.caller, found)) };
  });

  serve(app, gate, 'GET /sizing/body/profile/:id', async ({ params, visit }) => {
    const found = await findBody(db, visit.caller, params.id);
    if (!found) throw refusal('BODY_NOT_FOUND');
    const body = openBody(vault, visit.caller, found);
    const read = readBody(body.kept);
    if ('problems' in read) throw refusal('ERROR_RESTART');
    return { profile: toProfile(body, read) };
  });

  serve(app, gate, 'DELETE /sizing/body/completeprofile/:id', async ({ params, visit, request }) => {
    await inTransaction(db, (tx) => eraseKeptBody(tx, visit, params.id, request.id));
    return {};
  });
}
