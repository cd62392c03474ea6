import type { BodyOf, ReplyOf } from '#contract/index.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { formatDate } from '#web/ui/format/format.ts';

export type Customer = ReplyOf<'GET /api/customers/:id'>['customers'][number];
type PersonUpdate = BodyOf<'PUT /api/customers/:id'>;

/** Values of the person form. Id 0 means none; dates are days like 2026-12-01, '' for none. */
export type PersonFormValues = {
  firstName: string;
  lastName: string;
  email: string;
  gender: number;
  employeeNumber: string;
  poNumber: string;
  organisationResortId: number;
  departments: readonly number[];
  organisationBusinessAreaId: number;
  jobRoleId: number;
  costCentreId: number;
  startDateUtc: string;
  endDateUtc: string;
  weeklyHours: string;
  organisationGroupIds: readonly number[];
  roleIds: readonly number[];
  adminableOrganisationGroupIds: readonly number[];
  allowOrderApproval: boolean;
  organisationSeasons: readonly number[];
  organisationCollections: readonly number[];
  allocationTypeId: number;
};
export type PersonFieldName = keyof PersonFormValues;

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
const idsOf = (list: readonly { id: number }[]) => sorted(list.map(({ id }) => id));

/** Form values of an existing person. */
export const toPersonFormValues = (person: Customer): PersonFormValues => ({
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  gender: person.gender,
  employeeNumber: person.employeeNumber ?? '',
  poNumber: person.poNumber ?? '',
  organisationResortId: person.organisationResortId ?? 0,
  departments: idsOf(person.departments),
  organisationBusinessAreaId: person.organisationBusinessAreaId ?? 0,
  jobRoleId: person.jobRoleId ?? 0,
  costCentreId: person.costCentreId ?? 0,
  startDateUtc: person.startDateUtc?.slice(0, 10) ?? '',
  endDateUtc: person.endDateUtc?.slice(0, 10) ?? '',
  weeklyHours: person.weeklyHours === null ? '' : String(person.weeklyHours),
  organisationGroupIds: sorted(person.organisationGroupIds),
  // Everyone has the role Registered (3); the form does not show it and the server keeps it.
  roleIds: sorted(person.roleIds.filter((id) => id !== 3)),
  adminableOrganisationGroupIds: sorted(person.adminableOrganisationGroupIds),
  allowOrderApproval: person.allowOrderApproval,
  organisationSeasons: idsOf(person.organisationSeasons),
  organisationCollections: idsOf(person.organisationCollections),
  allocationTypeId: person.allocationTypeId ?? 0,
});

/** Form values of a new person, with the role Staff. */
export const emptyPersonForm: PersonFormValues = {
  firstName: '',
  lastName: '',
  email: '',
  gender: 0,
  employeeNumber: '',
  poNumber: '',
  organisationResortId: 0,
  departments: [],
  organisationBusinessAreaId: 0,
  jobRoleId: 0,
  costCentreId: 0,
  startDateUtc: '',
  endDateUtc: '',
  weeklyHours: '',
  organisationGroupIds: [],
  roleIds: [34],
  adminableOrganisationGroupIds: [],
  allowOrderApproval: false,
  organisationSeasons: [],
  organisationCollections: [],
  allocationTypeId: 0,
};

export const personFieldLabels: Record<PersonFieldName, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  gender: 'Gender',
  employeeNumber: 'Employee number',
  poNumber: 'PO number',
  organisationResortId: 'Destination',
  departments: 'Departments',
  organisationBusinessAreaId: 'Business area',
  jobRoleId: 'Job role',
  costCentreId: 'Cost centre',
  startDateUtc: 'First day of work',
  endDateUtc: 'Last day of work',
  weeklyHours: 'Weekly hours',
  organisationGroupIds: 'Belongs to groups',
  roleIds: 'Roles',
  adminableOrganisationGroupIds: 'Administers groups',
  allowOrderApproval: 'May approve orders',
  organisationSeasons: 'Seasons',
  organisationCollections: 'Wardrobes',
  allocationTypeId: 'Allocation',
};

/** The body of an update: only the changed fields, weekly hours as a number (null for full time), and the version they are based on. */
export const toPersonUpdate = (values: PersonFormValues, changed: readonly PersonFieldName[], version: number): PersonUpdate => ({
  ...(Object.fromEntries(
    changed.map((name) => [
      name,
      name === 'weeklyHours' ? (values.weeklyHours.trim() === '' ? null : Number(values.weeklyHours)) : values[name],
    ]),
  ) as PersonUpdate),
  version,
});

export interface PersonChoice {
  id: number;
  name: string;
}

/** The options of each field with a list. */
export type PersonChoices = Partial<Record<PersonFieldName, readonly PersonChoice[]>>;

/** Formats the value of a field for display, using the names of the options. */
export function formatPersonField(name: PersonFieldName, value: unknown, choices: PersonChoices): string {
  const list = choices[name] ?? [];
  if (Array.isArray(value)) return value.map((id) => list.find((choice) => choice.id === id)?.name ?? `no. ${id}`).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'startDateUtc' || name === 'endDateUtc') return formatDate(String(value));
  if (typeof value === 'number') return list.find((choice) => choice.id === value)?.name ?? '';
  return String(value);
}

/**
 * Whether the caller may change a person's email, roles and permissions. The same rule as the server's, so that fields
 * whose change the server would ignore are disabled.
 */
export function canSetAccess(
  caller: Profile,
  person: Pick<Customer, 'id' | 'adminableOrganisationGroupIds' | 'roles' | 'organisationGroupIds'>,
): boolean {
  if (caller.id === person.id) return false;
  const own = caller.adminableOrganisationGroupIds;
  if (own.length === 0) return true;
  const theirs = person.adminableOrganisationGroupIds;
  const hasWiderAccess =
    person.roles.includes('OrganisationAdmin') && (theirs.length === 0 || theirs.some((group) => !own.includes(group)));
  return (
    !hasWiderAccess && !person.roles.includes('OrganisationSales') && person.organisationGroupIds.every((id) => own.includes(id))
  );
}
