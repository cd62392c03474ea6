import { type RawBuilder, sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import { newToken } from '../sessions/tokens.ts';
import type { PasswordContext, PasswordRule } from './passwords.rules.ts';

/** The purpose of a mailed link. Invitation and activation open the same screen. */
export type LinkPurpose = 'recovery' | 'invitation' | 'activation';

/** The purposes that each screen accepts. */
export const RECOVERY_PURPOSES: readonly LinkPurpose[] = ['recovery'];
export const ACTIVATION_PURPOSES: readonly LinkPurpose[] = ['invitation', 'activation'];

interface NewLink {
  organisationId: number;
  customerId: number;
  purpose: LinkPurpose;
  minutes: number;
  /** False when an administrator still has to approve the account after the password has been set. */
  activates?: boolean;
}

/** Creates a link for a person and returns its secret, of which only a hash is stored. Earlier links to the same screen stop working. */
export async function issuePasswordLink(tx: Tx, link: NewLink): Promise<string> {
  const { secret, hash } = newToken();
  const screen = RECOVERY_PURPOSES.includes(link.purpose) ? RECOVERY_PURPOSES : ACTIVATION_PURPOSES;
  await sql`
    with cancelled as (
      update password_token set cancelled_at = now()
      where organisation_id = ${link.organisationId} and customer_id = ${link.customerId} and purpose = any (${[...screen]})
        and used_at is null and cancelled_at is null)
    insert into password_token (hash, organisation_id, customer_id, purpose, expires_at, activates)
    values (${hash}, ${link.organisationId}, ${link.customerId}, ${link.purpose}, now() + make_interval(mins => ${link.minutes}),
      ${link.activates ?? true})`.execute(tx);
  return secret;
}

/** A link as it was opened: the brand of the host, the address, and the hash of the secret. */
export interface OpenedPasswordLink {
  brandId: number;
  hash: Buffer;
  email: string;
}

/**
 * Whether a link `t` of a person `c` of an organisation `o` can be used: unused, newest, not expired, for this address at this brand, and
 * of someone who may be logged in, or may be once the link has opened the account.
 */
const usable = ({ brandId, hash, email }: OpenedPasswordLink): RawBuilder<boolean> => sql`
  t.hash = ${hash} and t.used_at is null and t.cancelled_at is null and t.expires_at > now()
  and c.organisation_id = t.organisation_id and c.id = t.customer_id and c.brand_id = ${brandId}
  and lower(c.email) = lower(${email}) and o.id = c.organisation_id
  and access_ends_at(c.active or t.purpose <> 'recovery', c.deleted_at, c.ends_on, o.leaver_access_days, o.time_zone) > now()`;

interface RuleRow {
  organisation_id: number;
  custom_password_rule: boolean;
  password_regex: string | null;
  password_message: string | null;
  password_min_length: number;
  email: string;
  first_name: string;
  last_name: string;
  organisation_name: string;
  brand_name: string;
  company_name: string;
}

const ruleColumns = sql`
  o.id as organisation_id, o.custom_password_rule, o.password_regex, o.password_message, o.password_min_length, c.email, c.first_name,
  c.last_name, o.name as organisation_name, b.name as brand_name, b.company_name`;

/** The password rule for a person, and the names that the password must not be based on. */
export interface EffectivePasswordRule {
  organisationId: number;
  rule: PasswordRule;
  context: PasswordContext;
}

const toRule = (row: RuleRow): EffectivePasswordRule => ({
  organisationId: row.organisation_id,
  rule: {
    minLength: row.password_min_length,
    custom: row.custom_password_rule,
    regex: row.password_regex,
    message: row.password_message,
  },
  context: {
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    organisationName: row.organisation_name,
    brandName: row.brand_name,
    companyName: row.company_name,
  },
});

/** The rule for a link that can be used for one of the purposes; undefined for every other link. Changes nothing. */
export async function findPasswordRuleByLink(
  db: Db,
  link: OpenedPasswordLink,
  purposes: readonly LinkPurpose[],
): Promise<EffectivePasswordRule | undefined> {
  const found = await sql<RuleRow>`
    select ${ruleColumns}
    from password_token t, customer c join organisation o on o.id = c.organisation_id join brand b on b.id = c.brand_id
    where ${usable(link)} and t.purpose = any (${[...purposes]})`.execute(db);
  return found.rows[0] && toRule(found.rows[0]);
}

/**
 * What has become of the person of a link that cannot be used any more because it has done its work: the link of a recovery was used, or the person who was
 * invited has a password. `awaitsApproval`: an administrator still has to open the account. Undefined for every other link.
 */
export async function findDoneLink(
  db: Db,
  { brandId, hash, email }: OpenedPasswordLink,
  purposes: readonly LinkPurpose[],
): Promise<{ awaitsApproval: boolean } | undefined> {
  const { rows } = await sql<{ awaitsApproval: boolean }>`
    select not c.active as "awaitsApproval"
    from password_token t, customer c, organisation o
    where t.hash = ${hash} and t.purpose = any (${[...purposes]}) and (t.used_at is not null or t.purpose <> 'recovery')
      and c.organisation_id = t.organisation_id and c.id = t.customer_id and c.brand_id = ${brandId} and lower(c.email) = lower(${email})
      and c.password_hash is not null and o.id = c.organisation_id and (c.active or not t.activates)
      and access_ends_at(true, c.deleted_at, c.ends_on, o.leaver_access_days, o.time_zone) > now()`.execute(db);
  return rows[0];
}

/** The rule for a person who is logged in, with their stored password hash. */
export async function getOwnPasswordRule(
  db: Db,
  person: { organisationId: number; customerId: number },
): Promise<EffectivePasswordRule & { passwordHash: string | null }> {
  const found = await sql<RuleRow & { password_hash: string | null }>`
    select ${ruleColumns}, c.password_hash
    from customer c join organisation o on o.id = c.organisation_id join brand b on b.id = c.brand_id
    where c.organisation_id = ${person.organisationId} and c.id = ${person.customerId}`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Error('The person of this session does not exist.');
  return { ...toRule(row), passwordHash: row.password_hash };
}

/** The person whose password has been set by a link. */
export interface PasswordLinkOwner {
  organisationId: number;
  customerId: number;
  brandId: number;
  email: string;
  firstName: string;
  purpose: LinkPurpose;
  active: boolean;
  /** False for someone whose first password this is. */
  hadPassword: boolean;
  /** Address of the organisation's logo; null when there is none. */
  logoUrl: string | null;
}

/**
 * Uses up a link and sets the password in one conditional statement: of any number of concurrent attempts one succeeds, and the
 * others get undefined. An invited account becomes active. Triggers end the person's sessions and cancel their other links.
 */
export async function consumePasswordLink(
  tx: Tx,
  link: OpenedPasswordLink,
  organisationId: number,
  passwordHash: string,
): Promise<PasswordLinkOwner | undefined> {
  const used = await sql<{
    organisation_id: number;
    id: number;
    brand_id: number;
    email: string;
    first_name: string;
    purpose: LinkPurpose;
    active: boolean;
    had_password: boolean;
    logo_url: string | null;
  }>`
    with used as (
      update password_token t set used_at = now() from customer c, organisation o
      where ${usable(link)} and t.organisation_id = ${organisationId}
      returning t.organisation_id, t.customer_id, t.purpose, t.activates, c.password_hash is not null as had_password, o.logo_url)
    update customer c set password_hash = ${passwordHash}, active = c.active or (used.purpose <> 'recovery' and used.activates)
    from used where c.organisation_id = used.organisation_id and c.id = used.customer_id
    returning c.organisation_id, c.id, c.brand_id, c.email, c.first_name, used.purpose, c.active, used.had_password,
      used.logo_url`.execute(tx);
  const row = used.rows[0];
  return (
    row && {
      organisationId: row.organisation_id,
      customerId: row.id,
      brandId: row.brand_id,
      email: row.email,
      firstName: row.first_name,
      purpose: row.purpose,
      active: row.active,
      hadPassword: row.had_password,
      logoUrl: row.logo_url,
    }
  );
}

/** Deletes links a month after they expired; the audit log still records who set a password and when. */
export const deleteExpiredPasswordLinks = (db: Db): Promise<number> =>
  deleteInBatches(db, 'password_token', sql`expires_at < now() - interval '30 days'`);

export const retention: RetentionTask[] = [{ name: 'password-links', run: ({ db }) => deleteExpiredPasswordLinks(db) }];
