import { sql } from 'kysely';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { listOwnAddresses } from '#api/identity/addresses/addresses.queries.ts';
import { formatDevice } from '#api/identity/sessions/devices.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { getMembership } from './membership.queries.ts';

type MyData = ReplyOf<'GET /api/mydata'>;
export type Consent = ReplyOf<'GET /api/consents'>['consents'][number];

/** The consents that the person gave and withdrew, newest first. */
export async function listConsents(db: Db, person: Scope): Promise<Consent[]> {
  const rows = await db
    .selectFrom('consent_entry')
    .select(['kind', 'given', 'text_version', 'created_at'])
    .where('organisation_id', '=', person.organisationId)
    .where('customer_id', '=', person.customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    kind: row.kind as Consent['kind'],
    given: row.given,
    textVersion: row.text_version,
    createdOnUtc: row.created_at.toISOString(),
  }));
}

async function listCart(db: Db, person: Scope): Promise<MyData['cart']> {
  const found = await sql<{ product_name: string; sku: string; quantity: number; created_at: Date }>`
    select p.name as product_name, b.sku, l.quantity, l.created_at
    from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id join product p on p.id = l.product_id join combination b on b.id = l.combination_id
    where t.organisation_id = ${person.organisationId} and (t.customer_id = ${person.customerId} or l.wearer_id = ${person.customerId})
    order by l.id`.execute(db);
  return found.rows.map((row) => ({
    productName: row.product_name,
    sku: row.sku,
    quantity: row.quantity,
    createdOnUtc: row.created_at.toISOString(),
  }));
}

interface OrderRow {
  id: number;
  created_at: Date;
  relation: MyData['orders'][number]['relation'];
  state: MyData['orders'][number]['orderStatus'];
  po_number: string | null;
  comments: string | null;
  billing_address: unknown;
  shipping_address: unknown;
  total_minor: number;
  currency_code: string;
  lines: { productName: string; sku: string; description: string; quantity: number }[];
}

/**
 * Orders that involve the person: their own in full; of other people's only what the person did, or the lines for the person,
 * because the addresses, prices and remarks are about someone else.
 */
async function listOrders(db: Db, person: Scope): Promise<MyData['orders']> {
  const me = person.customerId;
  const found = await sql<OrderRow>`
    with mine as (
      select id, 'ordered' as relation from orders where organisation_id = ${person.organisationId} and customer_id = ${me}
      union all select id, 'placedForSomebody' from orders where organisation_id = ${person.organisationId} and placed_by_id = ${me} and customer_id <> ${me}
      union all select distinct o.id, 'decided' from approval a join orders o on o.organisation_id = a.organisation_id and o.id = a.order_id
        where a.organisation_id = ${person.organisationId} and a.decided_by_id = ${me} and o.customer_id <> ${me} and o.placed_by_id <> ${me}
      union all select distinct o.id, 'wearer' from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
        where l.organisation_id = ${person.organisationId} and l.wearer_id = ${me} and o.customer_id <> ${me})
    select o.id, o.created_at, m.relation, s.name as state, o.po_number, o.comments, o.billing_address, o.shipping_address, o.total_minor, o.currency_code,
      (select coalesce(json_agg(json_build_object('productName', l.product_name, 'sku', l.sku, 'description', l.description, 'quantity', l.quantity) order by l.id), '[]')
       from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id
         and (m.relation = 'ordered' or m.relation = 'wearer' and l.wearer_id = ${me})) as lines
    from mine m join orders o on o.organisation_id = ${person.organisationId} and o.id = m.id join order_state s on s.id = o.order_state_id
    order by o.created_at, o.id`.execute(db);
  return found.rows.map((row) => {
    const own = row.relation === 'ordered';
    return {
      id: row.id,
      createdOnUtc: row.created_at.toISOString(),
      relation: row.relation,
      orderStatus: row.state,
      poNumber: own ? row.po_number : null,
      comments: own ? row.comments : null,
      billingAddress: own ? row.billing_address : null,
      shippingAddress: own ? row.shipping_address : null,
      orderTotal: own ? toMajorUnits(row.total_minor) : null,
      currencyCode: row.currency_code,
      lines: row.lines,
    };
  });
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

async function listLogIns(db: Db, person: Scope): Promise<MyData['logIns']> {
  const found = await sql<{
    user_agent: string | null;
    created_at: Date;
    last_seen_at: Date;
    ended_at: Date | null;
    acting_for: string | null;
  }>`
    select s.user_agent, s.created_at, s.last_seen_at, case when s.revoked_at is not null then s.revoked_at when s.ends_at < now() then s.ends_at end as ended_at,
      trim(other.first_name || ' ' || other.last_name) as acting_for
    from session s left join customer other on other.organisation_id = s.organisation_id and other.id = s.impersonated_customer_id
    where s.organisation_id = ${person.organisationId} and s.customer_id = ${person.customerId} order by s.created_at`.execute(
    db,
  );
  return found.rows.map((row) => ({
    device: formatDevice(row.user_agent),
    createdOnUtc: row.created_at.toISOString(),
    lastSeenOnUtc: row.last_seen_at.toISOString(),
    endedOnUtc: iso(row.ended_at),
    actingFor: row.acting_for,
  }));
}

async function listErasureRequests(db: Db, person: Scope): Promise<MyData['erasureRequests']> {
  const rows = await db
    .selectFrom('erasure_request')
    .select(['created_at', 'withdrawn_at', 'completed_at'])
    .where('organisation_id', '=', person.organisationId)
    .where('customer_id', '=', person.customerId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    createdOnUtc: row.created_at.toISOString(),
    withdrawnOnUtc: iso(row.withdrawn_at),
    doneOnUtc: iso(row.completed_at),
  }));
}

