import { canAdminister, hasWiderAdminReach } from '#api/identity/sessions/access.rules.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import { HttpError, invalid } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import { hasRole, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { canSetAccess, MEMBERSHIPS, type Membership } from './memberships.rules.ts';

export type CustomerInput = BodyOf<'PUT /api/customers/:id'>;
export type PersonField = Exclude<keyof CustomerInput, 'version'>;
/** Fields that are a column of the person; the others are rows of their own. */
type ColumnField = Exclude<PersonField, 'departments' | Membership>;

const OWN_FIELDS: readonly PersonField[] = [
  'firstName',
  'lastName',
  'gender',
  'poNumber',
  'marketingByEmail',
  'marketingByFax',
  'marketingByPhone',
  'marketingByPost',
  'termsAgreed',
  'privacyAgreed',
  'adhocSelectedBusinessAreaId',
  'adhocSelectedCollectionId',
  'bodiMeCustomerId',
  'bodiMeUsedBodyBlocks',
];

/** Nobody agrees to anything in another's name, and bodies are their owners'. */
const ADMIN_FIELDS: readonly PersonField[] = [
  'firstName',
  'lastName',
  'gender',
  'employeeNumber',
  'poNumber',
  'organisationResortId',
  'organisationBusinessAreaId',
  'jobRoleId',
  'departments',
  'startDateUtc',
  'endDateUtc',
  'weeklyHours',
];

/** What belongs to the programme: of oneself only an administrator of the whole organisation decides it. */
const PROGRAMME_FIELDS: readonly PersonField[] = [
  'organisationGroupIds',
  'organisationSeasons',
  'organisationCollections',
  'allocationTypeId',
];

/** How somebody gets in and what they may do. Never one's own. */
const ACCESS_FIELDS: readonly PersonField[] = [
  'email',
  'roleIds',
  'adminableOrganisationGroupIds',
  'allowOrderApproval',
  'active',
];

/** Which fields of a person the caller may write; undefined when they may not be changed by the caller at all. */
export function writableFields(
  caller: Scope,
  person: Pick<Scope, 'customerId' | 'roles' | 'groupIds' | 'adminableGroupIds'>,
): ReadonlySet<PersonField> | undefined {
  const own = person.customerId === caller.customerId;
  const programme = own && caller.adminableGroupIds.length > 0 ? [] : PROGRAMME_FIELDS;
  if (own) return new Set([...OWN_FIELDS, ...(isAdmin(caller) ? [...ADMIN_FIELDS, ...programme] : [])]);
  if (!isAdmin(caller) || !canAdminister(caller, person) || hasWiderAdminReach(caller, person)) return undefined;
  return new Set([...ADMIN_FIELDS, ...programme, ...(canSetAccess(caller, person) ? ACCESS_FIELDS : [])]);
}

/** Whether the caller reaches somebody well enough to be told that a change is not allowed, and not that nobody is there. */
export const canSee = (caller: Scope, person: Pick<Scope, 'groupIds'>) =>
  hasRole(caller, 'OrganisationSales') || (isAdmin(caller) && canAdminister(caller, person));

/** A person's columns as a change writes them. */
export interface PersonColumns {
  email: string;
  active: boolean;
  allow_order_approval: boolean;
  allocation_type_id: number | null;
  first_name: string;
  last_name: string;
  gender: number;
  employee_number: string | null;
  po_number: string | null;
  marketing_by_email: boolean;
  marketing_by_fax: boolean;
  marketing_by_phone: boolean;
  marketing_by_post: boolean;
  terms_agreed_version: number | null;
  privacy_agreed_version: number | null;
  adhoc_business_area_id: number | null;
  adhoc_collection_id: number | null;
  bodime_customer_id: string | null;
  bodime_used_body_blocks: string[];
  resort_id: number | null;
  business_area_id: number | null;
  job_role_id: number | null;
  starts_on: string | null;
  ends_on: string | null;
  weekly_hours: number | null;
}

