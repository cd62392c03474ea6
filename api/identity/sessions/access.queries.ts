import { sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Actor, Trip } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import type { Permission } from '#contract/endpoint.ts';
import { arePricesVisible, getShownTax } from './access.rules.ts';

/** A person's rights: a row of `actorColumns`. */
export interface ActorRow {
  customer_id: number;
  organisation_id: number;
  brand_id: number;
  email: string;
  first_name: string;
  last_name: string;
  role_ids: number[];
  roles: string[];
  permissions: string[];
  group_ids: number[];
  adminable_group_ids: number[];
  collection_ids: number[];
  open_group_ids: number[];
  resort_id: number | null;
  business_area_id: number | null;
  job_role_id: number | null;
  allow_order_approval: boolean;
  tax_display_type: 0 | 10;
  tax_rate: number;
  tax_rates: Record<string, number>;
  currency_code: string;
  pays_own_part: boolean;
  time_zone: string;
  wearers_see_prices: boolean;
  allocation_type_id: number | null;
}

export const actorColumns = sql`
  c.id as customer_id, c.organisation_id, c.brand_id, c.email, c.first_name, c.last_name, c.resort_id, c.business_area_id, c.job_role_id,
  c.allow_order_approval, coalesce(c.tax_display_type, o.tax_display_type) as tax_display_type, coalesce((o.tax_rates ->> 'standard')::numeric, o.tax_rate) as tax_rate,
  o.tax_rates, o.currency_code, o.time_zone, exists (
    select from payment_option p join payment_provider v on v.brand_id = o.brand_id and v.active
    where p.organisation_id = o.id and p.system_name = 'Payments.Card' and p.active and p.for_own_part) as pays_own_part,
  o.wearers_see_prices, c.allocation_type_id,
  coalesce(held.role_ids, '{}') as role_ids, coalesce(held.roles, '{}') as roles, coalesce(allowed.names, '{}') as permissions,
  array(select organisation_group_id from customer_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id order by 1) as group_ids,
  array(select organisation_group_id from customer_adminable_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id order by 1) as adminable_group_ids,
  array(select collection_id from customer_collection g where g.organisation_id = c.organisation_id and g.customer_id = c.id order by 1) as collection_ids,
  array(select distinct collection_group_id from open_collection_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id order by 1) as open_group_ids`;

export const actorTables = sql`
  customer c
  join organisation o on o.id = c.organisation_id
  left join lateral (
    select array_agg(r.id order by r.id) as role_ids, array_agg(coalesce(r.system_name, r.name) order by r.id) filter (where r.id >= 33) as roles
    from customer_role cr join role r on r.id = cr.role_id and r.active
    where cr.organisation_id = c.organisation_id and cr.customer_id = c.id) held on true
  left join lateral (
    select array_agg(distinct rp.permission) as names
    from customer_role cr join role r on r.id = cr.role_id and r.active
      join role_permission rp on rp.organisation_id = cr.organisation_id and rp.role_id = cr.role_id
    where cr.organisation_id = c.organisation_id and cr.customer_id = c.id) allowed on true`;

/** When a person `c` of an organisation `o` may no longer be logged in, as access-end.sql decides; later than any date for most. */
const accessEndsAt = sql<Date>`access_ends_at(c.active, c.deleted_at, c.ends_on, o.leaver_access_days, o.time_zone)`;

/** Whether a person `c` of an organisation `o` may be logged in now. */
export const mayBeLoggedIn = sql<boolean>`${accessEndsAt} > now()`;

/** Whether a person `c` of an organisation `o` left so long ago that they may not be logged in, whether or not the account is closed already. */
export const hasLeftForGood = sql<boolean>`access_ends_at(true, null, c.ends_on, o.leaver_access_days, o.time_zone) <= now()`;

/** The end of someone's access in milliseconds since 1970; Infinity for those who have no last day of work. */
const accessEndColumn = sql`(extract(epoch from ${accessEndsAt}) * 1000)::float8 as access_ends_at`;

