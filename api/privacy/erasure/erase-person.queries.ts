import { type RawBuilder, sql } from 'kysely';
import { eraseMadeToMeasure } from '#api/ordering/made-to-measure/keep-measurements.queries.ts';
import { eraseQuotesOf } from '#api/ordering/quotes/own-data.queries.ts';
import { administeredPeople } from '#api/organisation/structure/administered-people.queries.ts';
import { removeFromPeopleCounts } from '#api/people/list/people-counts.queries.ts';
import { eraseBulkEditValues } from '#api/platform/bulk-edit/bulk-edit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { endExportsOf } from '#api/platform/exports/exports.queries.ts';
import { expireFilesOf } from '#api/platform/files/stored-files.queries.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { type ErasedPerson, eraseMentions, lockMentionedOrders, withoutAddress } from './erase-mentions.queries.ts';
import { eraseFromPunchout } from './erase-punchout.queries.ts';
import { isNamedIn, isNamedInCells, isNamedInValues } from './mentions.queries.ts';
import { buildMentionPatterns } from './mentions.rules.ts';
import { type CurrentDetails, findNamesakes, findOtherMeanings, findPersonalDetails } from './personal-details.queries.ts';

/**
 * Locks the quotes of a person, and then their cart as whoever accepts one does, so that what they are accepting or ordering is accepted or placed before
 * they are erased, or not at all.
 */
export async function lockQuotesAndCartOf(tx: Tx, { organisationId }: Scope, customerId: number): Promise<void> {
  await sql`select from quote where organisation_id = ${organisationId} and customer_id = ${customerId} order by id for update`.execute(
    tx,
  );
  await sql`select from cart where organisation_id = ${organisationId} and customer_id = ${customerId} for update`.execute(tx);
}

/** Locks a person to be erased, deleted or not; undefined when they do not exist or have been erased already. */
export async function lockPersonToErase(tx: Tx, scope: Scope, customerId: number): Promise<CurrentDetails | undefined> {
  const found = await sql<CurrentDetails>`
    select c.id, c.brand_id as "brandId", c.email, c.first_name as "firstName", c.last_name as "lastName", c.employee_number as "employeeNumber"
    from customer c where c.organisation_id = ${scope.organisationId} and c.id = ${customerId} and c.erased_at is null for no key update`.execute(
    tx,
  );
  return found.rows[0];
}

/** The tables whose rows of a person are deleted, with the column that names the person; in an order that the foreign keys allow. */
const GONE: readonly (readonly [table: string, column: string])[] = [
  ['cart', 'customer_id'],
  ['cart_line', 'wearer_id'],
  // After the lines that follow it.
  ['customisation', 'customer_id'],
  ['address', 'customer_id'],
  ['special_measurement', 'customer_id'],
  ['session', 'customer_id'],
  ['known_device', 'customer_id'],
  ['second_factor', 'customer_id'],
  ['recovery_code', 'customer_id'],
  ['login_key', 'customer_id'],
  ['email_change', 'customer_id'],
  ['customer_reminder', 'customer_id'],
  ['list_setting', 'customer_id'],
  ['list_view', 'customer_id'],
  ['order_sheet_row', 'wearer_id'],
  ['order_sheet_row', 'typed_by_id'],
  // With its rows.
  ['order_sheet', 'customer_id'],
  ['password_token', 'customer_id'],
  ['idempotency_key', 'customer_id'],
  ['invitation', 'customer_id'],
  ['opt_out', 'customer_id'],
  ['registration', 'customer_id'],
  // The consent takes all bodies and suggestions with it.
  ['body_consent', 'customer_id'],
  ['fit_feedback', 'customer_id'],
  ['people_import_row', 'customer_id'],
  ['entitlement_request', 'customer_id'],
  ['stock_notice', 'customer_id'],
  ['document_visit', 'customer_id'],
  ['customer_super_group_option', 'customer_id'],
  ['customer_collection', 'customer_id'],
  ['customer_season', 'customer_id'],
  ['customer_department', 'customer_id'],
  ['customer_adminable_group', 'customer_id'],
  ['customer_group', 'customer_id'],
  ['customer_role', 'customer_id'],
  // Clearing the person's columns writes this once more.
  ['consent_entry', 'customer_id'],
];