/** The column behind each field that has one. */
export const PERSON_COLUMNS: Record<ColumnField, keyof PersonColumns> = {
  email: 'email',
  active: 'active',
  allowOrderApproval: 'allow_order_approval',
  allocationTypeId: 'allocation_type_id',
  firstName: 'first_name',
  lastName: 'last_name',
  gender: 'gender',
  employeeNumber: 'employee_number',
  poNumber: 'po_number',
  marketingByEmail: 'marketing_by_email',
  marketingByFax: 'marketing_by_fax',
  marketingByPhone: 'marketing_by_phone',
  marketingByPost: 'marketing_by_post',
  termsAgreed: 'terms_agreed_version',
  privacyAgreed: 'privacy_agreed_version',
  adhocSelectedBusinessAreaId: 'adhoc_business_area_id',
  adhocSelectedCollectionId: 'adhoc_collection_id',
  bodiMeCustomerId: 'bodime_customer_id',
  bodiMeUsedBodyBlocks: 'bodime_used_body_blocks',
  organisationResortId: 'resort_id',
  organisationBusinessAreaId: 'business_area_id',
  jobRoleId: 'job_role_id',
  startDateUtc: 'starts_on',
  endDateUtc: 'ends_on',
  weeklyHours: 'weekly_hours',
};

/** What the organisation and its brand ask at the time of the change. */
export interface TermsRules {
  required: boolean;
  version: number;
}

const DAYS: Partial<Record<PersonField, string>> = {
  startDateUtc: 'The first day of work is not a date.',
  endDateUtc: 'The last day of work is not a date.',
};

/** The value of one sent field as its column keeps it. Throws 422 with the field's sentence. */
function columnValue(field: ColumnField, sent: unknown, terms: TermsRules): unknown {
  if (field === 'termsAgreed' || field === 'privacyAgreed') return sent === true ? terms.version : null;
  if (field.startsWith('marketing') || field === 'active' || field === 'allowOrderApproval') return sent === true;
  if (field === 'gender') return sent ?? 0;
  if (field === 'bodiMeUsedBodyBlocks') return sent ?? [];
  const notADate = DAYS[field];
  if (notADate) {
    if (sent === null || sent === '') return null;
    const day = parseIsoDate(String(sent))?.moment.toISOString().slice(0, 10);
    if (!day) throw new HttpError(422, { [field]: [notADate] });
    return day;
  }
  if (typeof sent === 'string') return sent.trim() || null;
  // 0 is "none" for what is chosen from a list.
  return sent === 0 && field !== 'weeklyHours' ? null : sent;
}

const REQUIRED: Partial<Record<PersonField, string>> = {
  firstName: 'First name is required.',
  lastName: 'Last name is required.',
  email: 'Email is required.',
};

/** Throws 422 where somebody new has no name or no address. */
export function checkRequiredFields(sent: CustomerInput): void {
  const missing = Object.entries(REQUIRED).filter(([field]) => !String(sent[field as PersonField] ?? '').trim());
  if (missing.length > 0)
    throw new HttpError(422, Object.fromEntries(missing.map(([field, sentence]) => [field, [String(sentence)]])));
}

/** The columns that the writable ones of the sent fields stand for. Throws 422 with a sentence for each that is not valid. */
function toPersonColumns(sent: CustomerInput, writable: ReadonlySet<PersonField>, terms: TermsRules): Partial<PersonColumns> {
  const columns: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const [field, column] of Object.entries(PERSON_COLUMNS) as [ColumnField, keyof PersonColumns][]) {
    if (sent[field] === undefined || !writable.has(field)) continue;
    const value = columnValue(field, sent[field], terms);
    const missing = REQUIRED[field];
    if (missing && value === null) errors[field] = [missing];
    columns[column] = value;
  }
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
  return columns as Partial<PersonColumns>;
}

