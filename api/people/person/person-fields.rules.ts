import { canAdminister, hasWiderAdminReach } from '#api/identity/sessions/access.rules.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import { hasRole, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { canSetAccess, type Membership } from './memberships.rules.ts';
import { personColumnLabel } from './person-labels.rules.ts';
import { type PersonReason, type RequiredField, refusePerson } from './person-reasons.rules.ts';

export type CustomerInput = BodyOf<'PUT /api/customers/:id'>;
export type PersonField = Exclude<keyof CustomerInput, 'version' | 'callerPassword' | 'callerOtp' | 'moveOrdered'>;
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

/** What an administrator may change of other people. Consents and body data are not among them: they are the person's own. */
const ADMIN_FIELDS: readonly PersonField[] = [
  'firstName',
  'lastName',
  'gender',
  'employeeNumber',
  'poNumber',
  'organisationResortId',
  'organisationBusinessAreaId',
  'jobRoleId',
  'costCentreId',
  'departments',
  'startDateUtc',
  'endDateUtc',
  'weeklyHours',
];

/** Fields of the uniform programme. For themselves, only an administrator of the whole organisation may change them. */
const PROGRAMME_FIELDS: readonly PersonField[] = [
  'organisationGroupIds',
  'organisationSeasons',
  'organisationCollections',
  'allocationTypeId',
  'wardrobeOptOut',
];

/** How a person signs in and what they may do. No one may change these for themselves. */
const ACCESS_FIELDS: readonly PersonField[] = [
  'email',
  'roleIds',
  'adminableOrganisationGroupIds',
  'allowOrderApproval',
  'active',
];

/** The fields of a person that the caller may write; undefined when the caller may not change the person at all. */
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

/** Whether the caller may adjust what the person is owed: that of people whom they may change, never their own. */
export const canAdjustEntitlement = (
  caller: Scope,
  person: Pick<Scope, 'customerId' | 'roles' | 'groupIds' | 'adminableGroupIds'>,
): boolean => person.customerId !== caller.customerId && writableFields(caller, person) !== undefined;

/** Whether the caller may know that the person exists, so that a refused change gets 403 and not 404. */
export const canSee = (caller: Scope, person: Pick<Scope, 'groupIds'>) =>
  hasRole(caller, 'OrganisationSales') || (isAdmin(caller) && canAdminister(caller, person));

/** The columns of a person that a change can write. */
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
  cost_centre_id: number | null;
  starts_on: string | null;
  ends_on: string | null;
  weekly_hours: number | null;
  wardrobe_opt_out_at: Date | typeof NOW | null;
}

/** A moment that a change sets: PostgreSQL reads it as the time of the transaction. */
export const NOW = 'now';

/** The column that stores each field. */
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
  costCentreId: 'cost_centre_id',
  startDateUtc: 'starts_on',
  endDateUtc: 'ends_on',
  weeklyHours: 'weekly_hours',
  wardrobeOptOut: 'wardrobe_opt_out_at',
};

/** Whether the organisation requires its terms to be accepted, and the current version of the terms. */
export interface TermsRules {
  required: boolean;
  version: number;
}

const DAYS: Partial<Record<PersonField, 'first' | 'last'>> = { startDateUtc: 'first', endDateUtc: 'last' };

/** The value of a field as its column stores it. Throws 422 with the field's error. */
function columnValue(field: ColumnField, input: unknown, terms: TermsRules): unknown {
  if (field === 'termsAgreed' || field === 'privacyAgreed') return input === true ? terms.version : null;
  if (field.startsWith('marketing') || field === 'active' || field === 'allowOrderApproval') return input === true;
  if (field === 'wardrobeOptOut') return input === true ? NOW : null;
  if (field === 'gender') return input ?? 0;
  if (field === 'bodiMeUsedBodyBlocks') return input ?? [];
  const which = DAYS[field];
  if (which) {
    if (input === null || input === '') return null;
    const day = parseIsoDate(String(input))?.moment.toISOString().slice(0, 10);
    if (!day) throw refusePerson(422, { [field]: [{ kind: 'no_day', which }] });
    return day;
  }
  if (typeof input === 'string') return input.trim() || null;
  // 0 means "none" in fields that are chosen from a list.
  return input === 0 && field !== 'weeklyHours' ? null : input;
}

const REQUIRED: readonly RequiredField[] = ['firstName', 'lastName', 'email'];
const requireValue = (field: RequiredField): [PersonReason] => [{ kind: 'value_required', field }];