async function findWhatNames(tx: Tx, scope: Scope, person: CurrentDetails): Promise<ErasedPerson> {
  const details = await findPersonalDetails(tx, scope, person);
  return {
    id: person.id,
    details,
    patterns: buildMentionPatterns(details, await findOtherMeanings(tx, scope, details.fullNames)),
    patternsWithoutNames: buildMentionPatterns({ ...details, firstNames: [], lastNames: [] }),
    namesakes: await findNamesakes(tx, scope, person.id, details),
  };
}

/**
 * Erases a locked person from the database: their orders stay without a name, audit events stay without values, what others wrote stays without their name,
 * and an anonymous row remains that all of them refer to.
 */
export async function erasePerson(tx: Tx, scope: Scope, person: CurrentDetails): Promise<void> {
  const { id } = person;
  const erased = await findWhatNames(tx, scope, person);
  const of = (table: string, column: string) =>
    sql`${sql.ref(`${table}.organisation_id`)} = ${scope.organisationId} and ${sql.ref(`${table}.${column}`)} = ${id}`;
  await sql`select set_config('livery.erasing', 'yes', true), set_config('statement_timeout', '60s', true)`.execute(tx);

  await lockMentionedOrders(tx, scope, erased);
  // First, because the records of the person are found by rows that are deleted below.
  await eraseFromAuditLog(tx, scope, erased);
  await eraseFromOrders(tx, scope, id);
  await eraseQuotesOf(tx, scope.organisationId, id);
  await eraseFromPunchout(tx, scope.organisationId, erased);
  await eraseFromMails(tx, scope, person.brandId, erased);
  await eraseFromBulkEdits(tx, scope, erased);
  await sql`
    update approval a set reason = null from orders o
    where a.organisation_id = ${scope.organisationId} and o.organisation_id = a.organisation_id and o.id = a.order_id and a.reason is not null
      and (o.customer_id = ${id} or ${isNamedIn(sql`a.reason`, erased.patterns)} and ${isNotOf(sql`o.customer_id`, erased)})`.execute(
    tx,
  );
  await sql`
    update entitlement_entry e set reason = null from entitlement_account a
    where a.organisation_id = ${scope.organisationId} and e.organisation_id = a.organisation_id and e.account_id = a.id and e.reason is not null
      and (a.customer_id = ${id} or ${isNamedIn(sql`e.reason`, erased.patterns)} and ${isNotOf(sql`a.customer_id`, erased)})`.execute(
    tx,
  );
  await eraseFromListViews(tx, scope, erased);
  await eraseFromOrderSheets(tx, scope, erased);
  await expireFilesOf(tx, scope.organisationId, id);
  await endExportsOf(tx, scope.organisationId);
  // That someone downloaded the documents is still counted.
  await sql`update document_download set customer_id = null where ${of('document_download', 'customer_id')}`.execute(tx);
  // Refused or abandoned registrations have no person yet, only the same address.
  await sql`
    delete from registration
    where organisation_id = ${scope.organisationId} and lower(email) = any (${erased.details.emails}::text[]) and customer_id is null`.execute(
    tx,
  );
  await sql`
    update session set impersonated_customer_id = null, impersonation_ends_at = null
    where organisation_id = ${scope.organisationId} and impersonated_customer_id = ${id}`.execute(tx);
  await sql`
    update erasure_request set completed_at = now()
    where organisation_id = ${scope.organisationId} and customer_id = ${id} and withdrawn_at is null and completed_at is null`.execute(
    tx,
  );
  await eraseMadeToMeasure(tx, scope, id);
  await eraseOwnRow(tx, scope, id);
  for (const [table, column] of GONE) await sql`delete from ${sql.table(table)} where ${of(table, column)}`.execute(tx);
  await eraseMentions(tx, scope, erased);
  await removeFromPeopleCounts(tx, scope.organisationId);
  await sql`select set_config('livery.erasing', '', true)`.execute(tx);
}

