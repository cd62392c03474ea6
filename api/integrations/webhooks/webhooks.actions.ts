import { enqueueAccessNotice } from '#api/identity/operators/enqueue-operator-mails.ts';
import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import { type AuditEvent, recordAuditEvent, recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound, tooManyRequests } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { enqueueMails, type MailDependencies, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { DeliveryPostponedError } from '#api/platform/outbox/delivery.ts';
import {
  findDelivery,
  insertTestDelivery,
  type LoggedDelivery,
  listDeliveries,
  resetDelivery,
  resumeDeliveries,
} from './deliveries.queries.ts';
import {
  deleteEndpoint,
  type EndpointChanges,
  type EndpointOwner,
  type EndpointRow,
  insertEndpoint,
  listEndpoints,
  listPauseRecipients,
  lockEndpoint,
  lockEndpointOwner,
  type NewEndpoint,
  replaceSecret,
  reserveEndpointId,
  setPaused,
  updateEndpoint,
} from './endpoints.queries.ts';
import { issueSecret } from './secrets.ts';
import { type SendingDependencies, sendDelivery } from './send-delivery.actions.ts';
import { PING } from './webhook-events.rules.ts';
import { type WebhookAccessChange, webhookChangedMail } from './webhook-mails.ts';
import { checkWebhookUrl } from './webhook-url.rules.ts';

const MAX_ENDPOINTS = 20;

const LABELS: Readonly<Record<string, string>> = { url: 'Address', description: 'Description', event_types: 'Events' };

/** What managing endpoints needs. */
export type ManagingDependencies = Pick<SendingDependencies, 'vault'> & { allowsPrivate: boolean };

/** Someone who manages endpoints. */
export interface EndpointManager {
  /** Whose endpoints they manage. */
  owner: EndpointOwner;
  /** Records a change in the audit log. `brandId` is that of an endpoint of the supplier. */
  record(tx: Tx, brandId: number | null, event: Omit<AuditEvent, 'requestId'>): Promise<void>;
  /** Tells those who may manage the endpoint by mail where its events go, or that it has another secret. */
  announce(tx: Tx, change: WebhookAccessChange, endpoint: { id: number; brandId: number | null; url: string }): Promise<void>;
}

/** An administrator, for the endpoints of the organisation. Throws 403 for administrators of some groups only. */
export function manageAsAdmin(dependencies: MailDependencies, context: RequestContext, requestId: string): EndpointManager {
  const { caller } = context;
  assertCanManageStructure(caller);
  return {
    owner: { organisationId: caller.organisationId },
    record: (tx, _brandId, event) => recordAuditEvent(tx, context, { ...event, requestId }),
    announce: async (tx, change, { id, url }) => {
      const recipients = await listPauseRecipients(tx, caller.organisationId);
      const [by, whenUtc] = [`${caller.firstName} ${caller.lastName}`, new Date().toISOString()];
      const mails = recipients.map(({ email, firstName }) =>
        toQueuedMail(webhookChangedMail, {
          organisationId: caller.organisationId,
          brandId: caller.brandId,
          recipient: email,
          data: { firstName, change, url, by, whenUtc, endpointId: id },
        }),
      );
      await enqueueMails(tx, dependencies, mails);
    },
  };
}

/** An operator, for the endpoints of the supplier. */
export const manageAsOperator = (
  dependencies: MailDependencies,
  operator: OperatorScope,
  requestId: string,
): EndpointManager => ({
  owner: { brandIds: operator.brandIds },
  record: (tx, brandId, event) =>
    recordOperatorAuditEvent(tx, operator, { organisationId: null, brandId }, { ...event, requestId }),
  announce: (tx, change, { brandId, url }) =>
    enqueueAccessNotice(
      tx,
      dependencies,
      { brandIds: brandId === null ? [] : [brandId], by: operator.name },
      { event: change, subject: url },
    ),
});

/** Returns an address as it is stored. Throws 422 for one that is not permitted. */
export function toPermittedUrl(input: string, { allowsPrivate }: ManagingDependencies): string {
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

/** What an endpoint is added with. */
interface NewWebhook {
  url: string;
  description?: string | null | undefined;
  eventTypes: readonly string[];
}

/**
 * Adds an endpoint of an organisation or brand that the manager manages; returns it with its secret. Throws 409 when there are too many, and 422 for
 * an address that is not permitted.
 */
export async function addEndpoint(
  tx: Tx,
  dependencies: ManagingDependencies,
  manager: EndpointManager,
  owner: NewEndpoint['owner'],
  input: NewWebhook,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  await lockEndpointOwner(tx, owner);
  const url = toPermittedUrl(input.url, dependencies);
  if ((await listEndpoints(tx, manager.owner)).length >= MAX_ENDPOINTS)
    throw new HttpError(409, { webhook: [`You have reached the limit of ${MAX_ENDPOINTS} webhooks.`] });
  const id = await reserveEndpointId(tx);
  const { secret, sealed } = issueSecret(dependencies.vault, id);
  const values = { url, description: toDescription(input.description), eventTypes: [...new Set(input.eventTypes)] };
  await insertEndpoint(tx, { id, owner, ...values, sealedSecret: sealed });
  const endpoint = await readEndpoint(tx, manager.owner, id);
  await manager.record(tx, endpoint.brandId, { action: 'webhook.added', subjectId: String(id), after: values });
  await manager.announce(tx, 'webhook-added', endpoint);
  return { endpoint, secret };
}

/** What of an endpoint is to change. Absent properties stay as they are. */
interface WebhookChange {
  version?: number | null | undefined;
  url?: string | undefined;
  description?: string | null | undefined;
  eventTypes?: readonly string[] | undefined;
  isPaused?: boolean | undefined;
}

/** The columns whose values differ, with the new values. */
function listChanges(
  current: EndpointRow,
  input: WebhookChange,
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
 * Changes, pauses or resumes an endpoint. Throws 404, 409 when someone else has changed the same value, and 422 for an address that is not
 * permitted or for another address without proof of identity.
 */
export async function changeEndpoint(
  tx: Tx,
  dependencies: ManagingDependencies,
  manager: EndpointManager,
  id: number,
  { isIdentityConfirmed, ...input }: WebhookChange & { isIdentityConfirmed: boolean },
): Promise<EndpointRow> {
  const current = await lockOwnEndpoint(tx, manager.owner, id);
  const { brandId } = current;
  const subjectId = String(id);
  const { changes, columns } = listChanges(current, input, dependencies);
  assertNotStale('webhook', columns, current.fieldVersions, input.version, (column) => LABELS[column] ?? column, {
    url: current.url,
    description: current.description,
    event_types: current.eventTypes,
  });
  if (changes.url !== undefined && !isIdentityConfirmed)
    throw invalid('callerPassword', 'Please enter your own password to send events to another address.');
  if (columns.length > 0) {
    await updateEndpoint(tx, id, changes);
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, current[name as keyof EndpointChanges]]));
    await manager.record(tx, brandId, { action: 'webhook.changed', subjectId, before, after: { ...changes } });
  }
  if (changes.url !== undefined) await manager.announce(tx, 'webhook-address', { id, brandId, url: changes.url });
  if (input.isPaused !== undefined && input.isPaused !== current.isPaused) {
    await setPaused(tx, id, input.isPaused);
    if (!input.isPaused) await resumeDeliveries(tx, id);
    await manager.record(tx, brandId, { action: input.isPaused ? 'webhook.paused' : 'webhook.resumed', subjectId });
  }
  return readEndpoint(tx, manager.owner, id);
}

