import { sql } from 'kysely';
import { getSubjectKind } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import type { RegistrationTarget } from './open-link.queries.ts';
import type { Registrant } from './registration.rules.ts';

/**
 * Makes the person who joins, without a password, with the roles of the link beside Registered, in its group and in the
 * current season. Whoever has yet to show that the address is theirs is inactive until they set a password; whom an
 * administrator let in is active, and can be invited again. Answers their id, or undefined when the address is somebody's.
 */
export async function insertRegisteredPerson(
  tx: Tx,
  joining: RegistrationTarget,
  person: Registrant,
  { active }: { active: boolean },
): Promise<number | undefined> {
  const { organisationId, linkId, groupId } = joining;
  const written = await sql<{ id: number }>`
    with person as (
      insert into customer (organisation_id, brand_id, email, first_name, last_name, employee_number, po_number, gender, resort_id, business_area_id, active)
      values (${organisationId}, ${joining.brandId}, ${person.email}, ${person.firstName}, ${person.lastName}, ${person.employeeNumber},
        ${person.poNumber}, ${person.gender}, ${person.resortId}, ${person.businessAreaId}, ${active})
      on conflict (brand_id, lower(email)) where deleted_at is null do nothing
      returning id),
    roles as (
      insert into customer_role (organisation_id, customer_id, role_id)
      select ${organisationId}::bigint, person.id, role_id
      from person, (select 3 as role_id union select x.role_id from registration_link_role x join role r on r.id = x.role_id and r.active
                    where x.organisation_id = ${organisationId} and x.link_id = ${linkId}) given),
    groups as (
      insert into customer_group (organisation_id, customer_id, organisation_group_id)
      select ${organisationId}::bigint, person.id, ${groupId}::bigint from person where ${groupId}::bigint is not null),
    departments as (
      insert into customer_department (organisation_id, customer_id, department_id)
      select ${organisationId}::bigint, person.id, d.id from person, department d
      where d.organisation_id = ${organisationId} and d.resort_id = ${person.resortId}::bigint and d.id = any (${person.departmentIds}::bigint[])),
    collections as (
      insert into customer_collection (organisation_id, customer_id, collection_id)
      select ${organisationId}::bigint, person.id, c.id from person, collection c
      where c.organisation_id = ${organisationId} and c.id = any (${person.collectionIds}::bigint[])),
    seasons as (
      insert into customer_season (organisation_id, customer_id, season_id)
      select ${organisationId}::bigint, person.id, s.id from person, season s
      where s.organisation_id = ${organisationId} and s.is_current)
    select id from person`.execute(tx);
  return written.rows[0]?.id;
}

/** Somebody whose address was entered again. */
interface ExistingAccount {
  id: number;
  organisationId: number;
  organisationName: string;
  firstName: string;
  email: string;
  /** Registered themselves with this organisation, and has not set a password yet. */
  isUnconfirmed: boolean;
}

/**
 * Whoever has the address within the brand of the link, locked until the transaction ends, so that of two who mail the
 * same person one waits; undefined when nobody has it.
 */
export async function lockExistingAccount(
  tx: Tx,
  joining: RegistrationTarget,
  email: string,
): Promise<ExistingAccount | undefined> {
  const found = await sql<{
    id: number;
    organisation_id: number;
    organisation_name: string;
    first_name: string;
    email: string;
    is_unconfirmed: boolean;
  }>`
    select c.id, c.organisation_id, o.name as organisation_name, c.first_name, c.email,
      c.organisation_id = ${joining.organisationId} and c.password_hash is null and not c.active and c.last_login_at is null and exists (
        select from registration r where r.organisation_id = c.organisation_id and r.customer_id = c.id) as is_unconfirmed
    from customer c join organisation o on o.id = c.organisation_id
    where c.brand_id = ${joining.brandId} and lower(c.email) = lower(${email}) and c.deleted_at is null
    for no key update of c`.execute(tx);
  const row = found.rows[0];
  return (
    row && {
      id: row.id,
      organisationId: row.organisation_id,
      organisationName: row.organisation_name,
      firstName: row.first_name,
      email: row.email,
      isUnconfirmed: row.is_unconfirmed,
    }
  );
}

