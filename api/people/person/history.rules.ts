/** One thing that changed, in words; empty where there was or is nothing. */
export interface FormattedFieldChange {
  field: string;
  before: string;
  after: string;
}

/** What the audit trail keeps of a deed, by field. */
type Values = Readonly<Record<string, unknown>>;

/** The names behind ids, by what they are ids of. */
export type ReferenceNames = Readonly<Record<string, ReadonlyMap<number, string>>>;

const ACTION_LABELS: Readonly<Record<string, string>> = {
  'customer.added': 'Added the person',
  'customer.changed': 'Changed the person',
  'customer.removed': 'Removed the person',
  'customer.restored': 'Brought the person back',
  'customer.erased': 'Erased the person',
  'customer.measured': 'Changed the special measurements',
  'impersonation.started': 'Began to order for the person',
  'impersonation.stopped': 'Stopped ordering for the person',
  'password.changed': 'Changed the password',
  'password.reset': 'Set a new password by a link',
};

/** What an action of the audit trail is called: its own sentence, else its words. */
export function formatAuditAction(action: string): string {
  const known = ACTION_LABELS[action];
  if (known) return known;
  const words = action
    .replaceAll(/[.-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How a field is called, and what its ids are ids of. */
const FIELDS: Readonly<Record<string, readonly [label: string, of?: string]>> = {
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
  startDateUtc: ['First day of work'],
  endDateUtc: ['Last day of work'],
  weeklyHours: ['Weekly hours'],
  marketingByEmail: ['News by email'],
  marketingByPhone: ['News by phone'],
  marketingByPost: ['News by post'],
  marketingByFax: ['News by fax'],
  termsAgreed: ['Terms agreed'],
  privacyAgreed: ['Privacy policy agreed'],
};

const GENDERS = new Map([
  [0, 'not said'],
  [10, 'male'],
  [20, 'female'],
]);

function valueInWords(value: unknown, of: string | undefined, names: ReferenceNames): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => valueInWords(one, of, names)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (of && typeof value === 'number') {
    const known = of === 'gender' ? GENDERS : names[of];
    // What was deleted since has no name any more.
    return known?.get(value) ?? `no. ${value}`;
  }
  return String(value);
}

/** What a deed changed, field by field. Values that the trail does not keep are not there. */
export function formatFieldChanges(before: Values | null, after: Values | null, names: ReferenceNames): FormattedFieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((name) => {
    const field = FIELDS[name];
    if (!field) return [];
    const [label, of] = field;
    return [{ field: label, before: valueInWords(before?.[name], of, names), after: valueInWords(after?.[name], of, names) }];
  });
}
