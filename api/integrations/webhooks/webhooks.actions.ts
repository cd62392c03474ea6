import { lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { DeliveryPostponedError } from '#api/platform/outbox/delivery.ts';
import type { BodyOf } from '#contract/index.ts';
import { findDelivery, insertTestDelivery, type LoggedDelivery, resetDelivery, resumeDeliveries } from './deliveries.queries.ts';
import {
  deleteEndpoint,
  type EndpointChanges,
  type EndpointOwner,
  type EndpointRow,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  replaceSecret,
  reserveEndpointId,
  setPaused,
  updateEndpoint,
} from './endpoints.queries.ts';
import { issueSecret } from './secrets.ts';
import { type SendingDependencies, sendDelivery } from './send-delivery.actions.ts';
import { PING } from './webhook-events.rules.ts';
import { checkWebhookUrl } from './webhook-url.rules.ts';

const MAX_ENDPOINTS = 20;

const LABELS: Readonly<Record<string, string>> = { url: 'Address', description: 'Description', event_types: 'Events' };

/** What managing endpoints needs. */
export type ManagingDependencies = Pick<SendingDependencies, 'vault'> & { allowsPrivate: boolean };

/** The owner of the endpoints that the caller administers. Throws 403 for administrators of some groups only. */
export function toOwner(caller: Scope): EndpointOwner & { organisationId: number } {
  assertCanManageStructure(caller);
  return { organisationId: caller.organisationId };
}

/** Throws 422 for an address that is not permitted. */
function toPermittedUrl(input: string, { allowsPrivate }: ManagingDependencies): string {
  const checked = checkWebhookUrl(input, { allowsPrivate });
  if ('problem' in checked) throw invalid('url', checked.problem);
  return checked.url;
}

const toDescription = (input: string | null | undefined) => input?.trim() || null;

/** An endpoint of the owner, locked. Throws 404. */
async function lockOwnEndpoint(tx: Tx, owner: EndpointOwner, id: number): Promise<EndpointRow> {
  if (!(await lockEndpoint(tx, owner, id))) throw notFound('webhook');
  return readEndpoint(tx, owner, id);
}

async function readEndpoint(db: Db, owner: EndpointOwner, id: number): Promise<EndpointRow> {
  const row = (await listEndpoints(db, owner)).find((endpoint) => endpoint.id === id);
  if (!row) throw notFound('webhook');
  return row;
}

/** Adds an endpoint; returns it with its secret. Throws 403, 409 when there are too many, and 422 for an address that is not permitted. */
export async function addEndpoint(
  tx: Tx,
  dependencies: ManagingDependencies,
  context: RequestContext,
  input: BodyOf<'POST /api/webhooks'>,
  requestId: string,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const owner = toOwner(context.caller);
  await lockOrganisation(tx, context.caller);
  const url = toPermittedUrl(input.url, dependencies);
  if ((await listEndpoints(tx, owner)).length >= MAX_ENDPOINTS)
    throw new HttpError(409, { webhook: [`You have reached the limit of ${MAX_ENDPOINTS} webhooks.`] });
  const id = await reserveEndpointId(tx);
  const { secret, sealed } = issueSecret(dependencies.vault, id);
  const values = { url, description: toDescription(input.description), eventTypes: [...new Set(input.eventTypes)] };
  await insertEndpoint(tx, { id, owner, ...values, sealedSecret: sealed });
  await recordAuditEvent(tx, context, { action: 'webhook.added', subjectId: String(id), after: values, requestId });
  return { endpoint: await readEndpoint(tx, owner, id), secret };
}

/** The columns whose values differ, with the new values. */
function listChanges(
  current: EndpointRow,
  input: BodyOf<'PUT /api/webhooks/:id'>,
  dependencies: ManagingDependencies,
): { changes: EndpointChanges; columns: string[] } {
  const changes: EndpointChanges = {};
  const columns: string[] = [];
  const url = input.url === undefined ? current.url : toPermittedUrl(input.url, dependencies);
  if (url !== current.url) {
    changes.url = url;
    columns.push('url');
  }
  if (input.description !== undefined && toDescription(input.description) !== current.description) {
    changes.description = toDescription(input.description);
    columns.push('description');
  }
  const eventTypes = input.eventTypes && [...new Set(input.eventTypes)];
  if (eventTypes && eventTypes.toSorted().join() !== current.eventTypes.toSorted().join()) {
    changes.eventTypes = eventTypes;
    columns.push('event_types');
  }
  return { changes, columns };
}

/**
 * Changes, pauses or resumes an endpoint. Throws 403, 404, 409 when someone else has changed the same value, and 422 for an address that is not
 * permitted or for another address without proof of identity.
 */
export async function changeEndpoint(
  tx: Tx,
  dependencies: ManagingDependencies,
  context: RequestContext,
  id: number,
  input: BodyOf<'PUT /api/webhooks/:id'>,
  { requestId, isIdentityConfirmed }: { requestId: string; isIdentityConfirmed: boolean },
): Promise<EndpointRow> {
  const owner = toOwner(context.caller);
  const current = await lockOwnEndpoint(tx, owner, id);
  const { changes, columns } = listChanges(current, input, dependencies);
  assertNotStale('webhook', columns, current.fieldVersions, input.version, (column) => LABELS[column] ?? column);
  if (changes.url !== undefined && !isIdentityConfirmed)
    throw invalid('callerPassword', 'Please enter your own password to send events to another address.');
  if (columns.length > 0) {
    await updateEndpoint(tx, id, changes);
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, current[name as keyof EndpointChanges]]));
    await recordAuditEvent(tx, context, {
      action: 'webhook.changed',
      subjectId: String(id),
      before,
      after: { ...changes },
      requestId,
    });
  }
  if (input.isPaused !== undefined && input.isPaused !== current.isPaused) {
    await setPaused(tx, id, input.isPaused);
    if (!input.isPaused) await resumeDeliveries(tx, id);
    const action = input.isPaused ? 'webhook.paused' : 'webhook.resumed';
    await recordAuditEvent(tx, context, { action, subjectId: String(id), requestId });
  }
  return readEndpoint(tx, owner, id);
}

