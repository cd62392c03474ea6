import { recordDeed } from '#api/audit/audit.queries.ts';
import type { Tx } from '#api/db/database.ts';
import type { Visit } from '#api/http/endpoint.ts';
import { HttpError } from '#api/http/errors.ts';
import type { Scope } from '#api/http/scope.ts';
import type { Vault } from '#api/secrets/vault.ts';
import { hasMeasurements } from '#body/suggest.ts';
import {
  eraseBody,
  eraseEverything,
  findBody,
  findConsent,
  insertBody,
  listBodies,
  noteMeasured,
  replaceBody,
  type SealedBody,
} from './bodies.queries.ts';
import { changeBody, deriveSizes, type KeptBody, NOBODY, readBody, type SentBody } from './bodies.rules.ts';
import { refusal } from './errors.ts';

/** The version of the consent's text in web/sizing/consent.tsx. Whoever changes what it says raises this. */
export const CONSENT_VERSION = 1;

const MOST_BODIES = 10;

/** A body with what follows from it at this moment. */
export interface OpenBody extends Pick<SealedBody, 'id' | 'isDefault' | 'createdAt' | 'updatedAt'> {
  kept: KeptBody;
}

// Sealed for its wearer: a row that is moved to somebody else does not open.
const purposeOf = (customerId: number) => `body:${customerId}`;

/** Opens what was sealed for the wearer. Throws when it was sealed for somebody else. */
export const openBody = (vault: Vault, wearer: Scope, { sealed, ...row }: SealedBody): OpenBody => ({
  ...row,
  kept: JSON.parse(vault.open(purposeOf(wearer.customerId), sealed)) as KeptBody,
});

/** A body as it is kept of a wearer. */
export const sealBody = (vault: Vault, customerId: number, kept: KeptBody): Buffer =>
  vault.seal(purposeOf(customerId), JSON.stringify(kept));

/** Reads a body, or throws 422 with a sentence for every field that must be asked again. */
function mustRead(kept: KeptBody) {
  const read = readBody(kept);
  if (!('problems' in read)) return read;
  const errors: Record<string, string[]> = {};
  for (const { field, message } of read.problems) errors[field] = [...new Set([...(errors[field] ?? []), message])];
  throw new HttpError(422, errors);
}

/** Keeps a new body of the caller. Throws 422 without a consent to the present text, or when the body cannot be. */
export async function keepNewBody(tx: Tx, vault: Vault, visit: Visit, sent: SentBody, requestId: string): Promise<OpenBody> {
  const { caller } = visit;
  const kept = changeBody(NOBODY, sent);
  const { answers } = mustRead(kept);
  // Locked, so that a consent withdrawn at the same time leaves nothing behind.
  const consent = await findConsent(tx, caller, 'lock');
  if (consent?.version !== CONSENT_VERSION) throw refusal('CONSENT_REQUIRED');
  if ((await listBodies(tx, caller)).length >= MOST_BODIES) throw refusal('TOO_MANY_BODIES');
  const body = await insertBody(tx, caller, sealBody(vault, caller.customerId, kept));
  await noteMeasured(tx, caller, hasMeasurements(answers));
  await recordDeed(tx, visit, { action: 'body.kept', subjectId: String(caller.customerId), requestId });
  return { ...body, kept };
}

/** Changes a body of the caller; with `derive`, sizes that were not said are worked out and it becomes the default. Throws 404, 422. */
export async function changeKeptBody(
  tx: Tx,
  vault: Vault,
  visit: Visit,
  { id, sent, derive, requestId }: { id: number; sent: SentBody; derive: boolean; requestId: string },
): Promise<OpenBody> {
  const { caller } = visit;
  if (!(await findConsent(tx, caller, 'lock'))) throw refusal('BODY_NOT_FOUND');
  const found = await findBody(tx, caller, id);
  if (!found) throw refusal('BODY_NOT_FOUND');
  const changed = changeBody(openBody(vault, caller, found).kept, sent);
  const { answers, prediction } = mustRead(changed);
  const kept = derive ? deriveSizes(changed, answers, prediction) : changed;
  const body = await replaceBody(tx, caller, id, sealBody(vault, caller.customerId, kept), derive);
  if (body.isDefault) await noteMeasured(tx, caller, hasMeasurements(answers));
  await recordDeed(tx, visit, { action: 'body.changed', subjectId: String(caller.customerId), requestId });
  return { ...body, kept };
}

/** Erases a body of the caller; with the last one goes everything, the consent too. Throws 404. */
export async function eraseKeptBody(tx: Tx, visit: Visit, id: number, requestId: string): Promise<void> {
  const { caller } = visit;
  await findConsent(tx, caller, 'lock');
  const bodies = await listBodies(tx, caller);
  if (!bodies.some((body) => body.id === id)) throw refusal('BODY_NOT_FOUND');
  if (bodies.length === 1) return withdrawConsent(tx, visit, requestId);
  await eraseBody(tx, caller, id);
  await recordDeed(tx, visit, { action: 'body.erased', subjectId: String(caller.customerId), requestId });
}

/** Erases everything that the service keeps of the caller; nothing to erase is no fault. */
export async function withdrawConsent(tx: Tx, visit: Visit, requestId: string): Promise<void> {
  await eraseEverything(tx, visit.caller);
  await recordDeed(tx, visit, { action: 'body.erased', subjectId: String(visit.caller.customerId), requestId });
}
