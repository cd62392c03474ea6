import type { Clock } from '#api/platform/clock.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { enqueueMails, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { DeliveryRejectedError, deliver } from '#api/platform/outbox/delivery.ts';
import {
  type Attempt,
  type RawDelivery,
  readSendingEndpoint,
  recordFailedAttempt,
  recordSuccessfulAttempt,
  recordTestAttempt,
  type SendingEndpoint,
  WEBHOOK_OUTBOX,
} from './deliveries.queries.ts';
import { listOperatorsOfBrand, listPauseRecipients, pauseFailedEndpoint } from './endpoints.queries.ts';
import { openSecret } from './secrets.ts';
import { signBody } from './signature.rules.ts';
import { composeBody, getRetryDelay, PING } from './webhook-events.rules.ts';
import {
  describeWebhookFailure,
  WEBHOOK_FAILURE_WORDING,
  WebhookFailedError,
  type WebhookFailure,
} from './webhook-failures.rules.ts';
import { webhookPausedMail } from './webhook-mails.ts';
import type { WebhookRequest, WebhookTransport } from './webhook-transport.ts';

/** What sending webhooks needs. */
export interface SendingDependencies {
  db: Db;
  vault: Vault;
  jobs: JobQueue;
  clock: Clock;
  transport: WebhookTransport;
  log: { warn(values: object, message: string): void };
}

/** The signed request for a delivery. */
function composeRequest(
  { vault, clock }: Pick<SendingDependencies, 'vault' | 'clock'>,
  { id, url, sealedSecret, sealedPreviousSecret }: SendingEndpoint,
  row: RawDelivery,
): WebhookRequest {
  const body = composeBody({
    eventId: row.event_id,
    eventType: row.event_type,
    sequence: row.sequence,
    createdAt: row.created_at,
    organisationId: row.organisation_id,
    data: row.data,
  });
  const secrets = [sealedSecret, ...(sealedPreviousSecret ? [sealedPreviousSecret] : [])].map((sealed) =>
    openSecret(vault, id, sealed),
  );
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Livery-Webhooks/1',
      'livery-event-id': row.event_id,
      'livery-signature': signBody(secrets, Math.floor(clock.now() / 1000), body),
    },
  };
}

/** Why a response is not a success; null for those of the 200s. */
function findStatusFailure(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null;
  return { kind: status >= 300 && status < 400 ? 'redirected' : 'responded', status };
}

const toFailure = (error: unknown): WebhookFailure =>
  error instanceof WebhookFailedError
    ? error.failure
    : { kind: 'request_failed', message: String((error as Error).message).slice(0, 200) };

/** Makes one attempt. `failure` is null when it succeeded. */
async function attempt(
  transport: WebhookTransport,
  request: WebhookRequest,
): Promise<{ attempt: Attempt; failure: WebhookFailure | null }> {
  const startedAt = performance.now();
  const durationMs = () => performance.now() - startedAt;
  try {
    const { status, excerpt } = await transport.post(request);
    return { attempt: { status, excerpt, durationMs: durationMs() }, failure: findStatusFailure(status) };
  } catch (error) {
    return { attempt: { status: null, excerpt: null, durationMs: durationMs() }, failure: toFailure(error) };
  }
}

/** Pauses an endpoint that has failed for days, and mails its administrators, or the operators of its brand. */
async function pauseEndpoint(dependencies: SendingDependencies, endpointId: number, reason: string): Promise<void> {
  const { db, log } = dependencies;
  const paused = await runInTransaction(db, async (tx) => {
    const endpoint = await pauseFailedEndpoint(tx, endpointId);
    if (!endpoint) return endpoint;
    const { organisationId, brandId, url } = endpoint;
    const isSupplier = organisationId === null;
    const recipients = isSupplier ? await listOperatorsOfBrand(tx, brandId) : await listPauseRecipients(tx, organisationId);
    const mails = recipients.map(({ email, firstName }) =>
      toQueuedMail(webhookPausedMail, {
        organisationId,
        brandId,
        recipient: email,
        data: { firstName, url, reason, isSupplier, endpointId },
      }),
    );
    await enqueueMails(tx, dependencies, mails);
    return endpoint;
  });
  if (paused) log.warn({ endpointId, reason }, 'a webhook endpoint was paused because it failed for three days');
}

/**
 * Sends one delivery and records the attempt. Throws a `DeliveryPostponedError` when it must be tried again. A test is tried once. When the
 * process ends between sending and recording it, the event is sent again with the same id.
 */
export async function sendDelivery(dependencies: SendingDependencies, deliveryId: number): Promise<void> {
  const { db, transport } = dependencies;
  await deliver<RawDelivery>(db, WEBHOOK_OUTBOX, String(deliveryId), {
    send: async (row) => {
      const endpoint = await readSendingEndpoint(db, row.endpoint_id);
      if (!endpoint) throw new DeliveryRejectedError({ kind: 'endpoint_deleted' } satisfies WebhookFailure);
      const outcome = await attempt(transport, composeRequest(dependencies, endpoint, row));
      if (row.event_type === PING) {
        await recordTestAttempt(db, row, outcome.attempt);
        if (outcome.failure !== null) throw new DeliveryRejectedError(outcome.failure);
        return;
      }
      if (outcome.failure === null) return recordSuccessfulAttempt(db, row, outcome.attempt);
      const { hasFailedForDays } = await recordFailedAttempt(db, row, outcome.attempt, getRetryDelay(row.attempts));
      if (hasFailedForDays) await pauseEndpoint(dependencies, endpoint.id, describeWebhookFailure(outcome.failure));
      throw new WebhookFailedError(outcome.failure);
    },
    toFailure,
    wording: WEBHOOK_FAILURE_WORDING,
    clearedColumns: [],
  });
}
