import { sql } from 'kysely';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import { type OutboxTable, storedFailure } from '#api/platform/outbox/deliveries.queries.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import { type EndpointOwner, isOwnedBy } from './endpoints.queries.ts';

/** The outbox of webhook events. */
export const WEBHOOK_OUTBOX: OutboxTable = 'webhook_delivery';

/** The columns of a delivery that sending it needs. */
export interface RawDelivery {
  id: number;
  endpoint_id: number;
  organisation_id: number | null;
  event_id: string;
  event_type: string;
  sequence: number;
  data: object;
  created_at: Date;
  attempts: number;
}

/** A delivery that is due. */
export interface DueDelivery {
  id: number;
  endpointId: number;
}

const isPending = sql`d.sent_at is null and d.failed_at is null`;

/**
 * Deliveries that are due, at most `perEndpoint` of each endpoint, those first that have waited longest. Leaves out deliveries that are being
 * sent, here (`exceptIds`) or by another process, and endpoints that are paused or in `exceptEndpointIds`.
 */
export async function listDueDeliveries(
  db: Db,
  options: { perEndpoint: number; limit: number; exceptIds: readonly number[]; exceptEndpointIds: readonly number[] },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select due.id, e.id as "endpointId" from webhook_endpoint e
    cross join lateral (
      select d.id, d.next_attempt_at from webhook_delivery d
      where d.endpoint_id = e.id and ${isPending} and d.next_attempt_at <= now()
        and (d.claimed_at is null or d.claimed_at < now() - interval '1 minute') and d.id <> all (${[...options.exceptIds]}::bigint[])
      order by d.next_attempt_at, d.id limit ${options.perEndpoint}) due
    where e.paused_at is null and e.id <> all (${[...options.exceptEndpointIds]}::bigint[])
    order by due.next_attempt_at, due.id limit ${options.limit}`.execute(db);
  return rows;
}

/** The endpoint of a delivery, as sending needs it. */
export interface SendingEndpoint {
  id: number;
  url: string;
  sealedSecret: Buffer;
  /** Null when there is none that is still valid. */
  sealedPreviousSecret: Buffer | null;
}

/** The endpoint of a delivery that has been claimed. */
export async function readSendingEndpoint(db: Db, endpointId: number): Promise<SendingEndpoint | undefined> {
  const { rows } = await sql<SendingEndpoint>`
    select id, url, sealed_secret as "sealedSecret",
      case when previous_secret_expires_at > now() then sealed_previous_secret end as "sealedPreviousSecret"
    from webhook_endpoint where id = ${endpointId}`.execute(db);
  return rows[0];
}

/** What an attempt to send a delivery led to. */
export interface Attempt {
  /** Null when the receiver did not respond. */
  status: number | null;
  excerpt: string | null;
  durationMs: number;
}

const setAttempt = ({ status, excerpt, durationMs }: Attempt) => sql`
  last_attempt_at = now(), response_status = ${status}::smallint, response_excerpt = ${excerpt}::text, duration_ms = ${Math.round(durationMs)}::int`;

const lockedEndpoint = (endpointId: number) => sql`
  select id, consecutive_failures from webhook_endpoint where id = ${endpointId} for no key update`;

/** How many attempts in a row must have failed for the next success to be a recovery. */
const FAILURES_OF_OUTAGE = 3;

/**
 * Records a successful attempt. After an outage, the endpoint's other deliveries become due at once: the receiver is available again, and need not
 * wait for their next attempts.
 */
export async function recordSuccessfulAttempt(db: Db, delivery: RawDelivery, attempt: Attempt): Promise<void> {
  await sql`
    with endpoint as materialized (${lockedEndpoint(delivery.endpoint_id)}),
    attempted as (update webhook_delivery d set ${setAttempt(attempt)} from endpoint where d.id = ${delivery.id}),
    resumed as (
      update webhook_delivery d set next_attempt_at = now() from endpoint
      where endpoint.consecutive_failures >= ${FAILURES_OF_OUTAGE} and d.endpoint_id = endpoint.id and d.id <> ${delivery.id} and ${isPending})
    update webhook_endpoint e set last_success_at = now(), failing_since_at = null, consecutive_failures = 0
    from endpoint where e.id = endpoint.id`.execute(db);
}

/** Records a failed attempt and when the next one is due. Returns whether every attempt has failed for three days. */
export async function recordFailedAttempt(
  db: Db,
  delivery: RawDelivery,
  attempt: Attempt,
  retrySeconds: number,
): Promise<{ hasFailedForDays: boolean }> {
  const { rows } = await sql<{ hasFailedForDays: boolean }>`
    with endpoint as materialized (${lockedEndpoint(delivery.endpoint_id)}),
    attempted as (
      update webhook_delivery d set ${setAttempt(attempt)}, next_attempt_at = now() + make_interval(secs => ${retrySeconds})
      from endpoint where d.id = ${delivery.id})
    update webhook_endpoint e set last_failure_at = now(), failing_since_at = coalesce(e.failing_since_at, now()),
      consecutive_failures = e.consecutive_failures + 1
    from endpoint where e.id = endpoint.id
    returning e.failing_since_at < now() - interval '3 days' as "hasFailedForDays"`.execute(db);
  return rows[0] ?? { hasFailedForDays: false };
}

/** Records an attempt of a test, which says nothing about the endpoint's other deliveries. */
export async function recordTestAttempt(db: Db, delivery: RawDelivery, attempt: Attempt): Promise<void> {
  await sql`update webhook_delivery set ${setAttempt(attempt)} where id = ${delivery.id}`.execute(db);
}

/** Writes a delivery with which an endpoint is tested; returns its id. It is not due before its sender has had a minute. */
export async function insertTestDelivery(tx: Tx, endpointId: number, type: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_delivery (endpoint_id, organisation_id, event_id, event_type, sequence, data, next_attempt_at)
    select id, organisation_id, gen_random_uuid(), ${type}, nextval('webhook_event_sequence'), '{}', now() + interval '1 minute'
    from webhook_endpoint where id = ${endpointId} returning id`.execute(tx);
  return rows[0]?.id as number;
}

