/** A field that changed, with display texts; empty where there was or is no value. */
export interface FormattedFieldChange {
  field: string;
  before: string;
  after: string;
}

/** The values that the audit log stores with an event, by field. */
type Values = Readonly<Record<string, unknown>>;

/** Names by id, for each kind of reference (`resort`, `role`, …). */
export type ReferenceNames = Readonly<Record<string, ReadonlyMap<number, string>>>;

const ACTION_LABELS: Readonly<Record<string, string>> = {
  'customer.added': 'Added the person',
  'customer.changed': 'Changed the person',
  'customer.email-requested': 'Requested a change of the email address',
  'customer.email-withdrawn': 'Withdrew the change of the email address',
  'customer.email-confirmed': 'Confirmed the new email address',
  'customer.removed': 'Removed the person',
  'customer.restored': 'Restored the person',
  'customer.erased': 'Erased the person',
  'customer.options-chosen': 'Changed the wardrobe options',
  'customer.builder-wardrobe-chosen': 'Chose the wardrobe for the uniform builder',
  'customer.measured': 'Changed the special measurements',
  'impersonation.started': 'Started ordering for the person',
  'impersonation.ended': 'Stopped ordering for the person',
  'invitation.sent': 'Sent an invitation',
  'invitation.reminder-sent': 'Sent a reminder to order',
  'invitation.opt-out-link-sent': 'Sent the link to opt out',
  'opt-out.made': 'Opted out',
  'opt-out.undone': 'Undid the opt-out',
  'password.changed': 'Changed the password',
  'password.set': 'Set the password using a link',
};

/** The display text of an audit action: its own label, otherwise the words of its name. */
export function formatAuditAction(action: string): string {
  const known = ACTION_LABELS[action];
  if (known) return known;
  const words = action
    .replaceAll(/[.-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The label of a field, and the kind of reference that its ids are. */
const FIELDS: Readonly<Record<string, readonly [label: string, reference?: string]>> = {
  email: ['Email'],
  firstName: ['First name'],
  lastName: ['Last name'],
  gender: ['Gender', 'gender'],
  employeeNumber: ['Employee number'],
  poNumber: ['PO number'],
  organisationResortId: ['Destination', 'resort'],
  organisationBusinessAreaId: ['Business area', 'business_area'],
  jobRoleId: ['Job role', 'job_role'],
  departments: ['Departments', 'department'],
  roleIds: ['Roles', 'role'],
  organisationGroupIds: ['Groups', 'organisation_group'],
  adminableOrganisationGroupIds: ['Groups administered', 'organisation_group'],
  organisationSeasons: ['Seasons', 'season'],
  organisationCollections: ['Wardrobes', 'collection'],
  allocationTypeId: ['Allocation', 'allocation_type'],
  allowOrderApproval: ['May approve orders'],
  active: ['Account open'],
  wardrobeOptOut: ['Opted out of a uniform'],
  startDateUtc: ['First day of work'],
  endDateUtc: ['Last day of work'],
  weeklyHours: ['Weekly hours'],
  marketingByEmail: ['Marketing by email'],
  marketingByPhone: ['Marketing by phone'],
  marketingByPost: ['Marketing by post'],
  marketingByFax: ['Marketing by fax'],
  termsAgreed: ['Terms agreed'],
  privacyAgreed: ['Privacy policy agreed'],
};

const GENDERS = new Map([
  [0, 'prefer not to say'],
  [10, 'male'],
  [20, 'female'],
]);

function formatValue(value: unknown, reference: string | undefined, names: ReferenceNames): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => formatValue(item, reference, names)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (reference && typeof value === 'number') {
    const known = reference === 'gender' ? GENDERS : names[reference];
    // The row may have been deleted since.
    return known?.get(value) ?? `no. ${value}`;
  }
  return String(value);
}

/** Labels of the fields of an action that are not the person's own values. */
const ACTION_FIELD_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'customer.email-withdrawn': { email: 'New email address' },
};

/** What an audit event, or a plan that has no action yet, changes field by field, as display texts. Values that the audit log does not store are left out. */
export function formatFieldChanges(
  { action = '', before, after }: { action?: string; before: Values | null; after: Values | null },
  names: ReferenceNames,
): FormattedFieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((name) => {
    const field = FIELDS[name];
    if (!field) return [];
    const [label, reference] = field;
    return [
      {
        field: ACTION_FIELD_LABELS[action]?.[name] ?? label,
        before: formatValue(before?.[name], reference, names),
        after: formatValue(after?.[name], reference, names),
      },
    ];
  });
}
