import { sql } from 'kysely';
import { type History, listHistory } from '#api/platform/audit/history.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { StoredFile } from '#api/platform/files/stored-files.queries.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { INVOICE_MODES } from '#contract/organisation/settings/settings.ts';
import type { RecordColumns } from '../structure/records.rules.ts';
import { OWN_SETTINGS, OWN_SETTINGS_HISTORY } from './own-settings.rules.ts';

/** The settings of an organisation by column, with their versions. */
export interface StoredSettings {
  columns: RecordColumns;
  version: number;
  fieldVersions: Record<string, number>;
}

const ownColumns = sql.join(Object.values(OWN_SETTINGS.fields).map(({ column }) => sql.ref(`o.${column}`)));

/** The settings that administrators may change, locked against other changes. */
export async function lockOwnSettings(tx: Tx, scope: Scope): Promise<StoredSettings> {
  const { rows } = await sql<RecordColumns & { version: number; field_versions: Record<string, number> }>`
    select ${ownColumns}, o.version, o.field_versions from organisation o where o.id = ${scope.organisationId} for no key update`.execute(
    tx,
  );
  const { version, field_versions, ...columns } = rows[0] as (typeof rows)[number];
  return { columns, version, fieldVersions: field_versions };
}

/** Writes changed settings; a trigger counts the version. */
export async function updateOwnSettings(tx: Tx, scope: Scope, changes: RecordColumns): Promise<void> {
  const sets = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update organisation set ${sql.join(sets)} where id = ${scope.organisationId}`.execute(tx);
}

/** What the supplier alone may change, and the help of the brand. */
export interface SupplierSettingsRow {
  name: string;
  currency_code: string;
  tax_display_type: number;
  keeps_own_prices: boolean;
  wearers_see_prices: boolean;
  po_number_required: boolean;
  po_number_from_approver: boolean;
  allow_opt_out: boolean;
  return_days: number;
  custom_password_rule: boolean;
  password_message: string | null;
  invoice_mode: (typeof INVOICE_MODES)[number];
  credit_limit_minor: number | null;
  credit_hold: boolean;
  brand_help_email: string | null;
  brand_help_phone: string | null;
  brand_help_text: string | null;
}

/** All settings of the organisation, in one statement. */
export async function readOwnSettings(
  db: Db,
  scope: Scope,
): Promise<SupplierSettingsRow & { columns: RecordColumns; version: number }> {
  const { rows } = await sql<SupplierSettingsRow & { version: number } & Record<string, string | number | boolean | null>>`
    select ${ownColumns}, o.version, o.name, o.currency_code, o.tax_display_type, o.keeps_own_prices, o.wearers_see_prices, o.po_number_required,
      o.po_number_from_approver, o.allow_opt_out, o.return_days, o.custom_password_rule, o.password_message, o.invoice_mode, o.credit_limit_minor,
      o.credit_hold, b.help_email as brand_help_email, b.help_phone as brand_help_phone, b.help_text as brand_help_text
    from organisation o join brand b on b.id = o.brand_id where o.id = ${scope.organisationId}`.execute(db);
  const row = rows[0] as (typeof rows)[number];
  const columns = Object.fromEntries(Object.values(OWN_SETTINGS.fields).map(({ column }) => [column, row[column] ?? null]));
  return { ...row, columns };
}

/** Whether the database knows a time zone: its days are computed there too. */
export async function isTimeZoneInDatabase(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db);
  return rows.length > 0;
}

/** The file of a logo that an organisation uses, by the key in its address; undefined when there is none. */
export async function findLogoFile(db: Db, key: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select f.id, f.organisation_id, f.storage_key, f.file_name, f.content_type, f.size_bytes, f.created_at
    from stored_file f where f.storage_key = ${key}::uuid and f.purpose = 'logo' and f.stored_at is not null and f.expires_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Deletes the file of a logo that the organisation no longer uses, by its key; null when it was no uploaded file. */
export async function expireLogo(tx: Tx, scope: Scope, key: string | null): Promise<void> {
  await sql`
    update stored_file set expires_at = now()
    where organisation_id = ${scope.organisationId} and storage_key = ${key}::uuid and purpose = 'logo'`.execute(tx);
}

/** A page of the changes of the settings, newest first. */
export const listSettingsHistory = (db: Db, scope: Scope, page: { offset: number; limit: number }): Promise<History> =>
  listHistory(db, scope, {
    ...page,
    labels: OWN_SETTINGS_HISTORY,
    names: Promise.resolve({}),
    isAbout: sql`e.subject_kind = 'organisation' and e.subject_id = ${String(scope.organisationId)}
      and e.action = any (${Object.keys(OWN_SETTINGS_HISTORY.actions)}::text[])`,
  });
