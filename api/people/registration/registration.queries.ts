import { type RawBuilder, sql } from 'kysely';
import { readAllocationLimits } from '#api/entitlement/permitted-types.queries.ts';
import { getDefaultType } from '#api/entitlement/permitted-types.rules.ts';
import { getSubjectKind } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { withDefaultMemberships } from '../person/memberships.rules.ts';
import type { RegistrationTarget } from './open-link.queries.ts';
import type { Registrant } from './registration.rules.ts';

/** Parts of a statement with a part `person`: the roles and group of the link, and what was chosen with it. */
const linkMemberships = (
  { organisationId, groupId }: RegistrationTarget,
  person: Registrant,
  roleIds: readonly number[],
): RawBuilder<unknown> => sql`roles as (
      insert into customer_role (organisation_id, customer_id, role_id)
      select ${organisationId}::bigint, person.id, role_id from person, unnest(${[...roleIds]}::bigint[]) role_id),
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
      where c.organisation_id = ${organisationId} and c.id = any (${person.collectionIds}::bigint[]))`;

/**
 * Adds a person who registers, without a password. They get the link's group and roles, and the defaults of `withDefaultMemberships`.
 * Someone who still has to confirm their address is inactive until they set a password; someone whom an administrator has
 * approved is active and can be invited again. Where the link's group and the chosen wardrobes do not permit Quantity, they get an allocation
 * type that is permitted. Returns the id; undefined when an account with the address exists.
 */
export async function insertRegisteredPerson(
  tx: Tx,
  target: RegistrationTarget,
  person: Registrant,
  { active }: { active: boolean },
): Promise<number | undefined> {
  const { organisationId, groupId } = target;
  const { roleIds, seasonIds } = withDefaultMemberships({ roleIds: target.roleIds, seasonIds: [] }, target.currentSeasonId);
  const allocationTypeId = getDefaultType(await readAllocationLimits(tx, target), {
    collectionIds: person.collectionIds,
    groupIds: groupId === null ? [] : [groupId],
  });
  const inserted = await sql<{ id: number }>`
    with person as (
      insert into customer (organisation_id, brand_id, email, first_name, last_name, employee_number, po_number, gender, resort_id, business_area_id, active,
        allocation_type_id)
      values (${organisationId}, ${target.brandId}, ${person.email}, ${person.firstName}, ${person.lastName}, ${person.employeeNumber},
        ${person.poNumber}, ${person.gender}, ${person.resortId}, ${person.businessAreaId}, ${active}, ${allocationTypeId}::bigint)
      on conflict (brand_id, lower(email)) where deleted_at is null do nothing
      returning id),
    ${linkMemberships(target, person, roleIds)},
    seasons as (
      insert into customer_season (organisation_id, customer_id, season_id)
      select ${organisationId}::bigint, person.id, season_id from person, unnest(${seasonIds}::bigint[]) season_id)
    select id from person`.execute(tx);
  return inserted.rows[0]?.id;
}

/**
 * Gives someone who has not confirmed their address yet what they have entered when they registered again, with the roles and group of the link that they used
 * this time. Their account must be locked.
 */
export async function replaceUnconfirmedPerson(
  tx: Tx,
  target: RegistrationTarget,
  person: Registrant,
  customerId: number,
): Promise<void> {
  const { organisationId, groupId } = target;
  const { roleIds } = withDefaultMemberships({ roleIds: target.roleIds, seasonIds: [] }, target.currentSeasonId);
  const allocationTypeId = getDefaultType(await readAllocationLimits(tx, target), {
    collectionIds: person.collectionIds,
    groupIds: groupId === null ? [] : [groupId],
  });
  const isTheirs = sql`organisation_id = ${organisationId} and customer_id = ${customerId}`;
  await sql`
    with roles as (delete from customer_role where ${isTheirs}), groups as (delete from customer_group where ${isTheirs}),
      departments as (delete from customer_department where ${isTheirs})
    delete from customer_collection where ${isTheirs}`.execute(tx);
  await sql`
    with person as (
      update customer set first_name = ${person.firstName}, last_name = ${person.lastName}, employee_number = ${person.employeeNumber},
        po_number = ${person.poNumber}, gender = ${person.gender}, resort_id = ${person.resortId}, business_area_id = ${person.businessAreaId},
        allocation_type_id = ${allocationTypeId}::bigint
      where organisation_id = ${organisationId} and id = ${customerId}
      returning id),
    ${linkMemberships(target, person, roleIds)},
    registrations as (
      update registration set ${registeredValues(target, person)} where ${isTheirs} and state = 'registered' returning id)
    select id from registrations`.execute(tx);
}

