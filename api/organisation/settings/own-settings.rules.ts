import type { HistoryLabels } from '#api/platform/audit/history.rules.ts';
import { explainUnsupported } from '#api/platform/expressions/linear-expression.ts';
import { forbidden, HttpError } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RecordColumns, RecordKind } from '../structure/records.rules.ts';

/** The settings that administrators of the whole organisation may change. The supplier alone changes all others. */
export const OWN_SETTINGS: RecordKind = {
  table: 'organisation',
  entity: 'organisationSettings',
  one: 'organisation',
  fields: {
    logoUrl: { column: 'logo_url', label: 'Logo', type: 'text' },
    primaryColour: { column: 'primary_colour', label: 'Main colour', type: 'text' },
    secondaryColour: { column: 'secondary_colour', label: 'Second colour', type: 'text' },
    tertiaryColour: { column: 'tertiary_colour', label: 'Third colour', type: 'text' },
    helpEmail: { column: 'help_email', label: 'Email for questions', type: 'text' },
    helpPhone: { column: 'help_phone', label: 'Telephone for questions', type: 'text' },
    helpText: { column: 'help_text', label: 'Help text', type: 'text' },
    timeZone: { column: 'time_zone', label: 'Time zone', type: 'name' },
    passwordMinLength: { column: 'password_min_length', label: 'Minimum password length', type: 'number' },
    impersonationNotice: { column: 'impersonation_notice', label: 'Email when someone orders for a person', type: 'flag' },
    leaverAccessDays: { column: 'leaver_access_days', label: 'Days that leavers can log in', type: 'number' },
    fullTimeHours: { column: 'full_time_hours', label: 'Full-time hours per week', type: 'number' },
    poNumberPattern: { column: 'po_number_pattern', label: 'PO number pattern', type: 'text' },
    poNumberMessage: { column: 'po_number_message', label: 'PO number message', type: 'text' },
  },
};

const labelled = Object.fromEntries(Object.entries(OWN_SETTINGS.fields).map(([name, { label }]) => [name, [label] as const]));

/** How the audit events about the settings are shown. Those that concern the supplier alone are not among them. */
export const OWN_SETTINGS_HISTORY: HistoryLabels = {
  actions: {
    'organisation.settings-changed': 'Changed the settings',
    'organisation.approval-settings-changed': 'Changed the days for approval',
    'organisation.return-terms-changed': 'The supplier changed the terms for returns',
  },
  fields: {
    ...labelled,
    expiryDays: ['Days until a waiting order is cancelled'],
    escalationDays: ['Days until every administrator is asked'],
    returnDays: ['Days for returns'],
    exchangeHoldDays: ['Days for which an exchange is reserved'],
  },
};

/** Settings hold for everyone in the organisation, so administrators of some groups may not change them. Throws 403. */
export function assertManagesSettings({ adminableGroupIds }: Pick<Scope, 'adminableGroupIds'>): void {
  if (adminableGroupIds.length > 0) throw forbidden('Only an administrator of the whole organisation may do this.');
}

/**
 * Whether a change lets more people in, or lets them act with less notice. For such changes someone who only has the caller's session must
 * not suffice.
 */
export function loosensSecurity(before: RecordColumns, changes: RecordColumns): boolean {
  const { password_min_length: minLength, leaver_access_days: leaverDays, impersonation_notice: notice } = changes;
  return (
    (minLength !== undefined && Number(minLength) < Number(before.password_min_length)) ||
    (leaverDays !== undefined && Number(leaverDays) > Number(before.leaver_access_days)) ||
    notice === false
  );
}

/** Whether this server knows a time zone. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    // Offsets such as +01:00 are no zones: they have no summer time.
    return /^[A-Z]/i.test(name);
  } catch {
    return false;
  }
};

/** Checks changed settings. Throws 422 with a sentence for each field. */
export function assertValidSettings(changes: RecordColumns): void {
  const errors: Record<string, string[]> = {};
  if (changes.time_zone !== undefined && !isTimeZone(String(changes.time_zone)))
    errors.timeZone = ['Choose a time zone from the list.'];
  const unsupported = typeof changes.po_number_pattern === 'string' && explainUnsupported(changes.po_number_pattern);
  if (unsupported) errors.poNumberPattern = [`${unsupported} Nothing was saved.`];
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
}