/** Deletes an endpoint with its log. Throws 404. */
export async function removeEndpoint(tx: Tx, manager: EndpointManager, id: number): Promise<void> {
  const { brandId, url, description, eventTypes } = await lockOwnEndpoint(tx, manager.owner, id);
  await deleteEndpoint(tx, id);
  const before = { url, description, eventTypes };
  await manager.record(tx, brandId, { action: 'webhook.removed', subjectId: String(id), before });
}

/** Gives an endpoint a new secret; the present one stays valid for a day. Throws 404. */
export async function rotateSecret(
  tx: Tx,
  { vault }: ManagingDependencies,
  manager: EndpointManager,
  id: number,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const { brandId, url } = await lockOwnEndpoint(tx, manager.owner, id);
  const { secret, sealed } = issueSecret(vault, id);
  await replaceSecret(tx, id, sealed);
  await manager.record(tx, brandId, { action: 'webhook.secret-replaced', subjectId: String(id) });
  await manager.announce(tx, 'webhook-secret', { id, brandId, url });
  return { endpoint: await readEndpoint(tx, manager.owner, id), secret };
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

/** Events that are sent at once because someone asks, to the endpoints of one organisation or of one brand's supplier. */
const SENT_NOW: RateLimit = { name: 'webhook-sent-now', max: 20, windowSeconds: 600 };

/** Counts an event that is sent because someone asks. Throws 429 above the limit. */
async function countSentNow(tx: Tx, { owner }: EndpointManager, brandId: number | null): Promise<void> {
  const subject = 'organisationId' in owner ? `organisation ${owner.organisationId}` : `brand ${brandId}`;
  const wait = await countAttempt(tx, [{ limit: SENT_NOW, subject }]);
  if (wait > 0) throw tooManyRequests(wait);
}

/** Sends a test event to an endpoint. Throws 404, and 429 after 20 events that were sent like this within ten minutes. */
export async function sendTest(dependencies: SendingDependencies, manager: EndpointManager, id: number): Promise<LoggedDelivery> {
  const deliveryId = await runInTransaction(dependencies.db, async (tx) => {
    const { brandId } = await lockOwnEndpoint(tx, manager.owner, id);
    await countSentNow(tx, manager, brandId);
    await manager.record(tx, brandId, { action: 'webhook.tested', subjectId: String(id) });
    return insertTestDelivery(tx, id, PING);
  });
  return sendNow(dependencies, manager.owner, deliveryId);
}

/** Sends an event again, whatever became of it. Throws as `sendTest` does. */
export async function resend(
  dependencies: SendingDependencies,
  manager: EndpointManager,
  deliveryId: number,
): Promise<LoggedDelivery> {
  await runInTransaction(dependencies.db, async (tx) => {
    const reset = await resetDelivery(tx, manager.owner, deliveryId);
    if (!reset) throw notFound('webhookDelivery');
    await countSentNow(tx, manager, reset.brandId);
    const subjectId = String(reset.endpointId);
    await manager.record(tx, reset.brandId, { action: 'webhook.sent-again', subjectId, after: { deliveryId } });
  });
  return sendNow(dependencies, manager.owner, deliveryId);
}

/** A page of the log of an endpoint. Throws 404. */
export async function readLog(
  db: Db,
  { owner }: EndpointManager,
  id: number,
  page: { status: string | null; offset: number; limit: number },
): Promise<{ deliveries: LoggedDelivery[]; totalCount: number }> {
  await readEndpoint(db, owner, id);
  return listDeliveries(db, owner, id, page);
}
