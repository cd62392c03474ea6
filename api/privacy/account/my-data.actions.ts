import { exportMadeToMeasure } from '#api/ordering/made-to-measure/made-to-measure.actions.ts';
import { listOwnStatementPeriods } from '#api/ordering/statement/statement.actions.ts';
import { listRequestsForExport } from '#api/people/entitlement-requests/entitlement-requests.actions.ts';
import { readSpecialMeasurements } from '#api/people/person/person.actions.ts';
import { getProfile } from '#api/people/person/profile.queries.ts';
import { listTimeRequestsForExport } from '#api/people/time-requests/time-requests.actions.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { unsealBody } from '#api/sizing/bodies.actions.ts';
import { toBody } from '#api/sizing/bodies.mapper.ts';
import { findBodyConsent, listSealedBodies } from '#api/sizing/bodies.queries.ts';
import type { ReplyOf } from '#contract/index.ts';
import { getMyData } from './my-data.queries.ts';

/** Reads everything that is stored about the caller, and records that they exported it. */
export async function exportMyData(
  dependencies: Pick<ServerDependencies, 'clock' | 'db' | 'vault'>,
  context: RequestContext,
  requestId: string,
): Promise<ReplyOf<'GET /api/mydata'>> {
  const { db } = dependencies;
  const { caller } = context;
  const [profile, data, entitlement, entitlementRequests, timeRequests] = await Promise.all([
    getProfile(db, caller),
    getMyData(db, caller),
    listOwnStatementPeriods(db, dependencies, caller),
    listRequestsForExport(db, dependencies, caller),
    listTimeRequestsForExport(db, dependencies, caller),
  ]);
  const specialMeasurements = await runInTransaction(db, async (tx) => {
    await recordAuditEvent(tx, context, { action: 'mydata.exported', requestId });
    return readSpecialMeasurements(tx, dependencies, context, caller.customerId);
  });
  const [sealed, consent, madeToMeasure] = await Promise.all([
    listSealedBodies(db, caller),
    findBodyConsent(db, caller),
    exportMadeToMeasure(db, dependencies.vault, caller),
  ]);
  const bodies = sealed.map((row) => toBody(unsealBody(dependencies.vault, caller, row)));
  const bodyConsent = consent ? { version: consent.version, givenOnUtc: consent.givenAt.toISOString() } : null;
  const createdOnUtc = new Date().toISOString();
  const measured = { specialMeasurements, madeToMeasure, bodies, bodyConsent };
  return { createdOnUtc, profile, ...data, entitlement, entitlementRequests, timeRequests, ...measured };
}