/** The actor of a row. */
export function toActor(row: ActorRow): Actor {
  const permissions = new Set(row.permissions);
  return {
    customerId: row.customer_id,
    organisationId: row.organisation_id,
    brandId: row.brand_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    roleIds: row.role_ids,
    roles: row.roles,
    permissions: row.permissions.filter((name): name is Permission => name.startsWith('Allow')),
    impersonationReach: permissions.has('ImpersonateOrganisation')
      ? 'organisation'
      : permissions.has('ImpersonateInScope')
        ? 'scope'
        : 'none',
    groupIds: row.group_ids,
    adminableGroupIds: row.adminable_group_ids,
    collectionIds: row.collection_ids,
    openGroupIds: row.open_group_ids,
    resortId: row.resort_id,
    businessAreaId: row.business_area_id,
    jobRoleId: row.job_role_id,
    allowOrderApproval: row.allow_order_approval,
    taxDisplayType: getShownTax(row.roles, row.allocation_type_id, row.tax_display_type),
    pricesVisible: arePricesVisible(row.roles, row.allocation_type_id, row.wearers_see_prices),
    taxRate: row.tax_rate,
    taxRates: row.tax_rates,
    currencyCode: row.currency_code,
    paysOwnPart: row.pays_own_part,
    timeZone: row.time_zone,
  };
}

/** A session in its current state, with the person who holds it. */
export interface SessionRow {
  id: string;
  accessExpiresAt: Date;
  endsAt: Date;
  lastSeenAt: Date;
  impersonatedCustomerId: number | null;
  impersonationEndsAt: Date | null;
  actor: Actor;
  /** When the person may no longer be logged in, in milliseconds since 1970; Infinity without a last day of work. */
  accessEndsAt: number;
  /** After how long without a request it ends. */
  idleMinutes: number;
  trip: Trip | null;
}

/** After how long without a request a session ends that belongs to no trip. */
const IDLE_MINUTES = 60;

/** The trip of a session `s` as `trip`. */
const tripOfSession = sql`
  left join lateral (
    select t.ended_at is null and n.active as is_open, n.idle_minutes, json_build_object('id', t.id, 'operation', t.operation, 'buyerName', n.name,
      'allowsAddressChoice', n.allows_address_choice, 'addressId', t.address_id, 'waivesTerms', n.waives_terms,
      'returnsDelivery', n.delivery_mode = 'line' or n.delivery_mode = 'header' and n.protocol = 'cxml') as facts
    from punchout_trip t join punchout_connection n on n.organisation_id = t.organisation_id and n.id = t.connection_id
    where t.organisation_id = s.organisation_id and t.id = s.trip_id) trip on true`;

/** How many minutes a session `s` lives without a request, and whether its trip lets it live at all. */
const idleMinutes = sql`coalesce(trip.idle_minutes, ${IDLE_MINUTES})`;
const hasOpenTrip = sql<boolean>`(s.trip_id is null or trip.is_open)`;

/** The session of an access token or id. Undefined when there is none, when it was revoked, and when its person may not log in. */
export async function findSession(db: Db, by: { accessHash: Buffer } | { id: string }): Promise<SessionRow | undefined> {
  const matchesSession = 'id' in by ? sql`s.id = ${by.id}` : sql`s.access_hash = ${by.accessHash}`;
  const found = await sql<
    ActorRow & {
      id: string;
      access_expires_at: Date;
      ends_at: Date;
      last_seen_at: Date;
      impersonated_customer_id: number | null;
      impersonation_ends_at: Date | null;
      access_ends_at: number;
      idle_minutes: number;
      trip: Trip | null;
    }
  >`
    select s.id, s.access_expires_at, s.ends_at, s.last_seen_at, s.impersonated_customer_id, s.impersonation_ends_at, ${accessEndColumn}, ${idleMinutes} as idle_minutes, trip.facts as trip, ${actorColumns}
    from session s ${tripOfSession} join ${actorTables} on true
    where ${matchesSession} and c.organisation_id = s.organisation_id and c.id = s.customer_id and s.revoked_at is null and ${mayBeLoggedIn} and ${hasOpenTrip}`.execute(
    db,
  );
  const row = found.rows[0];
  return (
    row && {
      id: row.id,
      accessExpiresAt: row.access_expires_at,
      endsAt: row.ends_at,
      lastSeenAt: row.last_seen_at,
      impersonatedCustomerId: row.impersonated_customer_id,
      impersonationEndsAt: row.impersonation_ends_at,
      actor: toActor(row),
      accessEndsAt: row.access_ends_at,
      idleMinutes: row.idle_minutes,
      trip: row.trip,
    }
  );
}

/** A person of the organisation who may be logged in, and until when; undefined for anyone else. */
export async function findAccess(
  db: Db,
  organisationId: number,
  customerId: number,
): Promise<Pick<SessionRow, 'actor' | 'accessEndsAt'> | undefined> {
  const found = await sql<ActorRow & { access_ends_at: number }>`
    select ${accessEndColumn}, ${actorColumns} from ${actorTables}
    where c.organisation_id = ${organisationId} and c.id = ${customerId} and ${mayBeLoggedIn}`.execute(db);
  const row = found.rows[0];
  return row && { actor: toActor(row), accessEndsAt: row.access_ends_at };
}