/** Ends the wait of a registration whose person has been added by another link meanwhile. Returns whether there was one in the organisation. */
export async function completeWaitingRegistration(
  tx: Tx,
  target: RegistrationTarget,
  registrant: Registrant,
  customerId: number,
): Promise<boolean> {
  const id = await replaceWaitingRegistration(tx, target, registrant);
  if (id === undefined) return false;
  await sql`update registration set state = 'registered', customer_id = ${customerId} where organisation_id = ${target.organisationId} and id = ${id}`.execute(
    tx,
  );
  return true;
}

/** What was entered, as it is stored with a registration. */
const registeredValues = ({ linkId }: RegistrationTarget, registrant: Registrant): RawBuilder<unknown> => sql`link_id = ${linkId},
        first_name = ${registrant.firstName}, last_name = ${registrant.lastName}, employee_number = ${registrant.employeeNumber},
        po_number = ${registrant.poNumber}, gender = ${registrant.gender}, resort_id = ${registrant.resortId}, business_area_id = ${registrant.businessAreaId}`;

/**
 * Replaces what was entered in a registration with this address that waits for a decision in the same organisation; who decides on what they have seen before is
 * told. Returns the registration's id; undefined when none is waiting there.
 */
export async function replaceWaitingRegistration(
  tx: Tx,
  target: RegistrationTarget,
  registrant: Registrant,
): Promise<number | undefined> {
  const { organisationId } = target;
  const replaced = await sql<{ id: number }>`
    update registration set ${registeredValues(target, registrant)}
    where organisation_id = ${organisationId} and brand_id = ${target.brandId} and lower(email) = lower(${registrant.email}) and state = 'waiting'
    returning id`.execute(tx);
  const id = replaced.rows[0]?.id;
  if (id === undefined) return undefined;
  const isOfIt = sql`organisation_id = ${organisationId} and registration_id = ${id}`;
  await sql`
    with departments as (delete from registration_department where ${isOfIt})
    delete from registration_collection where ${isOfIt}`.execute(tx);
  await sql`
    with departments as (
      insert into registration_department select ${organisationId}::bigint, ${id}::bigint, d from unnest(${registrant.departmentIds}::bigint[]) d)
    insert into registration_collection select ${organisationId}::bigint, ${id}::bigint, c from unnest(${registrant.collectionIds}::bigint[]) c`.execute(
    tx,
  );
  return id;
}

/** The account that already uses an address which someone has entered. */
interface ExistingAccount {
  id: number;
  organisationId: number;
  organisationName: string;
  firstName: string;
  email: string;
  /** Whether the person registered with the same organisation and has not set a password yet. */
  isUnconfirmed: boolean;
}

/**
 * The account within the link's brand that uses the address; undefined when there is none. It is locked until the transaction ends, so
 * that concurrent requests do not both mail the same person.
 */
