import { enqueueAccessNotice } from '#api/identity/operators/enqueue-operator-mails.ts';
import { checkOwnBrands, lockAdministrator } from '#api/identity/operators/operator-team.actions.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { getProvider, getSecretPurposes } from './get-provider.ts';
import {
  type BrandProviderRow,
  hasOpenPayments,
  listBrandProviders,
  lockStoredProvider,
  type StoredProvider,
  saveStoredProvider,
} from './payment-provider.queries.ts';
import { ProviderUnavailableError } from './payment-provider.ts';
import type { ProviderName } from './provider-access.ts';
import { findHostProblem } from './provider-host.rules.ts';

/** What an operator enters. Absent values stay as they are. */
export interface ProviderInput {
  provider: ProviderName;
  host?: string | null | undefined;
  secretKey?: string | null | undefined;
  webhookSecret?: string | null | undefined;
  isActive?: boolean | null | undefined;
  version?: number | null | undefined;
}

interface KeepingDependencies extends MailDependencies {
  db: Db;
  vault: Vault;
  isDemo: boolean;
}

/** The provider of one of the caller's brands. Throws 404 for another brand. */
export async function getBrandProvider(db: Db, operator: OperatorScope, brandId: number): Promise<BrandProviderRow> {
  const [found] = operator.brandIds.includes(brandId) ? await listBrandProviders(db, [brandId]) : [];
  if (!found) throw notFound('brand');
  return found;
}

/** Throws 422 for an address or a provider that is not possible. */
export function checkProviderInput({ provider, host }: ProviderInput, isDemo: boolean): void {
  const problem = host === undefined ? undefined : findHostProblem(provider, host, { isDemo });
  if (problem) throw invalid(problem.field, problem.message);
}

const requireSecret = (field: string, message: string): never => {
  throw invalid(field, message);
};

/** The sealed secrets to save: the new ones, or those that are there. Throws 422 when one is missing. */
function sealSecrets(vault: Vault, brandId: number, input: ProviderInput, before: StoredProvider | undefined) {
  const purposes = getSecretPurposes(brandId);
  const kept = before?.provider === input.provider ? before : undefined;
  return {
    sealedSecretKey: input.secretKey
      ? vault.seal(purposes.secretKey, input.secretKey)
      : (kept?.sealedSecretKey ?? requireSecret('secretKey', 'Please enter the secret key of the provider.')),
    sealedWebhookSecret: input.webhookSecret
      ? vault.seal(purposes.webhookSecret, input.webhookSecret)
      : (kept?.sealedWebhookSecret ??
        requireSecret('webhookSecret', 'Please enter the secret with which the provider signs its webhooks.')),
    // Of another provider no webhook is expected any more.
    sealedPreviousWebhookSecret: kept ? (input.webhookSecret ? kept.sealedWebhookSecret : undefined) : null,
  };
}

/** Saves who takes card payments for a brand. Throws 403, 404, 409 and 422. The caller has been confirmed. */
export async function saveProvider(
  dependencies: KeepingDependencies,
  operator: OperatorScope,
  brandId: number,
  input: ProviderInput,
  requestId: string,
): Promise<void> {
  const { db, vault, isDemo } = dependencies;
  await runInTransaction(db, async (tx) => {
    checkOwnBrands(await lockAdministrator(tx, operator), [brandId]);
    const [brand] = await listBrandProviders(tx, [brandId]);
    const before = await lockStoredProvider(tx, brandId);
    if (input.version != null && input.version !== (before?.version ?? null))
      throw conflict('stale', 'Someone else has changed this provider since you opened it. Please reload the page.');
    const isOther = before !== undefined && before.provider !== input.provider;
    if (isOther && (await hasOpenPayments(tx, brandId, before.provider)))
      throw conflict(
        'provider',
        'Payments or refunds are still open at the present provider. Please switch it off, and change it when they are settled.',
      );
    const host = input.host === undefined ? (isOther ? null : (before?.host ?? null)) : input.host;
    const problem = findHostProblem(input.provider, host, { isDemo });
    if (problem) throw invalid(problem.field, problem.message);
    const isActive = input.isActive ?? before?.isActive ?? true;
    await saveStoredProvider(tx, {
      brandId,
      provider: input.provider,
      host,
      isActive,
      ...sealSecrets(vault, brandId, input, before),
    });
    await recordOperatorAuditEvent(
      tx,
      operator,
      { organisationId: null, brandId },
      {
        action: 'payment-provider.changed',
        subjectId: String(brandId),
        ...(before ? { before: { provider: before.provider, host: before.host, isActive: before.isActive } } : {}),
        after: {
          provider: input.provider,
          host,
          isActive,
          secretKeyChanged: Boolean(input.secretKey),
          webhookSecretChanged: Boolean(input.webhookSecret),
        },
        requestId,
      },
    );
    await enqueueAccessNotice(
      tx,
      dependencies,
      { brandIds: [brandId], by: operator.name },
      { event: 'payment-provider', subject: brand?.brandName ?? '' },
    );
  });
}

/** A day on which nothing was paid: asking for it changes nothing and needs the key. */
const EMPTY_DAY = '2000-01-01';

/** Asks the provider of a brand for something. Throws 404 where there is none. */
export async function checkConnection(
  { db, vault }: Pick<KeepingDependencies, 'db' | 'vault'>,
  operator: OperatorScope,
  brandId: number,
): Promise<{ isConnected: boolean; msg: string }> {
  const found = operator.brandIds.includes(brandId) ? await getProvider(db, vault, brandId) : undefined;
  if (!found) throw notFound('payment provider');
  try {
    await found.provider.listMovements(EMPTY_DAY);
    return { isConnected: true, msg: 'The provider answers and accepts the key.' };
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    return { isConnected: false, msg: `${error.message} Please check the address and the secret key.` };
  }
}