/**
 * Makes a delivery pending, whatever became of it, for three days from now. Its sender has a minute before another may take it over. Returns its
 * endpoint; undefined when the owner has no such delivery.
 */
export async function resetDelivery(
  tx: Tx,
  owner: EndpointOwner,
  id: number,
): Promise<{ endpointId: number; brandId: number | null } | undefined> {
  const { rows } = await sql<{ endpointId: number; brandId: number | null }>`
    update webhook_delivery d
    set sent_at = null, failed_at = null, due_at = now(), next_attempt_at = now() + interval '1 minute'
    from webhook_endpoint e where d.id = ${id} and e.id = d.endpoint_id and ${isOwnedBy(owner)}
    returning d.endpoint_id as "endpointId", e.brand_id as "brandId"`.execute(tx);
  return rows[0];
}

/** A delivery as the log of an endpoint shows it. */
export interface LoggedDelivery {
  id: number;
  eventId: string;
  eventType: string;
  organisationId: number | null;
  data: object;
  status: 'delivered' | 'waiting' | 'failed';
  attempts: number;
  createdAt: Date;
  lastAttemptAt: Date | null;
  /** Null when it is not tried again. */
  nextAttemptAt: Date | null;
  responseStatus: number | null;
  responseExcerpt: string | null;
  durationMs: number | null;
  /** Why the latest attempt failed; null when it succeeded. */
  failure: StoredReason | null;
}

const statusOf = sql<string>`case when d.sent_at is not null then 'delivered' when d.failed_at is not null then 'failed' else 'waiting' end`;

const loggedColumns = sql`
  d.id, d.event_id as "eventId", d.event_type as "eventType", d.organisation_id as "organisationId", d.data, ${statusOf} as status, d.attempts,
  d.created_at as "createdAt", d.last_attempt_at as "lastAttemptAt",
  case when ${isPending} and e.paused_at is null then d.next_attempt_at end as "nextAttemptAt", d.response_status as "responseStatus",
  d.response_excerpt as "responseExcerpt", d.duration_ms as "durationMs", case when d.sent_at is null then ${storedFailure('d')} end as failure`;

/** A page of the deliveries of an owner's endpoint, the newest first, and how many match. */
export async function listDeliveries(
  db: Db,
  owner: EndpointOwner,
  endpointId: number,
  { status, offset, limit }: { status: string | null; offset: number; limit: number },
): Promise<{ deliveries: LoggedDelivery[]; totalCount: number }> {
  const matching = sql`
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
    where d.endpoint_id = ${endpointId} and ${isOwnedBy(owner)} and (${status}::text is null or ${statusOf} = ${status})`;
  const [found, counted] = await Promise.all([
    sql<LoggedDelivery>`select ${loggedColumns} ${matching} order by d.id desc offset ${offset} limit ${limit}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(db),
  ]);
  return { deliveries: found.rows, totalCount: counted.rows[0]?.count ?? 0 };
}

/** One delivery of an owner. */
export async function findDelivery(db: Db, owner: EndpointOwner, id: number): Promise<LoggedDelivery | undefined> {
  const { rows } = await sql<LoggedDelivery>`
    select ${loggedColumns} from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
    where d.id = ${id} and ${isOwnedBy(owner)}`.execute(db);
  return rows[0];
}

/** Makes everything that an endpoint has not received due now, for three days. */
export async function resumeDeliveries(tx: Tx, endpointId: number): Promise<void> {
  await sql`
    update webhook_delivery set failed_at = null, due_at = now(), next_attempt_at = now()
    where endpoint_id = ${endpointId} and sent_at is null and event_type <> 'ping'`.execute(tx);
}

const RETENTION_DAYS = 30;
const BATCH_SIZE = 1000;

/** Deletes deliveries of events that are older than 30 days, whatever became of them. Returns how many. */
export const deleteOldDeliveries = (db: Db): Promise<number> =>
  repeatInBatches(BATCH_SIZE, async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_delivery where id in (
        select id from webhook_delivery where created_at < now() - make_interval(days => ${RETENTION_DAYS})
        order by created_at limit ${BATCH_SIZE})`.execute(db);
    return Number(numAffectedRows);
  });

export const retention: RetentionTask[] = [{ name: 'webhook-deliveries', run: ({ db }) => deleteOldDeliveries(db) }];