export async function lockExistingAccount(
  tx: Tx,
  target: RegistrationTarget,
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
      c.organisation_id = ${target.organisationId} and c.password_hash is null and not c.active and c.last_login_at is null and exists (
        select from registration r where r.organisation_id = c.organisation_id and r.customer_id = c.id) as is_unconfirmed
    from customer c join organisation o on o.id = c.organisation_id
    where c.brand_id = ${target.brandId} and lower(c.email) = lower(${email}) and c.deleted_at is null
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

/** Whether a person may be mailed another link to set their first password: at most three an hour, two minutes apart. */
export async function canMailActivation(tx: Tx, person: { organisationId: number; customerId: number }): Promise<boolean> {
  const counted = await sql<{ is_allowed: boolean }>`
    select count(*) < 3 and count(*) filter (where created_at > now() - interval '2 minutes') = 0 as is_allowed from password_token
    where organisation_id = ${person.organisationId} and customer_id = ${person.customerId} and purpose = 'activation'
      and created_at > now() - interval '1 hour'`.execute(tx);
  return counted.rows[0]?.is_allowed ?? false;
}

/**
 * Records a registration: of the person added, or waiting for an administrator's decision when there is no `customerId`. Returns the
 * registration's id; undefined when a request with this address is already waiting.
 */
export async function insertRegistration(
  tx: Tx,
  target: RegistrationTarget,
  registrant: Registrant,
  customerId: number | null,
): Promise<number | undefined> {
  const { organisationId } = target;
  const inserted = await sql<{ id: number }>`
    with new_registration as (
      insert into registration (organisation_id, brand_id, link_id, state, email, first_name, last_name, employee_number, po_number, gender,
        resort_id, business_area_id, customer_id)
      values (${organisationId}, ${target.brandId}, ${target.linkId}, ${customerId === null ? 'waiting' : 'registered'}, ${registrant.email},
        ${registrant.firstName}, ${registrant.lastName}, ${registrant.employeeNumber}, ${registrant.poNumber}, ${registrant.gender},
        ${registrant.resortId}, ${registrant.businessAreaId}, ${customerId})
      on conflict (brand_id, lower(email)) where state = 'waiting' do nothing
      returning id),
    departments as (
      insert into registration_department select ${organisationId}::bigint, new_registration.id, d from new_registration, unnest(${registrant.departmentIds}::bigint[]) d),
    collections as (
      insert into registration_collection select ${organisationId}::bigint, new_registration.id, c from new_registration, unnest(${registrant.collectionIds}::bigint[]) c)
    select id from new_registration`.execute(tx);
  return inserted.rows[0]?.id;
}

export interface LinkAdministrator {
  email: string;
  firstName: string;
}

/** The administrators who decide on registrations by the link: those of its group and of the whole organisation, most recent login first. */
export async function listLinkAdministrators(tx: Tx, target: RegistrationTarget, limit: number): Promise<LinkAdministrator[]> {
  const found = await sql<{ email: string; first_name: string }>`
    select c.email, c.first_name from customer c
    where c.organisation_id = ${target.organisationId} and c.active and c.deleted_at is null and c.password_hash is not null
      and exists (select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = 33)
      and (not exists (select from customer_adminable_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id)
        or exists (select from customer_adminable_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id
                   and g.organisation_group_id = ${target.groupId}::bigint))
    order by c.last_login_at desc nulls last, c.id limit ${limit}`.execute(tx);
  return found.rows.map(({ email, first_name }) => ({ email, firstName: first_name }));
}

/** Records an audit event without a session: for an applicant, or for a person who acts by a link. It contains ids only, no names. */
export async function recordRegistrationAuditEvent(
  tx: Tx,
  { organisationId, brandId }: { organisationId: number; brandId: number },
  event: { action: string; actorId: number | null; subjectId: string; after?: JsonObject; requestId: string },
): Promise<void> {
  await tx
    .insertInto('audit_event')
    .values({
      organisation_id: organisationId,
      brand_id: brandId,
      actor_kind: event.actorId === null ? 'system' : 'customer',
      actor_id: event.actorId,
      action: event.action,
      subject_kind: getSubjectKind(event.action),
      subject_id: event.subjectId,
      after: event.after ?? null,
      request_id: event.requestId,
    })
    .execute();
}
