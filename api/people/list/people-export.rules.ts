import { DATE_FORMAT, DATE_TIME_FORMAT, type WorkbookColumn } from '#api/platform/workbook/workbook.ts';

/** A person with the values of the export: names instead of ids. Dates are `2026-03-31`. */
export interface ExportedPerson {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  employee_number: string | null;
  po_number: string | null;
  roles: string[];
  groups: string;
  resort: string | null;
  departments: string;
  business_area: string | null;
  job_role: string | null;
  /** Code of the cost centre. */
  cost_centre: string | null;
  wardrobes: string;
  allocation: string | null;
  starts_on: string | null;
  ends_on: string | null;
  weekly_hours: number | null;
  active: boolean;
  last_login_at: Date | null;
  created_at: Date;
  ordering_status: number | null;
  measuring_status: number | null;
  pieces_due: number | null;
  pieces_fulfilled: number | null;
}

/** A column of the workbook, and the field of the wire whose values it shows. */
interface ExportColumn extends WorkbookColumn<ExportedPerson> {
  field: string;
}

const toUtcDate = (date: string | null) => (date === null ? null : new Date(`${date}T00:00:00Z`));
const ORDERING_STATUS_LABELS: Record<number, string> = {
  10: 'Not started',
  20: 'Partly ordered',
  30: 'Complete',
  40: 'Opted out',
};
const MEASURING_STATUS_LABELS: Record<number, string> = { 10: 'Not measured', 20: 'Measured', 30: 'Special measurements' };
const getLabel = (labels: Record<number, string>, status: number | null) => (status === null ? null : (labels[status] ?? null));

const EXPORT_COLUMNS: readonly ExportColumn[] = [
  { field: 'lastName', header: 'Last name', width: 20, value: ({ last_name }) => last_name },
  { field: 'firstName', header: 'First name', width: 16, value: ({ first_name }) => first_name },
  { field: 'email', header: 'Email', width: 34, value: ({ email }) => email },
  { field: 'employeeNumber', header: 'Employee number', width: 16, value: (person) => person.employee_number },
  { field: 'poNumber', header: 'PO number', width: 14, value: ({ po_number }) => po_number },
  {
    field: 'roles',
    header: 'Role',
    width: 12,
    value: ({ roles }) => roles.map((role) => role.replace(/^Organisation/, '')).join(', '),
  },
  { field: 'organisationGroups', header: 'Group', width: 16, value: ({ groups }) => groups },
  { field: 'organisationResortId', header: 'Destination', width: 22, value: ({ resort }) => resort },
  { field: 'departments', header: 'Departments', width: 22, value: ({ departments }) => departments },
  { field: 'organisationBusinessAreaId', header: 'Business area', width: 20, value: (person) => person.business_area },
  { field: 'jobRoleId', header: 'Job role', width: 20, value: ({ job_role }) => job_role },
  { field: 'costCentreId', header: 'Cost centre', width: 14, value: ({ cost_centre }) => cost_centre },
  { field: 'organisationCollections', header: 'Wardrobe', width: 28, value: ({ wardrobes }) => wardrobes },
  { field: 'allocationTypeId', header: 'Allocation', width: 12, value: ({ allocation }) => allocation },
  {
    field: 'startDateUtc',
    header: 'First day of work',
    width: 16,
    numFmt: DATE_FORMAT,
    value: ({ starts_on }) => toUtcDate(starts_on),
  },
  { field: 'endDateUtc', header: 'Last day of work', width: 16, numFmt: DATE_FORMAT, value: ({ ends_on }) => toUtcDate(ends_on) },
  { field: 'weeklyHours', header: 'Weekly hours', width: 12, value: ({ weekly_hours }) => weekly_hours },
  {
    field: 'orderingStatusId',
    header: 'Uniform status',
    width: 14,
    value: (person) => getLabel(ORDERING_STATUS_LABELS, person.ordering_status),
  },
  {
    field: 'orderingProgress',
    header: 'Entitlement (pieces)',
    width: 12,
    value: (person) => person.ordering_status && person.pieces_due,
  },
  {
    field: 'orderingProgress',
    header: 'Ordered (pieces)',
    width: 20,
    value: (person) => person.ordering_status && person.pieces_fulfilled,
  },
  {
    field: 'orderingBodiMeStatusId',
    header: 'Measured',
    width: 20,
    value: (person) => getLabel(MEASURING_STATUS_LABELS, person.measuring_status),
  },
  { field: 'active', header: 'Account', width: 10, value: ({ active }) => (active ? 'Open' : 'Closed') },
  {
    field: 'lastLoginDateUtc',
    header: 'Last login (UTC)',
    width: 18,
    numFmt: DATE_TIME_FORMAT,
    value: (person) => person.last_login_at,
  },
  { field: 'createdOnUtc', header: 'Created (UTC)', width: 18, numFmt: DATE_TIME_FORMAT, value: ({ created_at }) => created_at },
];

/**
 * The columns for a comma-separated list of fields, in any letter case; all columns when no field is known. That of cost centres only where the organisation
 * has some.
 */
export function selectExportColumns(
  fields: string | undefined,
  { hasCostCentres }: { hasCostCentres: boolean },
): readonly ExportColumn[] {
  const columns = EXPORT_COLUMNS.filter(({ field }) => field !== 'costCentreId' || hasCostCentres);
  const requested = new Set(
    (fields ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  );
  const selected = columns.filter(({ field }) => requested.has(field.toLowerCase()));
  return selected.length > 0 ? selected : columns;
}
