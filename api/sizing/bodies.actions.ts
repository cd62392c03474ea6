import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { hasMeasurements } from '#body/suggest.ts';
import {
  deleteAllBodies,
  deleteSealedBody,
  findBodyConsent,
  findSealedBody,
  insertSealedBody,
  listSealedBodies,
  markMeasured,
  type SealedBody,
  updateSealedBody,
} from './bodies.queries.ts';
import { applyBodyInput, type BodyInput, deriveSizes, EMPTY_BODY, interpretBody, type StoredBody } from './bodies.rules.ts';
import { sizingError } from './errors.ts';

/** The version of the consent's text in web/sizing/consent.tsx. Whoever changes what it says raises this. */
export const BODY_CONSENT_VERSION = 1;

const MAX_BODIES = 10;

/** A body with what follows from it at this moment. */
export interface UnsealedBody extends Pick<SealedBody, 'id' | 'isDefault' | 'createdAt' | 'updatedAt'> {
  stored: StoredBody;
}

// Sealed for its wearer: a row that is moved to somebody else does not open.
const purposeOf = (customerId: number) => `body:${customerId}`;

/** Opens what was sealed for the wearer. Throws when it was sealed for somebody else. */
export const unsealBody = (vault: Vault, wearer: Scope, { sealed, ...row }: SealedBody): UnsealedBody => ({
  ...row,
  stored: JSON.parse(vault.open(purposeOf(wearer.customerId), sealed)) as StoredBody,
});

/** A body as it is kept of a wearer. */
export const sealBody = (vault: Vault, customerId: number, kept: StoredBody): Buffer =>
  vault.seal(purposeOf(customerId), JSON.stringify(kept));

/** Reads a body, or throws 422 with a sentence for every field that must be asked again. */
function mustRead(kept: StoredBody) {
  const read = interpretBody(kept);
  if (!('problems' in read)) return read;
  const errors: Record<string, string[]> = {};
  for (const { field, message } of read.problems) errors[field] = [...new Set([...(errors[field] ?? []), message])];
  throw new HttpError(422, errors);
}

/** Keeps a new body of the caller. Throws 422 without a consent to the present text, or when the body cannot be. */
export async function createBody(
  tx: Tx,
  vault: Vault,
  context: RequestContext,
  sent: BodyInput,
  requestId: string,
): Promise<UnsealedBody> {
  const { caller } = context;
  const kept = applyBodyInput(EMPTY_BODY, sent);
  const { answers } = mustRead(kept);
  // Locked, so that a consent withdrawn at the same time leaves nothing behind.
  const consent = await findBodyConsent(tx, caller, 'lock');
  if (consent?.version !== BODY_CONSENT_VERSION) throw sizingError('CONSENT_REQUIRED');
  if ((await listSealedBodies(tx, caller)).length >= MAX_BODIES) throw sizingError('TOO_MANY_BODIES');
  const body = await insertSealedBody(tx, caller, sealBody(vault, caller.customerId, kept));
  await markMeasured(tx, caller, hasMeasurements(answers));
  await recordAuditEvent(tx, context, { action: 'body.kept', subjectId: String(caller.customerId), requestId });
  return { ...body, stored: kept };
}

/** Changes a body of the caller; with `derive`, sizes that were not said are worked out and it becomes the default. Throws 404, 422. */
export async function updateBody(
  tx: Tx,
  vault: Vault,
  context: RequestContext,
  { id, sent, derive, requestId }: { id: number; sent: BodyInput; derive: boolean; requestId: string },
): Promise<UnsealedBody> {
  const { caller } = context;
  if (!(await findBodyConsent(tx, caller, 'lock'))) throw sizingError('BODY_NOT_FOUND');
  const found = await findSealedBody(tx, caller, id);
  if (!found) throw sizingError('BODY_NOT_FOUND');
  const changed = applyBodyInput(unsealBody(vault, caller, found).stored, sent);
  const { answers, prediction } = mustRead(changed);
  const kept = derive ? deriveSizes(changed, answers, prediction) : changed;
  const body = await updateSealedBody(tx, caller, id, sealBody(vault, caller.customerId, kept), derive);
  if (body.isDefault) await markMeasured(tx, caller, hasMeasurements(answers));
  await recordAuditEvent(tx, context, { action: 'body.changed', subjectId: String(caller.customerId), requestId });
  return { ...body, stored: kept };
}

/** Erases a body of the caller; with the last one goes everything, the consent too. Throws 404. */
export async function deleteBody(tx: Tx, context: RequestContext, id: number, requestId: string): Promise<void> {
  const { caller } = context;
  await findBodyConsent(tx, caller, 'lock');
  const bodies = await listSealedBodies(tx, caller);
  if (!bodies.some((body) => body.id === id)) throw sizingError('BODY_NOT_FOUND');
  if (bodies.length === 1) return withdrawBodyConsent(tx, context, requestId);
  await deleteSealedBody(tx, caller, id);
  await recordAuditEvent(tx, context, { action: 'body.erased', subjectId: String(caller.customerId), requestId });
}

/** Erases everything that the service keeps of the caller; nothing to erase is no fault. */
export async function withdrawBodyConsent(tx: Tx, context: RequestContext, requestId: string): Promise<void> {
  await deleteAllBodies(tx, context.caller);
  await recordAuditEvent(tx, context, { action: 'body.erased', subjectId: String(context.caller.customerId), requestId });
}
