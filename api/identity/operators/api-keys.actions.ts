import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ApiKeyScope } from '#contract/endpoint.ts';
import { API_KEY_DEFAULT_DAYS } from '#contract/identity/operators/api-key-days.ts';
import { includesScope, listScopes } from '#contract/identity/operators/operator-rights.ts';
import { type CallerProof, confirmCaller } from '../login/confirm-identity.actions.ts';
import { newApiKeySecret } from '../sessions/api-key-tokens.ts';
import {
  claimExpiringApiKeys,
  expireApiKeySecrets,
  extendApiKeyRow,
  insertApiKey,
  insertApiKeySecret,
  type LockedApiKey,
  lockApiKey,
  revokeApiKeyRow,
} from './api-keys.queries.ts';
import { enqueueAccessNotice, enqueueExpiryWarning, listCompanyNames } from './enqueue-operator-mails.ts';
import { checkOwnBrands, lockAdministrator, type OperatorTeamDependencies } from './operator-team.actions.ts';
import type { CallerAccess } from './operator-team.queries.ts';

const DEFAULT_OVERLAP_HOURS = 24;
const NO_BRAND = { organisationId: null, brandId: null };

/** Throws 403 unless the caller's rights include all these scopes: the holder of a key’s secret may do what the key may. */
function checkOwnScopes({ rights }: CallerAccess, scopes: readonly ApiKeyScope[]): void {
  const own = listScopes(rights);
  const missing = scopes.filter((scope) => !includesScope(own, scope));
  if (missing.length > 0)
    throw forbidden(`Your own rights do not include ${missing.join(', ')}, so you cannot give a key that purpose.`);
}

/** Locks an API key that is to get new life: its scopes must be among the caller's. Throws 401, 403, 404 and 409. */
async function lockRenewable(tx: Tx, operator: OperatorScope, id: number): Promise<LockedApiKey> {
  const caller = await lockAdministrator(tx, operator);
  const key = await lockApiKey(tx, caller, id);
  if (!key) throw notFound('apiKey');
  if (key.isRevoked) throw new HttpError(409, { apiKey: ['This API key has been revoked. Create another one.'] });
  checkOwnScopes(caller, key.scopes);
  return key;
}

/**
 * Creates an API key for some of the operator's own brands, with scopes that their rights include, tells the administrators of the brands, and returns
 * its secret, this once. Throws 401, 403, 422 and 429.
 */
export async function createApiKey(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  input: {
    name: string;
    scopes: readonly ApiKeyScope[];
    brandIds: readonly number[];
    validDays?: number | undefined;
  } & CallerProof,
  requestId: string,
): Promise<{ id: number; expiresAt: Date; secret: string }> {
  const name = input.name.trim();
  if (name === '') throw invalid('name', 'Name is required.');
  await confirmCaller(dependencies, { operatorId: operator.id }, input);
  const scopes = [...new Set(input.scopes)];
  const brandIds = [...new Set(input.brandIds)];
  const validDays = input.validDays ?? API_KEY_DEFAULT_DAYS;
  const { secret, hash } = newApiKeySecret();
  return runInTransaction(dependencies.db, async (tx) => {
    const caller = await lockAdministrator(tx, operator);
    checkOwnBrands(caller, brandIds);
    checkOwnScopes(caller, scopes);
    const { id, expiresAt } = await insertApiKey(tx, operator, { name, scopes, brandIds, validDays, hash });
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'api_key.created',
      subjectId: String(id),
      after: { name, scopes, brandIds, validDays },
      requestId,
    });
    const brands = await listCompanyNames(tx, brandIds);
    const notice = { event: 'key-created' as const, subject: name, brands, scopes, expiresUtc: expiresAt.toISOString() };
    await enqueueAccessNotice(tx, dependencies, { brandIds, by: operator.name }, notice);
    return { id, expiresAt, secret };
  });
}

/**
 * Gives an API key a new secret, returned this once. Earlier secrets are accepted for the overlap, and none of them longer than before.
 * Throws 401, 403, 404, 409 for a revoked key, 422 and 429.
 */
export async function rotateApiKey(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  id: number,
  input: { overlapHours?: number | undefined } & CallerProof,
  requestId: string,
): Promise<{ secret: string; previousSecretEndsAt: Date }> {
  await confirmCaller(dependencies, { operatorId: operator.id }, input);
  const overlapHours = input.overlapHours ?? DEFAULT_OVERLAP_HOURS;
  const { secret, hash } = newApiKeySecret();
  return runInTransaction(dependencies.db, async (tx) => {
    const { name, brandIds, createdById } = await lockRenewable(tx, operator, id);
    const previousSecretEndsAt = await expireApiKeySecrets(tx, id, overlapHours);
    await insertApiKeySecret(tx, id, hash);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'api_key.rotated',
      subjectId: String(id),
      after: { name, overlapHours },
      requestId,
    });
    const context = { brandIds, by: operator.name, ownerId: createdById };
    await enqueueAccessNotice(tx, dependencies, context, { event: 'key-rotated', subject: name });
    return { secret, previousSecretEndsAt };
  });
}

/** Lets an API key be accepted for some days from now, and returns until when. Throws 401, 403, 404, 409 for a revoked key, 422 and 429. */
export async function extendApiKey(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  id: number,
  input: { validDays?: number | undefined } & CallerProof,
  requestId: string,
): Promise<Date> {
  await confirmCaller(dependencies, { operatorId: operator.id }, input);
  const validDays = input.validDays ?? API_KEY_DEFAULT_DAYS;
  return runInTransaction(dependencies.db, async (tx) => {
    const { name, brandIds, createdById } = await lockRenewable(tx, operator, id);
    const expiresAt = await extendApiKeyRow(tx, id, validDays);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'api_key.extended',
      subjectId: String(id),
      after: { name, validDays },
      requestId,
    });
    const context = { brandIds, by: operator.name, ownerId: createdById };
    const notice = { event: 'key-extended' as const, subject: name, expiresUtc: expiresAt.toISOString() };
    await enqueueAccessNotice(tx, dependencies, context, notice);
    return expiresAt;
  });
}

/** Revokes an API key with all its secrets; repeating it changes nothing. It takes access away, so it needs no proof. Throws 401, 403 and 404. */
export async function revokeApiKey(db: Db, operator: OperatorScope, id: number, requestId: string): Promise<void> {
  await runInTransaction(db, async (tx) => {
    const key = await lockApiKey(tx, await lockAdministrator(tx, operator), id);
    if (!key) throw notFound('apiKey');
    if (key.isRevoked) return;
    await revokeApiKeyRow(tx, id);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'api_key.revoked',
      subjectId: String(id),
      after: { name: key.name },
      requestId,
    });
  });
}

/** Mails a warning about each API key that expires within 14 days, and another within 2. */
export async function warnOfExpiringApiKeys(db: Db, dependencies: MailDependencies): Promise<void> {
  await runInTransaction(db, async (tx) => {
    // A key with two days left needs no other mail that says so less urgently.
    for (const days of [2, 14] as const)
      for (const key of await claimExpiringApiKeys(tx, days)) await enqueueExpiryWarning(tx, dependencies, key);
  });
}