/** Deletes an endpoint with its log. Throws 403 and 404. */
export async function removeEndpoint(tx: Tx, context: RequestContext, id: number, requestId: string): Promise<void> {
  const { url, description, eventTypes } = await lockOwnEndpoint(tx, toOwner(context.caller), id);
  await deleteEndpoint(tx, id);
  await recordAuditEvent(tx, context, {
    action: 'webhook.removed',
    subjectId: String(id),
    before: { url, description, eventTypes },
    requestId,
  });
}

/** Gives an endpoint a new secret; the present one stays valid for a day. Throws 403 and 404. */
export async function rotateSecret(
  tx: Tx,
  { vault }: ManagingDependencies,
  context: RequestContext,
  id: number,
  requestId: string,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const owner = toOwner(context.caller);
  await lockOwnEndpoint(tx, owner, id);
  const { secret, sealed } = issueSecret(vault, id);
  await replaceSecret(tx, id, sealed);
  await recordAuditEvent(tx, context, { action: 'webhook.secret-replaced', subjectId: String(id), requestId });
  return { endpoint: await readEndpoint(tx, owner, id), secret };
}

/** Sends a delivery at once and returns it with the result. A failure is part of the result. */
async function sendNow(dependencies: SendingDependencies, owner: EndpointOwner, deliveryId: number): Promise<LoggedDelivery> {
  await sendDelivery(dependencies, deliveryId).catch((error: unknown) => {
    if (!(error instanceof DeliveryPostponedError)) throw error;
  });
  const delivery = await findDelivery(dependencies.db, owner, deliveryId);
  if (!delivery) throw notFound('webhookDelivery');
  return delivery;
}

/** Sends a test event to an endpoint. Throws 403 and 404. */
export async function sendTest(
  dependencies: SendingDependencies,
  context: RequestContext,
  id: number,
  requestId: string,
): Promise<LoggedDelivery> {
  const owner = toOwner(context.caller);
  const deliveryId = await runInTransaction(dependencies.db, async (tx) => {
    await lockOwnEndpoint(tx, owner, id);
    await recordAuditEvent(tx, context, { action: 'webhook.tested', subjectId: String(id), requestId });
    return insertTestDelivery(tx, id, PING);
  });
  return sendNow(dependencies, owner, deliveryId);
}

/** Sends an event again, whatever became of it. Throws 403 and 404. */
export async function resend(
  dependencies: SendingDependencies,
  context: RequestContext,
  deliveryId: number,
  requestId: string,
): Promise<LoggedDelivery> {
  const owner = toOwner(context.caller);
  await runInTransaction(dependencies.db, async (tx) => {
    const reset = await resetDelivery(tx, owner, deliveryId);
    if (!reset) throw notFound('webhookDelivery');
    const subjectId = String(reset.endpointId);
    await recordAuditEvent(tx, context, { action: 'webhook.sent-again', subjectId, after: { deliveryId }, requestId });
  });
  return sendNow(dependencies, owner, deliveryId);
}