/**
 * Holds the rule of the preferences: where terms are required, whoever says anything about them accepts both. Throws
 * 422 for each that would stay open.
 */
function checkTerms(
  columns: Partial<PersonColumns>,
  current: Pick<PersonColumns, 'terms_agreed_version' | 'privacy_agreed_version'>,
  terms: TermsRules,
): void {
  if (!terms.required || !('terms_agreed_version' in columns || 'privacy_agreed_version' in columns)) return;
  const after = { ...current, ...columns };
  const errors: Record<string, string[]> = {};
  if (after.terms_agreed_version !== terms.version) errors.termsAgreed = ['Please accept the Terms & Conditions.'];
  if (after.privacy_agreed_version !== terms.version) errors.privacyAgreed = ['Please accept the Privacy Policy.'];
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What would really change. Not agreeing to the terms of today takes nothing back that was agreed to in an older version:
 * clients post whole profiles back.
 */
function changedColumns(columns: Partial<PersonColumns>, current: PersonColumns, terms: TermsRules): Partial<PersonColumns> {
  const changes = Object.entries(columns).filter(([name, value]) => {
    const column = name as keyof PersonColumns;
    const isAgreement = column === 'terms_agreed_version' || column === 'privacy_agreed_version';
    if (isAgreement && value === null && current[column] !== terms.version) return false;
    return !isSame(value, current[column]);
  });
  return Object.fromEntries(changes) as Partial<PersonColumns>;
}

/**
 * The columns that a change would write, where they differ from what is there. Throws 422 with a sentence for each field that
 * is not valid.
 */
export function plannedColumns(
  sent: CustomerInput,
  writable: ReadonlySet<PersonField>,
  current: PersonColumns,
  terms: TermsRules,
): Partial<PersonColumns> {
  const columns = toPersonColumns(sent, writable, terms);
  checkTerms(columns, current, terms);
  const changes = changedColumns(columns, current, terms);
  const { starts_on, ends_on } = { ...current, ...changes };
  if (starts_on !== null && ends_on !== null && ends_on < starts_on)
    throw invalid('endDateUtc', 'The last day of work must not be before the first.');
  return changes;
}

/** Values under the wire's names, as the trail keeps them. */
export type AuditValues = { [field: string]: string | number | boolean | null | (string | number)[] };

/** The changed fields under the wire's names, as the trail keeps them. Of what leads to body measurements only that it changed. */
export function toAuditValues(columns: PersonColumns, changes: Partial<PersonColumns>): AuditValues {
  const fields = Object.entries(PERSON_COLUMNS)
    .filter(([, column]) => column in changes)
    .map(([field, column]) => [field, field.startsWith('bodiMe') ? '(not kept here)' : columns[column]]);
  return Object.fromEntries(fields);
}

const COLUMN_LABELS: Partial<Record<string, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  gender: 'Gender',
  po_number: 'PO number',
  employee_number: 'Employee number',
  resort_id: 'Destination',
  business_area_id: 'Business area',
  job_role_id: 'Job role',
  departments: 'Departments',
  starts_on: 'First day of work',
  ends_on: 'Last day of work',
  weekly_hours: 'Weekly hours',
  email: 'Email',
  active: 'Account open',
  allow_order_approval: 'May approve orders',
  allocation_type_id: 'Allocation',
  ...Object.fromEntries(Object.values(MEMBERSHIPS).map(({ counted, spoken }) => [counted, spoken])),
};

/** What is counted under a name, as people call it. */
export const personColumnLabel = (counted: string): string => COLUMN_LABELS[counted] ?? 'A preference';

/**
 * Refuses to overwrite what somebody else has changed of a person since the sender looked. Throws 409 with the names of the
 * fields.
 */
export const assertPersonNotStale = (
  columns: readonly string[],
  fieldVersions: Readonly<Record<string, number>>,
  seenVersion: number | null | undefined,
): void => assertNotStale('customer', columns, fieldVersions, seenVersion, personColumnLabel);