/** Whether somebody may be mailed a link to set the first password: not within two minutes of the last, three times an hour. */
export async function canMailActivation(tx: Tx, person: { organisationId: number; customerId: number }): Promise<boolean> {
  const counted = await sql<{ may: boolean }>`
    select count(*) < 3 and count(*) filter (where created_at > now() - interval '2 minutes') = 0 as may from password_token
    where organisation_id = ${person.organisationId} and customer_id = ${person.customerId} and purpose = 'activation'
      and created_at > now() - interval '1 hour'`.execute(tx);
  return counted.rows[0]?.may ?? false;
}

/**
 * Writes down that somebody registered: as the person they became, or waiting for an administrator. Answers its id, or
 * undefined when a request of that address is waiting already.
 */
export async function insertRegistration(
  tx: Tx,
  joining: RegistrationTarget,
  registrant: Registrant,
  customerId: number | null,
): Promise<number | undefined> {
  const { organisationId } = joining;
  const written = await sql<{ id: number }>`
    with written as (
      insert into registration (organisation_id, brand_id, link_id, state, email, first_name, last_name, employee_number, po_number, gender,
        resort_id, business_area_id, customer_id)
      values (${organisationId}, ${joining.brandId}, ${joining.linkId}, ${customerId === null ? 'waiting' : 'registered'}, ${registrant.email},
        ${registrant.firstName}, ${registrant.lastName}, ${registrant.employeeNumber}, ${registrant.poNumber}, ${registrant.gender},
        ${registrant.resortId}, ${registrant.businessAreaId}, ${customerId})
      on conflict (brand_id, lower(email)) where state = 'waiting' do nothing
      returning id),
    departments as (
      insert into registration_department select ${organisationId}::bigint, written.id, d from written, unnest(${registrant.departmentIds}::bigint[]) d),
    collections as (
      insert into registration_collection select ${organisationId}::bigint, written.id, c from written, unnest(${registrant.collectionIds}::bigint[]) c)
    select id from written`.execute(tx);
  return written.rows[0]?.id;
}

export interface LinkAdministrator {
  email: string;
  firstName: string;
}

/** Who decides about people of a link: the administrators of everything and of its group, those seen last first. */
export async function listLinkAdministrators(tx: Tx, joining: RegistrationTarget, most: number): Promise<LinkAdministrator[]> {
  const found = await sql<{ email: string; first_name: string }>`
    select c.email, c.first_name from customer c
    where c.organisation_id = ${joining.organisationId} and c.active and c.deleted_at is null and c.password_hash is not null
      and exists (select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = 33)
      and (not exists (select from customer_adminable_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id)
        or exists (select from customer_adminable_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id
                   and g.organisation_group_id = ${joining.groupId}::bigint))
    order by c.last_login_at desc nulls last, c.id limit ${most}`.execute(tx);
  return found.rows.map(({ email, first_name }) => ({ email, firstName: first_name }));
}

/** Writes down what happened without anybody being logged in: by a link, or by the person themselves. Ids only, no names. */
export async function recordRegistrationAuditEvent(
  tx: Tx,
  organisationId: number,
  deed: { action: string; actorId: number | null; subjectId: string; after?: JsonObject; requestId: string },
): Promise<void> {
  await tx
    .insertInto('audit_event')
    .values({
      organisation_id: organisationId,
      actor_kind: deed.actorId === null ? 'system' : 'customer',
      actor_id: deed.actorId,
      action: deed.action,
      subject_kind: getSubjectKind(deed.action),
      subject_id: deed.subjectId,
      after: deed.after ?? null,
      request_id: deed.requestId,
    })
    .execute();
}
