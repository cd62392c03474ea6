import { sql } from 'kysely';
import { listOwnAddresses } from '#api/identity/addresses/addresses.queries.ts';
import { formatDevice } from '#api/identity/sessions/devices.rules.ts';
import { listOwnSheetRows } from '#api/ordering/order-sheets/saved/own-sheets.queries.ts';
import { listQuotesForExport } from '#api/ordering/quotes/own-data.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { getMembership } from './membership.queries.ts';
import { listOwnOrders, listOwnReturnRequests } from './own-orders.queries.ts';

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
  const found = await sql<{
    product_name: string;
    sku: string;
    quantity: number;
    reason: string | null;
    texts: string[];
    created_at: Date;
  }>`
    select p.name as product_name, b.sku, l.quantity, l.reason, l.created_at,
      array(select c.text from cart_line_customisation c
        where c.organisation_id = l.organisation_id and c.cart_line_id = l.id and c.text is not null order by c.id) as texts
    from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id join product p on p.id = l.product_id join combination b on b.id = l.combination_id
    where t.organisation_id = ${person.organisationId} and (t.customer_id = ${person.customerId} or l.wearer_id = ${person.customerId})
    order by l.id`.execute(db);
  return found.rows.map((row) => ({
    productName: row.product_name,
    sku: row.sku,
    quantity: row.quantity,
    reason: row.reason,
    texts: row.texts,
    createdOnUtc: row.created_at.toISOString(),
  }));
}

async function listDesigns(db: Db, person: Scope): Promise<MyData['designs']> {
  const { rows } = await sql<Omit<MyData['designs'][number], 'createdOnUtc'> & { createdAt: Date }>`
    select c.name, p.name as "productName", c.text, c.font_name as "fontName", c.comments, c.created_at as "createdAt"
    from customisation c join product p on p.id = c.product_id
    where c.organisation_id = ${person.organisationId} and c.customer_id = ${person.customerId} order by c.id`.execute(db);
  return rows.map(({ createdAt, ...design }) => ({ ...design, createdOnUtc: createdAt.toISOString() }));
}

/** What the person has entered at the checkout and not ordered yet. */
async function findCheckout(db: Db, person: Scope): Promise<MyData['checkout']> {
  const found = await sql<NonNullable<MyData['checkout']>>`
    select po_number as "poNumber", comments, shipping_option as "shippingMethod", payment_method as "paymentMethod", answers
    from cart
    where organisation_id = ${person.organisationId} and customer_id = ${person.customerId}
      and trip_id is null and (coalesce(po_number, comments, shipping_option, payment_method) is not null or answers <> '[]')`.execute(
    db,
  );
  return found.rows[0] ?? null;
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
    userAgent: row.user_agent,
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
    select a.action, a.created_at, case when a.actor_kind in ('operator', 'api_key') then 'The supplier' else trim(actor.first_name || ' ' || actor.last_name) end as actor,
      trim(other.first_name || ' ' || other.last_name) as acting_for,
      case when a.about_me then a.before end as before, case when a.about_me then a.after end as after
    from (
      select e.*, e.subject_id = ${String(me)} and e.subject_kind = 'customer' as about_me from audit_event e
      where e.organisation_id = ${person.organisationId} and (e.actor_kind = 'customer' and e.actor_id = ${me} or e.impersonated_id = ${me}
        or e.subject_id = ${String(me)} and e.subject_kind = 'customer')) a
    left join customer actor on a.actor_kind = 'customer' and actor.organisation_id = ${person.organisationId} and actor.id = a.actor_id
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

/** What the person wanted to be told of when it can be ordered again. */
async function listOwnStockNotices(db: Db, person: Scope): Promise<MyData['stockNotices']> {
  const { rows } = await sql<{ name: string; description: string; created_at: Date; expires_at: Date; notified_at: Date | null }>`
    select coalesce(po.name, p.name) as name, c.description, n.created_at, n.expires_at, n.notified_at
    from stock_notice n join combination c on c.id = n.combination_id join product p on p.id = c.product_id
    left join product_organisation po on po.organisation_id = n.organisation_id and po.product_id = p.id
    where n.organisation_id = ${person.organisationId} and n.customer_id = ${person.customerId} order by n.id`.execute(db);
  return rows.map((row) => ({
    productName: row.name,
    description: row.description,
    createdOnUtc: row.created_at.toISOString(),
    expiresOnUtc: row.expires_at.toISOString(),
    notifiedOnUtc: row.notified_at?.toISOString() ?? null,
  }));
}

/** The documents that the person downloaded. */
async function listOwnDownloads(db: Db, person: Scope): Promise<MyData['documentDownloads']> {
  const { rows } = await sql<{ name: string; version: number; filename: string; at: Date }>`
    select d.name, v.number as version, f.file_name as filename, x.downloaded_at as at
    from document_download x join document_version v on v.id = x.version_id join document d on d.publication_id = v.publication_id
    join document_file f on f.id = v.file_id
    where x.organisation_id = ${person.organisationId} and x.customer_id = ${person.customerId} order by x.id`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, downloadedOnUtc: at.toISOString() }));
}

