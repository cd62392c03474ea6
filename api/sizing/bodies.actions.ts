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

/** The version of the consent's text in web/sizing/save-body-card.tsx. Increase it when the text changes. */
export const BODY_CONSENT_VERSION = 1;

const MAX_BODIES = 10;

/** A body with its decrypted content. */
export interface UnsealedBody extends Pick<SealedBody, 'id' | 'isDefault' | 'createdAt' | 'updatedAt'> {
  stored: StoredBody;
}

// The purpose contains the wearer's id, so a row moved to another person cannot be decrypted.
const purposeOf = (customerId: number) => `body:${customerId}`;

/** Decrypts a body of the wearer. Throws when it was encrypted for someone else. */
export const unsealBody = (vault: Vault, wearer: Pick<Scope, 'customerId'>, { sealed, ...row }: SealedBody): UnsealedBody => ({
  ...row,
  stored: JSON.parse(vault.open(purposeOf(wearer.customerId), sealed)) as StoredBody,
});

/** Encrypts a body so that it can be decrypted for this wearer only. */
export const sealBody = (vault: Vault, customerId: number, stored: StoredBody): Buffer =>
  vault.seal(purposeOf(customerId), JSON.stringify(stored));

/** Interprets a body. Throws 422 with messages for each invalid field. */
function getInterpretation(stored: StoredBody) {
  const read = interpretBody(stored);
  if (!('problems' in read)) return read;
  const errors: Record<string, string[]> = {};
  for (const { field, message } of read.problems) errors[field] = [...new Set([...(errors[field] ?? []), message])];
  throw new HttpError(422, errors);
}

/** Saves a new body of the caller. Throws 422 without consent to the current text or for impossible measurements, 409 when the caller has too many bodies. */
export async function createBody(
  tx: Tx,
  vault: Vault,
  context: RequestContext,
  input: BodyInput,
  requestId: string,
): Promise<UnsealedBody> {
  const { caller } = context;
  const stored = applyBodyInput(EMPTY_BODY, input);
  const { answers } = getInterpretation(stored);
  // Locked, so that a consent withdrawn at the same time leaves nothing behind.
  const consent = await findBodyConsent(tx, caller, 'lock');
  if (consent?.version !== BODY_CONSENT_VERSION) throw sizingError('CONSENT_REQUIRED');
  if ((await listSealedBodies(tx, caller)).length >= MAX_BODIES) throw sizingError('TOO_MANY_BODIES');
  const body = await insertSealedBody(tx, caller, sealBody(vault, caller.customerId, stored));
  await markMeasured(tx, caller, hasMeasurements(answers));
  await recordAuditEvent(tx, context, { action: 'body.saved', subjectId: String(caller.customerId), requestId });
  return { ...body, stored: stored };
}

/** Changes a body of the caller; with `derive`, missing sizes are calculated and it becomes the default. Throws 404, 422. */
export async function updateBody(
  tx: Tx,
  vault: Vault,
  context: RequestContext,
  { id, input, derive, requestId }: { id: number; input: BodyInput; derive: boolean; requestId: string },
): Promise<UnsealedBody> {
  const { caller } = context;
  if (!(await findBodyConsent(tx, caller, 'lock'))) throw sizingError('BODY_NOT_FOUND');
  const found = await findSealedBody(tx, caller, id);
  if (!found) throw sizingError('BODY_NOT_FOUND');
  const changed = applyBodyInput(unsealBody(vault, caller, found).stored, input);
  const { answers, prediction } = getInterpretation(changed);
  const stored = derive ? deriveSizes(changed, answers, prediction) : changed;
  const body = await updateSealedBody(tx, caller, id, sealBody(vault, caller.customerId, stored), derive);
  if (body.isDefault) await markMeasured(tx, caller, hasMeasurements(answers));
  await recordAuditEvent(tx, context, { action: 'body.changed', subjectId: String(caller.customerId), requestId });
  return { ...body, stored: stored };
}

/** Deletes a body of the caller; deleting the last one also withdraws the consent. Throws 404. */
export async function deleteBody(tx: Tx, context: RequestContext, id: number, requestId: string): Promise<void> {
  const { caller } = context;
  await findBodyConsent(tx, caller, 'lock');
  const bodies = await listSealedBodies(tx, caller);
  if (!bodies.some((body) => body.id === id)) throw sizingError('BODY_NOT_FOUND');
  if (bodies.length === 1) return withdrawBodyConsent(tx, context, requestId);
  await deleteSealedBody(tx, caller, id);
  await recordAuditEvent(tx, context, { action: 'body.erased', subjectId: String(caller.customerId), requestId });
}

/** Deletes all of the caller's data in the service, if any. */
export async function withdrawBodyConsent(tx: Tx, context: RequestContext, requestId: string): Promise<void> {
  await deleteAllBodies(tx, context.caller);
  await recordAuditEvent(tx, context, { action: 'body.erased', subjectId: String(context.caller.customerId), requestId });
}
