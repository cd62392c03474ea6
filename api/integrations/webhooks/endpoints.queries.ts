import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { storedFailure } from '#api/platform/outbox/deliveries.queries.ts';
import type { StoredReason } from '#api/platform/reasons.ts';

/** Whose endpoints: an organisation's, or those of brands of the supplier. */
export type EndpointOwner = { organisationId: number } | { brandIds: readonly number[] };

/** An endpoint with what is known of its deliveries. */
export interface EndpointRow {
  id: number;
  brandId: number | null;
  url: string;
  description: string | null;
  eventTypes: string[];
  isPaused: boolean;
  isPausedByFailures: boolean;
  previousSecretExpiresAt: Date | null;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  failingSinceAt: Date | null;
  waitingCount: number;
  failedCount: number;
  /** Why the newest attempt that failed did so; null when the last one succeeded. */
  lastFailure: StoredReason | null;
  version: number;
  fieldVersions: Record<string, number>;
}

/** Whether an endpoint `e` belongs to an owner, as a condition of SQL. */
export const isOwnedBy = (owner: EndpointOwner): RawBuilder<unknown> =>
  'organisationId' in owner
    ? sql`e.organisation_id = ${owner.organisationId}`
    : sql`e.brand_id = any (${[...owner.brandIds]}::bigint[])`;

/** The endpoints of an owner, the oldest first. */
export async function listEndpoints(db: Db, owner: EndpointOwner): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select e.id, e.brand_id as "brandId", e.url, e.description, e.event_types as "eventTypes", e.paused_at is not null as "isPaused",
      e.paused_by_failures as "isPausedByFailures",
      case when e.previous_secret_expires_at > now() then e.previous_secret_expires_at end as "previousSecretExpiresAt",
      e.last_success_at as "lastSuccessAt", e.last_failure_at as "lastFailureAt", e.failing_since_at as "failingSinceAt",
      deliveries.waiting as "waitingCount", deliveries.failed as "failedCount",
      case when e.failing_since_at is not null then (
        select ${storedFailure('d')} from webhook_delivery d
        where d.endpoint_id = e.id and d.sent_at is null and (d.failure is not null or d.last_error is not null) and d.event_type <> 'ping' order by d.last_attempt_at desc limit 1) end as "lastFailure",
      e.version, e.field_versions as "fieldVersions"
    from webhook_endpoint e
    cross join lateral (
      select count(*) filter (where failed_at is null)::int as waiting, count(*) filter (where failed_at is not null)::int as failed
      from webhook_delivery d where d.endpoint_id = e.id and d.sent_at is null and d.event_type <> 'ping') deliveries
    where ${isOwnedBy(owner)} order by e.id`.execute(db);
  return rows;
}

/** Locks an endpoint of an owner against other changes. False when the owner has none with this id. */
export async function lockEndpoint(tx: Tx, owner: EndpointOwner, id: number): Promise<boolean> {
  const { rows } = await sql`select from webhook_endpoint e where e.id = ${id} and ${isOwnedBy(owner)} for no key update`.execute(
    tx,
  );
  return rows.length > 0;
}

/** An id for a new endpoint, which its secret is encrypted for. */
export async function reserveEndpointId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('webhook_endpoint', 'id')) as id`.execute(tx);
  return rows[0]?.id as number;
}

/** A new endpoint of an organisation or of a brand. */
export interface NewEndpoint {
  id: number;
  owner: { organisationId: number } | { brandId: number };
  url: string;
  description: string | null;
  eventTypes: readonly string[];
  sealedSecret: Buffer;
}

/** Lets one at a time add endpoints of an organisation or brand. */
export async function lockEndpointOwner(tx: Tx, owner: NewEndpoint['owner']): Promise<void> {
  if ('organisationId' in owner)
    await sql`select from organisation where id = ${owner.organisationId} for no key update`.execute(tx);
  else await sql`select from brand where id = ${owner.brandId} for no key update`.execute(tx);
}

/** Adds an endpoint. */
export async function insertEndpoint(
  tx: Tx,
  { id, owner, url, description, eventTypes, sealedSecret }: NewEndpoint,
): Promise<void> {
  await sql`
    insert into webhook_endpoint (id, organisation_id, brand_id, url, description, event_types, sealed_secret)
    values (${id}, ${'organisationId' in owner ? owner.organisationId : null}::bigint, ${'brandId' in owner ? owner.brandId : null}::bigint,
      ${url}, ${description}, ${[...eventTypes]}::text[], ${sealedSecret})`.execute(tx);
}