/** Whether a row does not belong to someone who has the name of the person too. */
const isNotOf = (customerId: RawBuilder<unknown>, { namesakes }: ErasedPerson) =>
  sql`coalesce(${customerId} <> all (${namesakes.map(({ id }) => id)}::bigint[]), true)`;

/** The person's row stays, empty. */
async function eraseOwnRow(tx: Tx, { organisationId }: Scope, id: number): Promise<void> {
  await sql`
    update customer set email = ${`erased-${id}@erased.invalid`}, first_name = 'Erased', last_name = ${`person ${id}`}, employee_number = null,
      po_number = null, gender = 0, password_hash = null, active = false, deleted_at = coalesce(deleted_at, now()), erased_at = now(),
      opt_out_guid = random_guid(), resort_id = null, business_area_id = null, job_role_id = null, allocation_type_id = null,
      marketing_by_email = false, marketing_by_fax = false, marketing_by_phone = false, marketing_by_post = false,
      terms_agreed_version = null, privacy_agreed_version = null, terms_agreed_at = null, privacy_agreed_at = null, tax_display_type = null,
      allow_order_approval = false, adhoc_business_area_id = null, adhoc_collection_id = null, bodime_customer_id = null,
      bodime_used_body_blocks = '{}', wardrobe_opt_out_at = null, starts_on = null, ends_on = null, weekly_hours = null, last_login_at = null,
      measured_at = null, special_measurements_at = null, builder_collection_id = null, single_key_shortcuts = true
    where organisation_id = ${organisationId} and id = ${id}`.execute(tx);
  await sql`update customer set field_versions = '{}' where organisation_id = ${organisationId} and id = ${id}`.execute(tx);
}

/**
 * Audit events keep who did what and when. They lose their values where these concern the person or a record of theirs, were entered by them, or name them;
 * also where the supplier acted on a brand as a whole.
 */
async function eraseFromAuditLog(tx: Tx, { organisationId }: Scope, erased: ErasedPerson): Promise<void> {
  const { id, patterns, patternsWithoutNames, namesakes } = erased;
  const recordsOf = (table: string, column = 'customer_id') =>
    sql`select r.id::text from ${sql.table(table)} r where r.organisation_id = ${organisationId} and ${sql.ref(`r.${column}`)} = ${id}`;
  await sql`
    update audit_event set before = null, after = null
    where organisation_id = ${organisationId} and (before is not null or after is not null) and (
      actor_kind = 'customer' and actor_id = ${id} or impersonated_id = ${id}
      or subject_kind = 'customer' and subject_id = ${String(id)}
      or subject_kind = 'order' and subject_id in (${recordsOf('orders')})
      or subject_kind = 'quote' and subject_id in (${recordsOf('quote')})
      or subject_kind = 'return' and subject_id in (${recordsOf('return_request')})
      or subject_kind = 'address' and subject_id in (${recordsOf('address')})
      or subject_kind = 'registration' and subject_id in (${recordsOf('registration')}))`.execute(tx);
  const ids = namesakes.map((each) => each.id);
  const isNotAboutNamesakes = sql`not (coalesce(subject_kind, '') = 'customer' and subject_id = any (${ids.map(String)}::text[])
    or coalesce(subject_kind, '') = 'order' and subject_id in (select o.id::text from orders o where o.organisation_id = ${organisationId} and o.customer_id = any (${ids}::bigint[])))`;
  await sql`
    update audit_event set before = null, after = null
    where (organisation_id = ${organisationId} or organisation_id is null) and (before is not null or after is not null)
      and (${isNamedInValues(sql`before`, patterns)} or ${isNamedInValues(sql`after`, patterns)})
      and (${isNotAboutNamesakes} or ${isNamedInValues(sql`before`, patternsWithoutNames)} or ${isNamedInValues(sql`after`, patternsWithoutNames)})`.execute(
    tx,
  );
}

