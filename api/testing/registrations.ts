import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { newToken } from '#api/identity/sessions/tokens.ts';
import type { Db } from '#api/platform/db/database.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { getSealPurpose } from '#api/platform/mail/outbox.queries.ts';
import { TEST_KEY } from './portal.ts';

type RequestedField = 'employee_number' | 'po_number' | 'gender' | 'resort' | 'business_area' | 'collection';

interface RegistrationLinkOverrides {
  type?: 2 | 3;
  organisationId?: number;
  groupId?: number | null;
  asks?: RequestedField[];
  resortIds?: number[];
  businessAreaIds?: number[];
  collectionIds?: number[];
  roleIds?: number[];
  expired?: boolean;
  revoked?: boolean;
}

/** Adds a registration link; by default of Meridian for everyone, without extra fields, with the role Staff. */
export async function aRegistrationLink(
  db: Db,
  overrides: RegistrationLinkOverrides = {},
): Promise<{ id: number; token: string }> {
  const { type = 2, organisationId = 1, groupId = null, asks = [], roleIds = [34] } = overrides;
  const { secret, hash } = newToken();
  const isRequested = (field: RequestedField) => asks.includes(field);
  const { rows } = await sql<{ id: number }>`
    insert into registration_link (organisation_id, organisation_group_id, name, registration_type, token_hash, asks_employee_number, asks_po_number,
      asks_gender, asks_resort, asks_business_area, asks_collection, expires_at, revoked_at)
    values (${organisationId}, ${groupId}, ${`Link ${randomUUID().slice(0, 8)}`}, ${type}, ${hash}, ${isRequested('employee_number')}, ${isRequested('po_number')},
      ${isRequested('gender')}, ${isRequested('resort')}, ${isRequested('business_area')}, ${isRequested('collection')},
      now() + ${overrides.expired ? '-1 second' : '30 days'}::interval, ${overrides.revoked ? new Date() : null}) returning id`.execute(
    db,
  );
  const id = rows[0]?.id as number;
  const insertOptions = (table: string, ids: number[] = []) =>
    sql`insert into ${sql.table(table)} select ${organisationId}::bigint, ${id}::bigint, one from unnest(${ids}::bigint[]) one`.execute(
      db,
    );
  await insertOptions('registration_link_resort', overrides.resortIds);
  await insertOptions('registration_link_business_area', overrides.businessAreaIds);
  await insertOptions('registration_link_collection', overrides.collectionIds);
  await insertOptions('registration_link_role', roleIds);
  return { id, token: secret };
}

/** Name and address of a new applicant. */
export const anApplicant = () => ({ firstName: 'Ada', lastName: 'Newcomer', email: `${randomUUID()}@new.example` });

export interface MailWithSecrets {
  id: string;
  template: string;
  organisation_id: number;
  data: Record<string, unknown>;
  secrets: { token: string; email: string } | null;
}

/** The mails to an address, oldest first, with their secrets decrypted. */
export async function listMailsTo(db: Db, recipient: string): Promise<MailWithSecrets[]> {
  const { rows } = await sql<MailWithSecrets & { sealed: Buffer | null }>`
    select id, template, organisation_id, data, sealed from mail_outbox where lower(recipient) = lower(${recipient}) order by created_at, id`.execute(
    db,
  );
  const vault = createVaultFromKeys(TEST_KEY);
  return rows.map(({ sealed, ...mail }) => ({
    ...mail,
    secrets: sealed && (JSON.parse(vault.open(getSealPurpose(mail.id), sealed)) as { token: string; email: string }),
  }));
}

/** A person with the ids of everything they belong to. */
export interface RegisteredPerson {
  id: number;
  active: boolean;
  password_hash: string | null;
  organisation_id: number;
  brand_id: number;
  first_name: string;
  employee_number: string | null;
  po_number: string | null;
  gender: number;
  resort_id: number | null;
  business_area_id: number | null;
  allow_order_approval: boolean;
  roles: number[];
  groups: number[];
  adminable: number[];
  departments: number[];
  collections: number[];
  seasons: boolean[];
}

/** The people with an email address, with the ids of everything they belong to. */
export async function listPeopleByEmail(db: Db, email: string): Promise<RegisteredPerson[]> {
  const list = (table: string, column: string) =>
    sql`array(select ${sql.ref(`x.${column}`)} from ${sql.table(table)} x where x.customer_id = c.id order by 1)`;
  const { rows } = await sql<RegisteredPerson>`
    select c.*, ${list('customer_role', 'role_id')} as roles, ${list('customer_group', 'organisation_group_id')} as groups,
      ${list('customer_adminable_group', 'organisation_group_id')} as adminable, ${list('customer_department', 'department_id')} as departments,
      ${list('customer_collection', 'collection_id')} as collections,
      array(select s.is_current from customer_season x join season s on s.id = x.season_id where x.customer_id = c.id) as seasons
    from customer c where lower(c.email) = lower(${email})`.execute(db);
  return rows;
}
/** The registrations of an email address. */
export const listRegistrationsByEmail = async (db: Db, email: string) =>
  (
    await sql<{ state: string; link_id: number; customer_id: number | null }>`
      select state, link_id, customer_id from registration where lower(email) = lower(${email}) order by id`.execute(db)
  ).rows;
/** The tokens that let the owner of an email address set a password. */
export const listActivationTokensByEmail = async (db: Db, email: string) =>
  (
    await sql<{ purpose: string; open: boolean; days: number }>`
      select t.purpose, t.used_at is null and t.cancelled_at is null as open, round(extract(epoch from t.expires_at - now()) / 86400)::int as days
      from password_token t join customer c on c.id = t.customer_id where lower(c.email) = lower(${email}) order by t.created_at`.execute(
      db,
    )
  ).rows;