/** Mail that is still stored; sent mail is deleted after `MAIL_RETENTION_DAYS`. */
async function listMails(db: Db, person: Scope): Promise<MyData['mails']> {
  const found = await sql<{ template: string; created_at: Date; sent_at: Date | null }>`
    select template, created_at, sent_at from mail_outbox
    where organisation_id = ${person.organisationId} and lower(recipient) = lower(${person.email}) order by created_at`.execute(
    db,
  );
  return found.rows.map((row) => ({
    template: row.template,
    createdOnUtc: row.created_at.toISOString(),
    sentOnUtc: iso(row.sent_at),
  }));
}

/** Audit events whose subject is a person. */
const aboutPeople = sql`e.action ~ '^(customer|impersonation|invitation|opt-out|password)[.]'`;

/** Audit events by the person, about the person or in their name. Values are included when they are the person's own. */
async function listAudit(db: Db, person: Scope): Promise<MyData['audit']> {
  const me = person.customerId;
  const found = await sql<{
    action: string;
    created_at: Date;
    actor: string | null;
    acting_for: string | null;
    before: unknown;
    after: unknown;
  }>`
    select a.action, a.created_at, trim(actor.first_name || ' ' || actor.last_name) as actor, trim(other.first_name || ' ' || other.last_name) as acting_for,
      case when a.about_me then a.before end as before, case when a.about_me then a.after end as after
    from (
      select e.*, e.subject_id = ${String(me)} and ${aboutPeople} as about_me from audit_event e
      where e.organisation_id = ${person.organisationId} and (e.actor_id = ${me} or e.impersonated_id = ${me}
        or (e.subject_id = ${String(me)} and ${aboutPeople}))) a
    left join customer actor on actor.organisation_id = ${person.organisationId} and actor.id = a.actor_id
    left join customer other on other.organisation_id = ${person.organisationId} and other.id = a.impersonated_id
    order by a.id`.execute(db);
  return found.rows.map((row) => ({
    action: row.action,
    createdOnUtc: row.created_at.toISOString(),
    by: row.actor,
    actingFor: row.acting_for,
    before: row.before,
    after: row.after,
  }));
}