/** What is known of the columns of files that name the person. What the files themselves say cannot be searched, so they are not read again. */
async function eraseFromImportedFiles(tx: Tx, organisationId: number, { patterns }: ErasedPerson): Promise<void> {
  const hasValue = (words: readonly string[]) => sql`exists (
    select from jsonb_path_query(profile, '$[*].values[*].value') as each (value) where lower(each.value #>> '{}') = any (${[...words]}::text[]))`;
  await sql`
    update people_import set profile = null
    where organisation_id = ${organisationId} and profile is not null
      and (${isNamedInValues(sql`profile`, patterns)} or ${hasValue(patterns.firstNames)} and ${hasValue(patterns.lastNames)})`.execute(
    tx,
  );
  await sql`
    delete from people_import_word
    where organisation_id = ${organisationId} and ${isNamedIn(sql`word`, patterns)}`.execute(tx);
  await sql`
    update people_import set file_expires_at = now()
    where organisation_id = ${organisationId} and file_expires_at > now()`.execute(tx);
}

/** What bulk edits and imports keep to be undone, and the lines of files. */
async function eraseFromBulkEdits(tx: Tx, { organisationId }: Scope, erased: ErasedPerson): Promise<void> {
  const { id, details, patterns } = erased;
  await eraseBulkEditValues(tx, organisationId, ['people', 'people-import', 'balance-import'], id);
  await sql`
    update bulk_edit set payload = '{}' where organisation_id = ${organisationId} and ${isNamedInValues(sql`payload`, patterns)}`.execute(
    tx,
  );
  await sql`
    update bulk_edit_item set reason = null, reason_kinds = null
    where organisation_id = ${organisationId} and (reason is not null or reason_kinds is not null)
      and (${isNamedIn(sql`reason`, patterns)} or ${isNamedInValues(sql`reason_kinds`, patterns)})`.execute(tx);
  // Lines of files that were refused, or only previewed, have no reference to a person.
  await sql`
    delete from people_import_row
    where organisation_id = ${organisationId} and (${isNotOf(sql`customer_id`, erased)} and (${isNamedInCells(sql`cells`, patterns)}
        or ${isNamedIn(sql`person`, patterns)} or ${isNamedInValues(sql`change_values`, patterns)} or ${isNamedInValues(sql`changes`, patterns)}
        or ${isNamedInValues(sql`reason_kinds`, patterns)} or ${isNamedIn(sql`array_to_string(reasons, ' ')`, patterns)}
        or ${isNamedInValues(sql`problem_kind`, patterns)} or ${isNamedIn(sql`problem`, patterns)})
      or lower(number_key) = any (${details.employeeNumbers.map((number) => number.toLowerCase())}::text[])
      or lower(email_key) = any (${details.emails}::text[]))`.execute(tx);
  await eraseFromImportedFiles(tx, organisationId, erased);
  await sql`
    update people_import set columns = (
      select coalesce(jsonb_agg(c || '{"samples": []}' order by position), '[]') from jsonb_array_elements(columns) with ordinality as e (c, position))
    where organisation_id = ${organisationId} and (${isNamedInValues(sql`columns`, patterns)} or exists (
      select from jsonb_path_query(columns, '$[*].samples[*]') as first, jsonb_path_query(columns, '$[*].samples[*]') as last
      where lower(first #>> '{}') = any (${patterns.firstNames}::text[]) and lower(last #>> '{}') = any (${patterns.lastNames}::text[])))`.execute(
    tx,
  );
}

/** The characters that end a word, and also an email address. */
const APART = '[^[:alnum:]._%+-]';

