import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { type EndpointInput, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { invalid } from '#api/platform/http/errors.ts';
import { formatPersonName, isImpersonating } from '#api/platform/http/impersonation.ts';
import { BODY_CONSENT_VERSION, createBody, deleteBody, unsealBody, updateBody, withdrawBodyConsent } from './bodies.actions.ts';
import { toBody, toBodyProfile, toSizingGender } from './bodies.mapper.ts';
import { findBodyConsent, findSealedBody, saveBodyConsent } from './bodies.queries.ts';
import { interpretBody } from './bodies.rules.ts';
import type { SizingDependencies } from './dependencies.ts';
import { sizingError } from './errors.ts';
import { setLocationHeader } from './location-header.ts';
import { getWearerSummary } from './people.queries.ts';

/** Registers the endpoints for bodies. Callers can only access their own; impersonation gives no access to the wearer's. */
export function routes(app: FastifyInstance, sizing: SizingDependencies): void {
  const { db, authenticator, vault } = sizing;

  registerEndpoint(app, authenticator, 'GET /sizing/client', async ({ context }) => {
    const { effective } = context;
    const [wearer, body, consent] = await Promise.all([
      getWearerSummary(db, effective),
      findSealedBody(db, effective),
      findBodyConsent(db, effective),
    ]);
    const own = body && !isImpersonating(context) ? unsealBody(vault, effective, body) : undefined;
    return {
      client: {
        id: String(effective.customerId),
        name: formatPersonName(effective),
        defaultGender: own?.stored.fields.gender ?? toSizingGender(wearer.gender),
        weightUnits: own?.stored.fields.weightUnits ?? 0,
        heightUnits: own?.stored.fields.heightUnits ?? 0,
        isMeasured: wearer.isMeasured,
        bodyId: own ? String(own.id) : null,
        consent: consent ? { version: consent.version, givenOnUtc: consent.givenAt.toISOString() } : null,
        consentVersion: BODY_CONSENT_VERSION,
      },
    };
  });

  registerEndpoint(app, authenticator, 'POST /sizing/consent', async ({ body, context, request }) => {
    // Consent only counts for the text that the person has seen.
    if (body.version !== BODY_CONSENT_VERSION) throw invalid('version', 'The text has changed. Please read it again.');
    const consent = await runInTransaction(db, async (tx) => {
      await saveBodyConsent(tx, context.caller, body.version);
      await recordAuditEvent(tx, context, {
        action: 'body.agreed',
        subjectId: String(context.caller.customerId),
        requestId: request.id,
      });
      return findBodyConsent(tx, context.caller);
    });
    return { consent: { version: body.version, givenOnUtc: (consent?.givenAt ?? new Date()).toISOString() } };
  });

  registerEndpoint(app, authenticator, 'DELETE /sizing/consent', async ({ context, request }) => {
    await runInTransaction(db, (tx) => withdrawBodyConsent(tx, context, request.id));
    return {};
  });

  registerEndpoint(app, authenticator, 'POST /sizing/body/newbody', async ({ body, context, request, reply }) => {
    const created = await runInTransaction(db, (tx) => createBody(tx, vault, context, body, request.id));
    setLocationHeader(sizing, request, reply, `body/${created.id}`);
    return { body: toBody(created) };
  });

  const change =
    (derive: boolean) =>
    async ({ params: { id }, body: input, context, request }: EndpointInput<'PUT /sizing/body/:id'>) => ({
      body: toBody(
        await runInTransaction(db, (tx) => updateBody(tx, vault, context, { id, input, derive, requestId: request.id })),
      ),
    });
  registerEndpoint(app, authenticator, 'PUT /sizing/body/:id', change(false));
  registerEndpoint(app, authenticator, 'PUT /sizing/body/defaultupdate/:id', (request) =>
    change(true)(request as unknown as EndpointInput<'PUT /sizing/body/:id'>),
  );

  registerEndpoint(app, authenticator, 'GET /sizing/body/:id', async ({ params, context }) => {
    const found = await findSealedBody(db, context.caller, params.id);
    if (!found) throw sizingError('BODY_NOT_FOUND');
    return { body: toBody(unsealBody(vault, context.caller, found)) };
  });

  registerEndpoint(app, authenticator, 'GET /sizing/body/profile/:id', async ({ params, context }) => {
    const found = await findSealedBody(db, context.caller, params.id);
    if (!found) throw sizingError('BODY_NOT_FOUND');
    const body = unsealBody(vault, context.caller, found);
    const read = interpretBody(body.stored);
    if ('problems' in read) throw sizingError('ERROR_RESTART');
    return { profile: toBodyProfile(body, read) };
  });

  registerEndpoint(app, authenticator, 'DELETE /sizing/body/completeprofile/:id', async ({ params, context, request }) => {
    await runInTransaction(db, (tx) => deleteBody(tx, context, params.id, request.id));
    return {};
  });
}