/** The person's feedback on how garments fit. */
async function listFitFeedback(db: Db, person: Scope): Promise<MyData['fitFeedback']> {
  const found = await sql<{
    order_id: number;
    product_name: string;
    description: string;
    fit: MyData['fitFeedback'][number]['fit'];
    updated_at: Date;
  }>`
    select l.order_id, l.product_name, l.description, f.fit, f.updated_at
    from fit_feedback f join order_line l on l.organisation_id = f.organisation_id and l.id = f.order_line_id
    where f.organisation_id = ${person.organisationId} and f.customer_id = ${person.customerId} order by f.order_line_id`.execute(
    db,
  );
  return found.rows.map((row) => ({
    orderId: row.order_id,
    productName: row.product_name,
    description: row.description,
    fit: row.fit,
    updatedOnUtc: row.updated_at.toISOString(),
  }));
}

/** What the person asked to return. */
async function listReturnRequests(db: Db, person: Scope): Promise<MyData['returnRequests']> {
  const { rows } = await sql<Omit<MyData['returnRequests'][number], 'createdOnUtc'> & { created_at: Date }>`
    select r.custom_number as "customNumber", r.order_id as "orderId", l.product_name as "productName", r.quantity, r.reason, r.action, r.comments, r.fit,
      r.fit_places as "fitPlaces", s.name as status, r.created_at
    from return_request r join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id join return_state s on s.id = r.return_state_id
    where r.organisation_id = ${person.organisationId} and r.customer_id = ${person.customerId} order by r.id`.execute(db);
  return rows.map(({ created_at, ...row }) => ({ ...row, createdOnUtc: created_at.toISOString() }));
}

/** Files of the person. */
async function listFiles(db: Db, person: Scope): Promise<MyData['files']> {
  type Row = Omit<MyData['files'][number], 'createdOnUtc' | 'expiresOnUtc'> & { created_at: Date; expires_at: Date | null };
  const { rows } = await sql<Row>`
    select f.file_name as "fileName", f.content_type as "contentType", f.size_bytes::int as bytes, f.purpose, (
        select r.custom_number from return_request_file x
        join return_request r on r.organisation_id = x.organisation_id and r.id = x.return_request_id
        where x.organisation_id = f.organisation_id and x.file_id = f.id limit 1) as "returnNumber",
      f.created_at, f.expires_at
    from stored_file f where f.organisation_id = ${person.organisationId} and f.customer_id = ${person.customerId} order by f.id`.execute(
    db,
  );
  return rows.map(({ created_at, expires_at, ...row }) => ({
    ...row,
    createdOnUtc: created_at.toISOString(),
    expiresOnUtc: expires_at?.toISOString() ?? null,
  }));
}

/** Views of lists that the person has saved or shared. */
async function listSavedViews(db: Db, person: Scope): Promise<MyData['listViews']> {
  const { rows } = await sql<Omit<MyData['listViews'][number], 'createdOnUtc'> & { created_at: Date }>`
    select list, name, filters, customer_id is null as "isShared", created_at from list_view
    where organisation_id = ${person.organisationId} and (customer_id = ${person.customerId} or shared_by_id = ${person.customerId}) order by id`.execute(
    db,
  );
  return rows.map(({ created_at, ...row }) => ({ ...row, createdOnUtc: created_at.toISOString() }));
}

/** Everything stored about the person except the profile, the measurements and the entitlement, which have their own queries. */
export async function getMyData(
  db: Db,
  person: Scope,
): Promise<
  Omit<
    MyData,
    'createdOnUtc' | 'profile' | 'entitlement' | 'entitlementRequests' | 'specialMeasurements' | 'bodies' | 'bodyConsent'
  >
> {
  const [
    addresses,
    cart,
    orders,
    consents,
    logIns,
    erasureRequests,
    mails,
    audit,
    history,
    fitFeedback,
    returnRequests,
    files,
    listViews,
  ] = await Promise.all([
    listOwnAddresses(db, person),
    listCart(db, person),
    listOrders(db, person),
    listConsents(db, person),
    listLogIns(db, person),
    listErasureRequests(db, person),
    listMails(db, person),
    listAudit(db, person),
    getMembership(db, person),
    listFitFeedback(db, person),
    listReturnRequests(db, person),
    listFiles(db, person),
    listSavedViews(db, person),
  ]);
  return {
    addresses,
    cart,
    orders,
    consents,
    logIns,
    erasureRequests,
    mails,
    audit,
    fitFeedback,
    returnRequests,
    files,
    listViews,
    ...history,
  };
}