/** Whether a text contains any of the words as whole words, in whatever case. */
function containsWords(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> {
  const sought = words.map((word) => word.trim().toLowerCase()).filter((word) => word.length >= 4);
  if (sought.length === 0) return sql`false`;
  return sql`(${sql.join(
    sought.map((word) => {
      const literal = word.replaceAll(/[^\p{L}\p{N}\s@"-]/gu, (sign) => `\\${sign}`);
      return sql`lower(coalesce(${text}, '')) ~ ${`(^|${APART})${literal}[.]?($|${APART})`}`;
    }),
    sql` or `,
  )})`;
}

/** A text as query strings write it, but with spaces; twice, because the case of escaped letters cannot be ignored. */
const toQueryTexts = (text: string) =>
  [text.toLowerCase(), text.toUpperCase()].map((each) =>
    new URLSearchParams([['', each]]).toString().slice(1).replaceAll('+', ' '),
  );

/**
 * Views of others that search for the person, or have the name of one, are deleted: they would find no one. What the person has shared stays with the
 * organisation, without saying who shared it.
 */
async function eraseFromListViews(tx: Tx, scope: Scope, { id, details, namesakes }: ErasedPerson): Promise<void> {
  const { emails, fullNames, employeeNumbers } = details;
  // A search for a name also finds others who have it.
  const names = namesakes.length > 0 ? emails : [...emails, ...fullNames];
  // A number only where it is searched for: the same digits can be the id of a destination.
  const searches = employeeNumbers.flatMap(toQueryTexts).flatMap((number) => [`q=${number}`, `search=${number}`]);
  const isAbout = sql`(${containsWords(sql`name`, names)} or ${containsWords(sql`replace(filters, '+', ' ')`, [...names.flatMap(toQueryTexts), ...searches])})`;
  await sql`delete from list_view where organisation_id = ${scope.organisationId} and ${isAbout}`.execute(tx);
  await sql`delete from operator_list_view where ${isAbout}`.execute(tx);
  await sql`
    update list_view set shared_by_id = null where organisation_id = ${scope.organisationId} and shared_by_id = ${id}`.execute(
    tx,
  );
}

/** Rows of sheets for many wearers that name the person as typed, whether or not it was known whom they mean. Reasons are texts of others. */
async function eraseFromOrderSheets(tx: Tx, scope: Scope, erased: ErasedPerson): Promise<void> {
  await sql`
    delete from order_sheet_row
    where organisation_id = ${scope.organisationId} and ${isNotOf(sql`wearer_id`, erased)}
      and ${isNamedInCells(sql`array[wearer, garment, colour, size, fit, pieces, name_on_garment]`, erased.patterns)}`.execute(
    tx,
  );
}

/** Orders stay for the accounts, with their numbers, garments and totals. Of the delivery address only the country stays. */
async function eraseFromOrders(tx: Tx, scope: Scope, id: number): Promise<void> {
  const own = sql`o.organisation_id = ${scope.organisationId} and o.customer_id = ${id}`;
  const isForThem = (table: string) => sql`${sql.ref(`${table}.organisation_id`)} = ${scope.organisationId}
    and (${sql.ref(`${table}.wearer_id`)} = ${id} or ${sql.ref(`${table}.order_id`)} in (select o.id from orders o where ${own}))`;
  await sql`update shipment set tracking_number = null, tracking_url = null, collected_by = null where ${isForThem('shipment')}`.execute(
    tx,
  );
  await sql`update order_line set reason = null where ${isForThem('order_line')} and reason is not null`.execute(tx);
  // What is on their garments is usually their name. The lines keep that they were personalised, and how.
  await sql`
    update order_line_customisation k set text = null, comments = null from order_line
    where ${isForThem('order_line')} and k.organisation_id = order_line.organisation_id and k.order_line_id = order_line.id
      and (not k.is_mandatory or exists (
        select from garment_design t where t.organisation_id = k.organisation_id and t.id = k.garment_design_id and t.name_form is not null))`.execute(
    tx,
  );
  await sql`
    update return_request set comments = null, decision_reason = null, fit = null, fit_places = '{}', fingerprint = ''
    where organisation_id = ${scope.organisationId} and (customer_id = ${id} or order_line_id in (
      select l.id from order_line l where l.organisation_id = ${scope.organisationId} and l.wearer_id = ${id}))`.execute(tx);
  await sql`
    delete from order_event n using orders o where ${own} and n.organisation_id = o.organisation_id and n.order_id = o.id`.execute(
    tx,
  );
  await sql`
    update orders o set billing_address = ${withoutAddress('o.billing_address', id)}, shipping_address = ${withoutAddress('o.shipping_address', id)},
      comments = null, po_number = null, tracking_urls = '{}', answers = '[]', checkout_attribute_description = null,
      search_text = lower(concat_ws(' ', o.id::text, (
        select string_agg(l.sku, ' ' order by l.id) from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id)))
    where ${own}`.execute(tx);
  // Receipts that are the organisation’s stay as issued, as its invoices do.
  await sql`
    update receipt r set buyer = r.buyer || jsonb_build_object('name', ${`Erased person ${id}`}::text, 'address', to_jsonb(array_remove(array[o.billing_address ->> 'countryName'], null)))
    from orders o where r.organisation_id = o.organisation_id and r.order_id = o.id and o.card_payer = 'person' and ${own}`.execute(
    tx,
  );
}

/** Mails to the person, mails about them, and mails still to be sent to them, also under former names and addresses. */
async function eraseFromMails(
  tx: Tx,
  scope: Scope,
  brandId: number,
  { id, details, patterns, patternsWithoutNames, namesakes }: ErasedPerson,
): Promise<void> {
  const { emails, sharedEmails } = details;
  const isToNamesake = sql`lower(m.recipient) = any (${namesakes.map(({ email }) => email)}::text[])`;
  const gone = await sql<{ id: string }>`
    delete from mail_outbox m where m.brand_id = ${brandId} and (m.organisation_id is null or m.organisation_id = ${scope.organisationId}) and (
      lower(m.recipient) = any (${emails}::text[])
      or exists (
        select from jsonb_to_recordset(${JSON.stringify(sharedEmails)}::jsonb) as former (email text, since timestamptz, until timestamptz)
        where lower(m.recipient) = former.email and m.created_at >= coalesce(former.since, '-infinity') and m.created_at <= former.until)
      or ${isNamedIn(sql`m.recipient`, patterns)} or ${isNamedIn(sql`m.last_error`, patterns)} or ${isNamedInValues(sql`m.failure`, patterns)}
      or ${isNamedIn(sql`m.dedupe_key`, patterns)}
      or ${isNamedInValues(sql`m.data`, patterns)} and (not ${isToNamesake} or ${isNamedInValues(sql`m.data`, patternsWithoutNames)})
      or m.dedupe_key like ${`registration-existing-account:${id}:%`}
      or m.template = 'order-placed' and (m.data ->> 'orderId')::bigint in (
        select o.id from orders o where o.organisation_id = ${scope.organisationId} and o.customer_id = ${id}))
    returning m.id`.execute(tx);
  const ids = gone.rows.map((mail) => mail.id);
  // A job without its mail would have nothing to do.
  await sql`delete from pgboss.job where name = 'mail.send' and data ->> 'mailId' = any (${ids}::text[])`.execute(tx);
  await sql`delete from pgboss.job where ${isNamedInValues(sql`data`, patterns)} or ${isNamedInValues(sql`output`, patterns)}`.execute(
    tx,
  );
}

/** A person who has requested erasure. */
export interface PendingErasureRequest {
  id: number;
  customerId: number;
  name: string;
  email: string;
  createdOnUtc: string;
}

/** The open erasure requests of the people whom an administrator can see, the oldest first. */
export async function listOpenErasureRequests(db: Db, scope: Scope): Promise<PendingErasureRequest[]> {
  const found = await sql<{ id: number; customer_id: number; name: string; email: string; created_at: Date }>`
    select r.id, r.customer_id, trim(c.first_name || ' ' || c.last_name) as name, c.email, r.created_at
    from erasure_request r join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id
    where r.organisation_id = ${scope.organisationId} and r.withdrawn_at is null and r.completed_at is null and ${administeredPeople(scope)}
    order by r.created_at, r.id limit 100`.execute(db);
  return found.rows.map(({ id, customer_id, name, email, created_at }) => ({
    id,
    customerId: customer_id,
    name,
    email,
    createdOnUtc: created_at.toISOString(),
  }));
}
