import type { ReplyOf } from '#contract/index.ts';
import type { LoggedDelivery } from './deliveries.queries.ts';
import type { EndpointRow } from './endpoints.queries.ts';
import { describeWebhookFailure } from './webhook-failures.rules.ts';

type WireWebhook = ReplyOf<'GET /api/webhooks'>['webhooks'][number];
type WireDelivery = ReplyOf<'GET /api/webhooks/:id/deliveries'>['deliveries'][number];

const toIso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

function statusOf({ isPaused, isPausedByFailures, failingSinceAt }: EndpointRow): WireWebhook['status'] {
  if (isPaused) return isPausedByFailures ? 'disabled' : 'paused';
  return failingSinceAt === null ? 'active' : 'failing';
}

/** An endpoint as the contract shows it. */
export const toWireWebhook = (row: EndpointRow): WireWebhook => ({
  id: row.id,
  brandId: row.brandId,
  url: row.url,
  description: row.description,
  eventTypes: row.eventTypes,
  status: statusOf(row),
  previousSecretExpiresOnUtc: toIso(row.previousSecretExpiresAt),
  lastSuccessOnUtc: toIso(row.lastSuccessAt),
  lastFailureOnUtc: toIso(row.lastFailureAt),
  failingSinceOnUtc: toIso(row.failingSinceAt),
  lastError: row.lastFailure && describeWebhookFailure(row.lastFailure),
  waitingCount: row.waitingCount,
  failedCount: row.failedCount,
  version: row.version,
});

/** A delivery as the contract shows it. */
export const toWireDelivery = (row: LoggedDelivery): WireDelivery => ({
  id: row.id,
  eventId: row.eventId,
  eventType: row.eventType,
  organisationId: row.organisationId,
  orderId: (row.data as { orderId?: number }).orderId ?? null,
  status: row.status,
  attempts: row.attempts,
  createdOnUtc: row.createdAt.toISOString(),
  lastAttemptOnUtc: toIso(row.lastAttemptAt),
  nextAttemptOnUtc: toIso(row.nextAttemptAt),
  responseStatus: row.responseStatus,
  responseExcerpt: row.responseExcerpt,
  durationMs: row.durationMs,
  error: row.failure && describeWebhookFailure(row.failure),
});

/** A page of the log as the contract shows it. */
export const toWireLog = ({ deliveries, totalCount }: { deliveries: readonly LoggedDelivery[]; totalCount: number }) => ({
  deliveries: deliveries.map(toWireDelivery),
  totalCount,
});