/** Throws 422 when a new person lacks a first name, a last name or an email address. */
export function checkRequiredFields(input: CustomerInput): void {
  const missing = REQUIRED.filter((field) => !String(input[field] ?? '').trim());
  if (missing.length > 0) throw refusePerson(422, Object.fromEntries(missing.map((field) => [field, requireValue(field)])));
}

/** The columns of the writable fields that were sent. Throws 422 with an error for each invalid field. */
function toPersonColumns(input: CustomerInput, writable: ReadonlySet<PersonField>, terms: TermsRules): Partial<PersonColumns> {
  const columns: Record<string, unknown> = {};
  const missing: RequiredField[] = [];
  for (const [field, column] of Object.entries(PERSON_COLUMNS) as [ColumnField, keyof PersonColumns][]) {
    if (input[field] === undefined || !writable.has(field)) continue;
    const value = columnValue(field, input[field], terms);
    if (value === null) missing.push(...REQUIRED.filter((required) => required === field));
    columns[column] = value;
  }
  if (missing.length > 0) throw refusePerson(422, Object.fromEntries(missing.map((field) => [field, requireValue(field)])));
  return columns as Partial<PersonColumns>;
}

/**
 * Where an organisation requires its terms, a change of either agreement must leave both accepted. Throws 422 for each
 * agreement that would be missing.
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
 * The columns whose values differ from the current ones. A missing agreement to the current terms does not withdraw an
 * agreement to an older version, because clients post whole profiles back.
 */
function changedColumns(columns: Partial<PersonColumns>, current: PersonColumns, terms: TermsRules): Partial<PersonColumns> {
  const changes = Object.entries(columns).filter(([name, value]) => {
    const column = name as keyof PersonColumns;
    const isAgreement = column === 'terms_agreed_version' || column === 'privacy_agreed_version';
    // An opt-out that is sent back keeps its time.
    if (column === 'wardrobe_opt_out_at') return (value === null) !== (current[column] === null);
    if (isAgreement && value === null && current[column] !== terms.version) return false;
    return !isSame(value, current[column]);
  });
  return Object.fromEntries(changes) as Partial<PersonColumns>;
}

/**
 * The columns that a change would write, where they differ from the current values. Throws 422 with an error for each
 * invalid field.
 */
export function plannedColumns(
  input: CustomerInput,
  writable: ReadonlySet<PersonField>,
  current: PersonColumns,
  terms: TermsRules,
): Partial<PersonColumns> {
  const columns = toPersonColumns(input, writable, terms);
  checkTerms(columns, current, terms);
  const changes = changedColumns(columns, current, terms);
  const { starts_on, ends_on } = { ...current, ...changes };
  if (starts_on !== null && ends_on !== null && ends_on < starts_on)
    throw refusePerson(422, { endDateUtc: [{ kind: 'last_day_before_first' }] });
  return changes;
}

/** Values under the wire's names, as the audit log stores them. */
export type AuditValues = { [field: string]: string | number | boolean | null | (string | number)[] };

/**
 * The changed fields under the wire's names, as the audit log stores them. Of fields that lead to body measurements it
 * stores only that they changed.
 */
export function toAuditValues(columns: PersonColumns, changes: Partial<PersonColumns>): AuditValues {
  const fields = Object.entries(PERSON_COLUMNS).filter(([, column]) => column in changes);
  return Object.fromEntries(fields.map(([field, column]) => [field, toAuditValue(field, columns[column])]));
}

function toAuditValue(field: string, value: PersonColumns[keyof PersonColumns]): AuditValues[string] {
  if (field.startsWith('bodiMe')) return '(not kept here)';
  return field === 'wardrobeOptOut' || value instanceof Date ? value !== null : value;
}

/**
 * Refuses to overwrite fields of a person that someone else has changed since the client loaded them. Throws 409 with the
 * labels of the fields.
 */
export const assertPersonNotStale = (
  columns: readonly string[],
  fieldVersions: Readonly<Record<string, number>>,
  expectedVersion: number | null | undefined,
  saved: Partial<PersonColumns>,
): void =>
  assertNotStale('customer', columns, fieldVersions, expectedVersion, personColumnLabel, {
    ...saved,
    // Only that it changed, as in the audit log.
    ...Object.fromEntries(columns.filter((column) => column.startsWith('bodime')).map((column) => [column, undefined])),
  });
