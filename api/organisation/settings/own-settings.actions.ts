import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { attachFiles, ownerOf } from '#api/platform/files/file-store.ts';
import type { FileOwner } from '#api/platform/files/stored-files.queries.ts';
import { invalid } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { BodyOf } from '#contract/index.ts';
import { getChangedColumns, recordColumnLabel, toRecordColumns, toWireValues } from '../structure/records.rules.ts';
import { expireLogo, isTimeZoneInDatabase, lockOwnSettings, updateOwnSettings } from './own-settings.queries.ts';
import { assertManagesSettings, assertValidSettings, loosensSecurity, OWN_SETTINGS } from './own-settings.rules.ts';

const LOGO_PATH = '/api/organisations/logos/';

/** A logo belongs to the organisation: it must not be deleted with the person who uploaded it. */
export const logoOwnerOf = (context: Pick<RequestContext, 'caller' | 'effective'>): FileOwner => ({
  ...ownerOf(context),
  organisationId: context.caller.organisationId,
  customerId: null,
});

interface SettingsChange {
  requestId: string;
  /** Whether the caller has entered their own password. */
  isIdentityConfirmed: boolean;
}

/**
 * Changes the settings that were sent. Throws 403 for administrators of some groups, 404 for an unknown logo, 409 when someone else has changed the same
 * value, and 422 for invalid values or when the caller's password is missing.
 */
export async function changeOwnSettings(
  tx: Tx,
  context: RequestContext,
  { version, logoFileId, ...input }: BodyOf<'PUT /api/organisations/ownsettings'>,
  { requestId, isIdentityConfirmed }: SettingsChange,
): Promise<void> {
  const { caller } = context;
  assertManagesSettings(caller);
  const stored = await lockOwnSettings(tx, caller);
  const logoUrl = logoFileId === undefined ? undefined : await attachLogo(tx, context, logoFileId);
  const changes = getChangedColumns(toRecordColumns(OWN_SETTINGS, { ...lowerCaseColours(input), logoUrl }), stored.columns);
  if (Object.keys(changes).length === 0) return;
  assertNotStale(
    OWN_SETTINGS.entity,
    Object.keys(changes),
    stored.fieldVersions,
    version,
    (column) => recordColumnLabel(OWN_SETTINGS, column),
    stored.columns,
  );
  assertValidSettings(changes);
  if (changes.time_zone !== undefined && !(await isTimeZoneInDatabase(tx, String(changes.time_zone))))
    throw invalid('timeZone', 'Choose a time zone from the list.');
  if (loosensSecurity(stored.columns, changes) && !isIdentityConfirmed)
    throw invalid('callerPassword', 'Please enter your own password to make this change.');
  await updateOwnSettings(tx, caller, changes);
  if (changes.logo_url !== undefined) await expireLogo(tx, caller, getLogoKey(stored.columns.logo_url));
  const before = Object.fromEntries(Object.keys(changes).map((column) => [column, stored.columns[column] ?? null]));
  await recordAuditEvent(tx, context, {
    action: 'organisation.settings-changed',
    subjectId: String(caller.organisationId),
    before: toWireValues(OWN_SETTINGS, before),
    after: toWireValues(OWN_SETTINGS, changes),
    requestId,
  });
}

async function attachLogo(tx: Tx, context: RequestContext, fileId: number | null): Promise<string | null> {
  if (fileId === null) return null;
  const [file] = await attachFiles(tx, logoOwnerOf(context), 'logo', [fileId]);
  return file ? LOGO_PATH + file.storage_key : null;
}

/** The key in the address of an uploaded logo; null for any other logo. */
const getLogoKey = (logoUrl: unknown): string | null =>
  typeof logoUrl === 'string' && logoUrl.startsWith(LOGO_PATH) ? logoUrl.slice(LOGO_PATH.length) : null;

const lowerCaseColours = (input: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      name.endsWith('Colour') && typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  );
