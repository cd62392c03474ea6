import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ApiKeyScope } from '#contract/endpoint.ts';
import { newApiKeySecret } from '../sessions/api-key-tokens.ts';
import { expireApiKeySecrets, insertApiKey, insertApiKeySecret, lockApiKey, revokeApiKeyRow } from './api-keys.queries.ts';
import { lockOwnBrands } from './operator-team.actions.ts';

const DEFAULT_OVERLAP_HOURS = 24;
const NO_BRAND = { organisationId: null, brandId: null };

async function requireApiKey(tx: Tx, operator: OperatorScope, id: number) {
  const key = await lockApiKey(tx, operator, id);
  if (!key) throw notFound('apiKey');
  return key;
}

/** Creates an API key for some of the operator's own brands and returns its secret, this once. Throws 401, 403 and 422. */
export async function createApiKey(
  db: Db,
  operator: OperatorScope,
  input: { name: string; scopes: readonly ApiKeyScope[]; brandIds: readonly number[] },
  requestId: string,
): Promise<{ id: number; secret: string }> {
  const name = input.name.trim();
  if (name === '') throw invalid('name', 'Name is required.');
  const scopes = [...new Set(input.scopes)];
  const brandIds = [...new Set(input.brandIds)];
  const { secret, hash } = newApiKeySecret();
  return runInTransaction(db, async (tx) => {
    await lockOwnBrands(tx, operator, input.brandIds);
    const id = await insertApiKey(tx, operator, { name, scopes, brandIds, hash });
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'api_key.created',
      subjectId: String(id),
      after: { name, scopes, brandIds },
      requestId,
    });
    return { id, secret };
  });
}

/**
 * Gives an API key a new secret, returned this once. Earlier secrets are accepted for the overlap, and none of them longer than before.
 * Throws 404, and 409 for a revoked key.
 */
export async function rotateApiKey(
  db: Db,
  operator: OperatorScope,
  id: number,
  overlapHours: number = DEFAULT_OVERLAP_HOURS,
  requestId: string,
): Promise<{ secret: string; previousSecretEndsAt: Date }> {
  const { secret, hash } = newApiKeySecret();
  return runInTransaction(db, async (tx) => {
    const { name, isRevoked } = await requireApiKey(tx, operator, id);
    if (isRevoked) throw new HttpError(409, { apiKey: ['This API key has been revoked. Create another one.'] });
    const previousSecretEndsAt = await expireApiKeySecrets(tx, id, overlapHours);
    await insertApiKeySecret(tx, id, hash);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'api_key.rotated',
      subjectId: String(id),
      after: { name, overlapHours },
      requestId,
    });
    return { secret, previousSecretEndsAt };
  });
}

/** Revokes an API key with all its secrets; repeating it changes nothing. Throws 404. */
export async function revokeApiKey(db: Db, operator: OperatorScope, id: number, requestId: string): Promise<void> {
  await runInTransaction(db, async (tx) => {
    const { name, isRevoked } = await requireApiKey(tx, operator, id);
    if (isRevoked) return;
    await revokeApiKeyRow(tx, id);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'api_key.revoked',
      subjectId: String(id),
      after: { name },
      requestId,
    });
  });
}