/** What can be changed of an endpoint. Absent properties stay as they are. */
export interface EndpointChanges {
  url?: string;
  description?: string | null;
  eventTypes?: string[];
}

/** Changes an endpoint that is locked. */
export async function updateEndpoint(tx: Tx, id: number, { url, description, eventTypes }: EndpointChanges): Promise<void> {
  const sets = [
    ...(url === undefined ? [] : [sql`url = ${url}`]),
    ...(description === undefined ? [] : [sql`description = ${description}`]),
    ...(eventTypes === undefined ? [] : [sql`event_types = ${[...eventTypes]}::text[]`]),
  ];
  if (sets.length > 0) await sql`update webhook_endpoint set ${sql.join(sets)} where id = ${id}`.execute(tx);
}

/** Pauses an endpoint that is locked, or resumes it; resumed, it starts without failures. */
export async function setPaused(tx: Tx, id: number, isPaused: boolean): Promise<void> {
  await sql`
    update webhook_endpoint set paused_at = case when ${isPaused}::boolean then now() end, paused_by_failures = false,
      failing_since_at = case when ${isPaused}::boolean then failing_since_at end,
      consecutive_failures = case when ${isPaused}::boolean then consecutive_failures else 0 end
    where id = ${id}`.execute(tx);
}

/** Gives a locked endpoint another secret. The present one stays valid for a day. */
export async function replaceSecret(tx: Tx, id: number, sealed: Buffer): Promise<void> {
  await sql`
    update webhook_endpoint set sealed_previous_secret = sealed_secret, previous_secret_expires_at = now() + interval '1 day', sealed_secret = ${sealed}
    where id = ${id}`.execute(tx);
}

/** Deletes an endpoint with its deliveries. */
export async function deleteEndpoint(tx: Tx, id: number): Promise<void> {
  await sql`delete from webhook_endpoint where id = ${id}`.execute(tx);
}

/** An endpoint that has just been paused because it failed for days. */
export interface FailedEndpoint {
  id: number;
  /** Null for an endpoint of the supplier. */
  organisationId: number | null;
  brandId: number;
  url: string;
}

/**
 * Pauses an endpoint all of whose attempts have failed for three days, and records it in the audit log. Undefined when it is paused already, or has
 * recovered meanwhile.
 */
export async function pauseFailedEndpoint(tx: Tx, id: number): Promise<FailedEndpoint | undefined> {
  const { rows } = await sql<FailedEndpoint>`
    with paused as (
      update webhook_endpoint set paused_at = now(), paused_by_failures = true
      where id = ${id} and paused_at is null and failing_since_at < now() - interval '3 days'
      returning id, organisation_id, brand_id, url),
    audited as (
      insert into audit_event (organisation_id, brand_id, actor_kind, action, subject_kind, subject_id)
      select p.organisation_id, coalesce(p.brand_id, o.brand_id), 'system', 'webhook.paused-by-failures', 'webhook', p.id::text
      from paused p left join organisation o on o.id = p.organisation_id)
    select p.id, p.organisation_id as "organisationId", coalesce(p.brand_id, o.brand_id) as "brandId", p.url
    from paused p left join organisation o on o.id = p.organisation_id`.execute(tx);
  return rows[0];
}

/** Someone who is told that an endpoint was paused. */
export interface PauseRecipient {
  email: string;
  firstName: string;
}

/** The operators of a brand. */
export async function listOperatorsOfBrand(db: Db, brandId: number): Promise<PauseRecipient[]> {
  const { rows } = await sql<PauseRecipient>`
    select o.email, o.name as "firstName" from operator o join operator_brand b on b.operator_id = o.id
    where b.brand_id = ${brandId} and o.disabled_at is null and 'administrator' = any (o.rights) order by o.id limit 50`.execute(
    db,
  );
  return rows;
}

/** The active administrators of the whole organisation. */
export async function listPauseRecipients(db: Db, organisationId: number): Promise<PauseRecipient[]> {
  const { rows } = await sql<PauseRecipient>`
    select c.email, c.first_name as "firstName" from customer c
    where c.organisation_id = ${organisationId} and c.active and c.deleted_at is null
      and exists (select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = 33)
      and not exists (select from customer_adminable_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id)
    order by c.id limit 50`.execute(db);
  return rows;
}