/** Views of lists that the person has saved or shared. */
async function listSavedViews(db: Db, person: Scope): Promise<MyData['listViews']> {
  const { rows } = await sql<Omit<MyData['listViews'][number], 'createdOnUtc'> & { created_at: Date }>`
    select list, name, filters, columns, customer_id is null as "isShared", created_at from list_view
    where organisation_id = ${person.organisationId} and (customer_id = ${person.customerId} or shared_by_id = ${person.customerId}) order by id`.execute(
    db,
  );
  return rows.map(({ created_at, ...row }) => ({ ...row, createdOnUtc: created_at.toISOString() }));
}

/** How the person arranged lists. */
async function listListSettings(db: Db, person: Scope): Promise<MyData['listSettings']> {
  const { rows } = await sql<Omit<MyData['listSettings'][number], 'updatedOnUtc'> & { updated_at: Date }>`
    select list, settings, updated_at from list_setting
    where organisation_id = ${person.organisationId} and customer_id = ${person.customerId} order by list`.execute(db);
  return rows.map(({ updated_at, ...row }) => ({ ...row, updatedOnUtc: updated_at.toISOString() }));
}

/** Lines about the person in files that administrators uploaded. */
async function listImportedRows(db: Db, person: Scope): Promise<MyData['importedRows']> {
  type Row = Omit<MyData['importedRows'][number], 'uploadedOnUtc' | 'values'> & {
    cells: string[];
    headers: (string | null)[];
    created_at: Date;
  };
  const { rows } = await sql<Row>`
    select r.line, r.cells, array(select c ->> 'header' from jsonb_array_elements(i.columns) with ordinality as e (c, position) order by position) as headers,
      r.reasons || array_remove(array[r.problem], null) as answers, i.created_at
    from people_import_row r join people_import i on i.organisation_id = r.organisation_id and i.id = r.import_id
    where r.organisation_id = ${person.organisationId} and r.customer_id = ${person.customerId} order by r.import_id, r.row_no`.execute(
    db,
  );
  return rows.map(({ line, cells, headers, answers, created_at }) => ({
    line,
    values: cells.map((value, index) => ({ column: headers[index] ?? null, value })),
    answers,
    uploadedOnUtc: created_at.toISOString(),
  }));
}

/** Everything stored about the person except the profile, the measurements and the entitlement, which have their own queries. */
export async function getMyData(
  db: Db,
  person: Scope,
): Promise<
  Omit<
    MyData,
    | 'createdOnUtc'
    | 'profile'
    | 'entitlement'
    | 'entitlementRequests'
    | 'timeRequests'
    | 'specialMeasurements'
    | 'madeToMeasure'
    | 'bodies'
    | 'bodyConsent'
  >
> {
  const [
    addresses,
    cart,
    designs,
    checkout,
    orders,
    consents,
    logIns,
    erasureRequests,
    mails,
    audit,
    history,
    fitFeedback,
    returnRequests,
    quotes,
    files,
    stockNotices,
    documentDownloads,
    listViews,
    orderSheets,
    listSettings,
    importedRows,
  ] = await Promise.all([
    listOwnAddresses(db, person),
    listCart(db, person),
    listDesigns(db, person),
    findCheckout(db, person),
    listOwnOrders(db, person),
    listConsents(db, person),
    listLogIns(db, person),
    listErasureRequests(db, person),
    listMails(db, person),
    listAudit(db, person),
    getMembership(db, person),
    listFitFeedback(db, person),
    listOwnReturnRequests(db, person),
    listQuotesForExport(db, person),
    listFiles(db, person),
    listOwnStockNotices(db, person),
    listOwnDownloads(db, person),
    listSavedViews(db, person),
    listOwnSheetRows(db, person),
    listListSettings(db, person),
    listImportedRows(db, person),
  ]);
  return {
    addresses,
    cart,
    designs,
    checkout,
    orders,
    consents,
    logIns,
    erasureRequests,
    mails,
    audit,
    fitFeedback,
    returnRequests,
    quotes,
    files,
    stockNotices,
    documentDownloads,
    listViews,
    orderSheets,
    listSettings,
    importedRows,
    ...history,
  };
}