/** A person of the organisation who may be logged in; undefined for anyone else. */
export const findActor = async (db: Db, organisationId: number, customerId: number): Promise<Actor | undefined> =>
  (await findAccess(db, organisationId, customerId))?.actor;

/** Those of the people who may be logged in, by id. */
export async function findActors(db: Db, organisationId: number, customerIds: readonly number[]): Promise<Actor[]> {
  const { rows } = await sql<ActorRow>`
    select ${actorColumns} from ${actorTables}
    where c.organisation_id = ${organisationId} and c.id = any (${[...customerIds]}::bigint[]) and ${mayBeLoggedIn}
    order by c.id`.execute(db);
  return rows.map(toActor);
}

export interface Credentials {
  customerId: number;
  organisationId: number;
  passwordHash: string | null;
  canLogIn: boolean;
}

/** The credentials of the account with an email address at a brand, whether it may log in or not. */
export async function findCredentials(db: Db, brandId: number, email: string): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`
    select c.id as "customerId", c.organisation_id as "organisationId", c.password_hash as "passwordHash", ${mayBeLoggedIn} as "canLogIn"
    from customer c join organisation o on o.id = c.organisation_id
    where c.brand_id = ${brandId} and lower(c.email) = ${email.toLowerCase()} and c.deleted_at is null`.execute(db);
  return rows[0];
}

/** Uses up a brand's one-time login key; undefined when it is unknown, used or expired, and when its person may not be logged in. */
export async function consumeLoginKey(
  db: Db,
  brandId: number,
  hash: Buffer,
): Promise<Pick<NewSession, 'customerId' | 'organisationId' | 'tripId'> | undefined> {
  const row = await db
    .updateTable('login_key as k')
    .from('customer as c')
    .innerJoin('organisation as o', 'o.id', 'c.organisation_id')
    .set({ used_at: sql`now()` })
    .where('k.hash', '=', hash)
    .where('k.used_at', 'is', null)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .whereRef('c.id', '=', 'k.customer_id')
    .where('c.brand_id', '=', brandId)
    .where(mayBeLoggedIn)
    .returning(['k.customer_id', 'k.organisation_id', 'k.trip_id'])
    .executeTakeFirst();
  return row && { customerId: row.customer_id, organisationId: row.organisation_id, tripId: row.trip_id };
}

export interface NewSession {
  customerId: number;
  organisationId: number;
  brandId: number;
  accessHash: Buffer;
  refreshHash: Buffer;
  accessSeconds: number;
  lifeSeconds: number;
  userAgent: string | null;
  rehashedPassword: string | null;
  /** The trip of which it is the session; null outside PunchOut. */
  tripId?: string | null;
}

/**
 * Starts a session and records the login, in one statement. False when the person may no longer be logged in since the credentials were
 * verified. The lock makes a concurrent closing wait until it sees the new session, or lets this statement see the closing.
 */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  const result = await sql`
    with person as (
      select c.organisation_id, c.id from customer c join organisation o on o.id = c.organisation_id
      where c.organisation_id = ${session.organisationId} and c.id = ${session.customerId} and ${mayBeLoggedIn}
      for no key update of c),
    begun as (
      update punchout_trip t set begun_at = now() from person
      where t.organisation_id = person.organisation_id and t.id = ${session.tripId ?? null}::uuid and t.ended_at is null
      returning t.ends_at),
    started as (
      insert into session (organisation_id, customer_id, brand_id, access_hash, refresh_hash, access_expires_at, ends_at, user_agent, trip_id)
      select organisation_id, id, ${session.brandId}::bigint, ${session.accessHash}::bytea, ${session.refreshHash}::bytea,
        now() + make_interval(secs => ${session.accessSeconds}), coalesce((select ends_at from begun), now() + make_interval(secs => ${session.lifeSeconds})), ${session.userAgent}::text, ${session.tripId ?? null}::uuid
      from person
      where ${session.tripId ?? null}::uuid is null or exists (select from begun)
      returning id),
    recorded as (
      insert into audit_event (organisation_id, brand_id, actor_id, action, subject_kind, subject_id)
      select ${session.organisationId}, ${session.brandId}, ${session.customerId}, 'session.started', 'session', id::text from started)
    update customer c set last_login_at = now(), password_hash = coalesce(${session.rehashedPassword}, c.password_hash)
    from started, (select set_config('livery.same_password', 'yes', true)) as same_password
    where c.organisation_id = ${session.organisationId} and c.id = ${session.customerId}`.execute(db);
  return result.numAffectedRows === 1n;
}

