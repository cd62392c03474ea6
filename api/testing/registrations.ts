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

/** A registration link of Meridian for everybody, that asks for nothing and makes Staff, where nothing else is said. */
export async function aRegistrationLink(db: Db, wish: RegistrationLinkOverrides = {}): Promise<{ id: number; token: string }> {
  const { type = 2, organisationId = 1, groupId = null, asks = [], roleIds = [34] } = wish;
  const { secret, hash } = newToken();
  const asked = (what: RequestedField) => asks.includes(what);
  const { rows } = await sql<{ id: number }>`
    insert into registration_link (organisation_id, organisation_group_id, name, registration_type, token_hash, asks_employee_number, asks_po_number,
      asks_gender, asks_resort, asks_business_area, asks_collection, expires_at, revoked_at)
    values (${organisationId}, ${groupId}, ${`Link ${randomUUID().slice(0, 8)}`}, ${type}, ${hash}, ${asked('employee_number')}, ${asked('po_number')},
      ${asked('gender')}, ${asked('resort')}, ${asked('business_area')}, ${asked('collection')},
      now() + ${wish.expired ? '-1 second' : '30 days'}::interval, ${wish.revoked ? new Date() : null}) returning id`.execute(db);
  const id = rows[0]?.id as number;
  const choose = (table: string, ids: number[] = []) =>
    sql`insert into ${sql.table(table)} select ${organisationId}::bigint, ${id}::bigint, one from unnest(${ids}::bigint[]) one`.execute(
      db,
    );
  await choose('registration_link_resort', wish.resortIds);
  await choose('registration_link_business_area', wish.businessAreaIds);
  await choose('registration_link_collection', wish.collectionIds);
  await choose('registration_link_role', roleIds);
  return { id, token: secret };
}

/** Name and address of somebody new, as they would enter them. */
export const anApplicant = () => ({ firstName: 'Ada', lastName: 'Newcomer', email: `${randomUUID()}@new.example` });

export interface MailWithSecrets {
  id: string;
  template: string;
  organisation_id: number;
  data: Record<string, unknown>;
  secrets: { token: string; email: string } | null;
}

/** The mails to an address, the oldest first, with what is sealed in them. */
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

/** Somebody with all that belongs to them. */
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

/** The people who have an address, with all that belongs to them. */
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
/** What an address has registered. */
export const listRegistrationsByEmail = async (db: Db, email: string) =>
  (
    await sql<{ state: string; link_id: number; customer_id: number | null }>`
      select state, link_id, customer_id from registration where lower(email) = lower(${email}) order by id`.execute(db)
  ).rows;
/** The tokens by which the owner of an address may set a password. */
export const listActivationTokensByEmail = async (db: Db, email: string) =>
  (
    await sql<{ purpose: string; open: boolean; days: number }>`
      select t.purpose, t.used_at is null and t.cancelled_at is null as open, round(extract(epoch from t.expires_at - now()) / 86400)::int as days
      from password_token t join customer c on c.id = t.customer_id where lower(c.email) = lower(${email}) order by t.created_at`.execute(
      db,
    )
  ).rows;