export interface RenewableSession {
  id: string;
  isCurrent: boolean;
  rotationNonce: Buffer | null;
  secondsSinceRotation: number | null;
  hasEnded: boolean;
}

/** Locks the live session that a refresh token of the brand belongs to, by its current or its previous token. */
export async function lockSessionForRenewal(db: Db, brandId: number, refreshHash: Buffer): Promise<RenewableSession | undefined> {
  const found = await sql<{
    id: string;
    is_current: boolean;
    rotation_nonce: Buffer | null;
    seconds_since_rotation: number | null;
    has_ended: boolean;
  }>`
    select s.id, s.refresh_hash = ${refreshHash} as is_current, s.rotation_nonce, extract(epoch from now() - s.rotated_at)::float8 as seconds_since_rotation,
      s.revoked_at is not null or s.ends_at <= now() or s.last_seen_at < now() - make_interval(mins => ${idleMinutes}) or not (${mayBeLoggedIn} and ${hasOpenTrip}) as has_ended
    from session s ${tripOfSession} join customer c on c.organisation_id = s.organisation_id and c.id = s.customer_id join organisation o on o.id = c.organisation_id
    where s.brand_id = ${brandId} and (s.refresh_hash = ${refreshHash} or s.previous_refresh_hash = ${refreshHash})
    for update of s`.execute(db);
  const row = found.rows[0];
  return (
    row && {
      id: row.id,
      isCurrent: row.is_current,
      rotationNonce: row.rotation_nonce,
      secondsSinceRotation: row.seconds_since_rotation,
      hasEnded: row.has_ended,
    }
  );
}

/** Replaces both tokens of a session. The used refresh token becomes the previous one and is recorded as used. */
export async function rotateSession(
  db: Db,
  sessionId: string,
  change: { accessHash: Buffer; refreshHash: Buffer; usedHash: Buffer; nonce: Buffer; accessSeconds: number },
): Promise<void> {
  await sql`
    with recorded as (insert into used_refresh_token (hash, session_id) values (${change.usedHash}, ${sessionId}))
    update session set access_hash = ${change.accessHash}, refresh_hash = ${change.refreshHash}, previous_refresh_hash = ${change.usedHash},
      rotation_nonce = ${change.nonce}, rotated_at = now(), last_seen_at = now(), access_expires_at = now() + make_interval(secs => ${change.accessSeconds})
    where id = ${sessionId}`.execute(db);
}

/** Ends the session whose used refresh token has been presented again. */
export async function revokeSessionOfUsedToken(db: Db, hash: Buffer): Promise<void> {
  await sql`
    update session set revoked_at = now(), revoked_reason = 'used_token'
    where id = (select session_id from used_refresh_token where hash = ${hash}) and revoked_at is null`.execute(db);
}

/** Ends a session and stores the reason. */
export async function revokeSession(db: Db, sessionId: string, reason: 'logged_out' | 'used_token'): Promise<void> {
  await sql`
    update session set revoked_at = now(), revoked_reason = ${reason}, impersonated_customer_id = null, impersonation_ends_at = null
    where id = ${sessionId} and revoked_at is null`.execute(db);
}

/** Records that the session is in use. */
export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await sql`update session set last_seen_at = now() where id = ${sessionId}`.execute(db);
}

/** Deletes sessions a month after they ended. */
const deleteExpiredSessions = (db: Db): Promise<number> =>
  deleteInBatches(db, 'session', sql`ends_at < now() - interval '30 days'`);

/** Deletes login keys a day after they expired. */
const deleteExpiredLoginKeys = (db: Db): Promise<number> =>
  deleteInBatches(db, 'login_key', sql`expires_at < now() - interval '1 day'`);

export const retention: RetentionTask[] = [
  { name: 'sessions', run: ({ db }) => deleteExpiredSessions(db) },
  { name: 'login-keys', run: ({ db }) => deleteExpiredLoginKeys(db) },
];

/** Toggles the person's own tax display and returns the new value. */
export async function toggleTaxDisplay(db: Db, customer: { organisationId: number; customerId: number }): Promise<0 | 10> {
  const changed = await sql<{ tax_display_type: 0 | 10 }>`
    update customer c set tax_display_type = case coalesce(c.tax_display_type, o.tax_display_type) when 0 then 10 else 0 end
    from organisation o
    where o.id = c.organisation_id and c.organisation_id = ${customer.organisationId} and c.id = ${customer.customerId}
    returning c.tax_display_type`.execute(db);
  return (changed.rows[0] as { tax_display_type: 0 | 10 }).tax_display_type;
}
