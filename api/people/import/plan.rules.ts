import { parseEmail } from '#api/identity/emails/email.rules.ts';
import { type Actor, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { normaliseName } from '#api/platform/workbook/cell-names.ts';
import type { ImportOutcome } from '#contract/people/import.ts';
import { resolveDepartmentIds } from '../person/departments.rules.ts';
import {
  getNewPersonMemberships,
  MEMBERSHIP_NAMES,
  type Membership,
  type Memberships,
  planMemberships,
  toUniqueIds,
} from '../person/memberships.rules.ts';
import {
  type AuditValues,
  type CustomerInput,
  canSee,
  checkRequiredFields,
  PERSON_COLUMNS,
  type PersonColumns,
  plannedColumns,
  toAuditValues,
  writableFields,
} from '../person/person-fields.rules.ts';
import { forbidPerson, refusePerson } from '../person/person-reasons.rules.ts';
import { auditDiff, type LockedPerson, planPersonChange, withAllocation } from '../person/planned-change.rules.ts';
import { type ImportRowReason, refuseRowField, toUnwrittenValue } from './import-reasons.rules.ts';
import type { NameLookup } from './name-lookup.rules.ts';

/** What an import would write of a person, and the values before. */
export interface PersonPlan {
  outcome: ImportOutcome;
  /** Undefined for a new person. */
  personId: number | undefined;
  columns: PersonColumns;
  changes: Partial<PersonColumns>;
  departmentIds: readonly number[] | undefined;
  memberships: Partial<Record<Membership, number[]>>;
  /** Changed values before, by the names of the wire; empty for a new person. */
  before: AuditValues;
  after: AuditValues;
  /** A new address of someone who has a password: it counts once it is confirmed, so it is not among the changes. */
  requestedEmail?: { person: Actor; email: string };
  /** Values of the file that are not written. */
  notes: ImportRowReason[];
}

/** Files contain no consent to terms, so an import never checks or writes it. */
const NO_TERMS = { required: false, version: 0 };
/** Admin and Sales: roles that only a person's own page grants or removes. */
const ROLES_NOT_IMPORTED = [33, 36];

/** Ids of the departments with these names, in the resort where the person will be. Throws 422. */
function resolveDepartments(input: CustomerInput, resortId: number | null, nameLookup: NameLookup): number[] | undefined {
  if (input.departments === undefined) return undefined;
  const requested = input.departments ?? [];
  if (requested.length > 0 && resortId === null)
    throw refuseRowField(422, 'departments', { kind: 'departments_without_destination' });
  const departments = nameLookup.departmentsOf.get(resortId ?? 0) ?? [];
  const known = new Set(departments.map(({ name }) => normaliseName(name)));
  const unknown = requested.filter((name) => typeof name === 'string' && !known.has(normaliseName(name)));
  if (unknown.length > 0) {
    const destination = nameLookup.names.resort?.get(resortId ?? 0) ?? null;
    const reasons = unknown.map((name): ImportRowReason => ({ kind: 'no_such_department', name: String(name), destination }));
    throw refuseRowField(422, 'departments', ...reasons);
  }
  return resolveDepartmentIds(departments, requested);
}

/**
 * Adds the destination of departments where neither the file nor the person has one and only one has all of them, so that nothing else can be
 * meant.
 */
function withDestination(
  input: CustomerInput,
  currentResortId: number | null,
  { departmentsOf, names }: NameLookup,
): { input: CustomerInput; notes: ImportRowReason[] } {
  const requested = (input.departments ?? []).flatMap((name) => (typeof name === 'string' ? normaliseName(name) : []));
  const resortId = input.organisationResortId === undefined ? currentResortId : input.organisationResortId;
  if (requested.length === 0 || resortId !== null) return { input, notes: [] };
  const [only, another] = [...departmentsOf].flatMap(([id, departments]) => {
    const known = new Set(departments.map(({ name }) => normaliseName(name)));
    return requested.every((name) => known.has(name)) ? id : [];
  });
  if (only === undefined || another !== undefined) return { input, notes: [] };
  const destination = names.resort?.get(only) ?? '';
  return { input: { ...input, organisationResortId: only }, notes: [{ kind: 'destination_of_departments', destination }] };
}

/** Adds the roles that a file cannot remove. Throws 403 for roles that it cannot grant. */
function withRolesNotImported(input: CustomerInput, currentRoleIds: readonly number[]): CustomerInput {
  if (!input.roleIds) return input;
  const requested = toUniqueIds(input.roleIds);
  if (requested.some((id) => ROLES_NOT_IMPORTED.includes(id) && !currentRoleIds.includes(id)))
    throw refuseRowField(403, 'authorization', { kind: 'role_not_by_file' });
  return { ...input, roleIds: [...new Set([...requested, ...currentRoleIds.filter((id) => ROLES_NOT_IMPORTED.includes(id))])] };
}

const ALL_FIELDS = new Set(Object.keys(PERSON_COLUMNS) as (keyof typeof PERSON_COLUMNS)[]);
const MOVE_FIELDS = new Set(['organisationGroupIds', 'organisationResortId', 'departments', 'organisationBusinessAreaId']);

function getOutcome(person: LockedPerson, changes: Partial<PersonColumns>, after: AuditValues): ImportOutcome {
  const fields = Object.keys(after);
  if (fields.length === 0) return 'unchanged';
  if (changes.active === false && person.columns.active) return 'close';
  return fields.some((field) => MOVE_FIELDS.has(field)) ? 'move' : 'change';
}

/** Plans the change of an existing person. Throws 403 and 422 as changing that person alone would. */
export function planUpdate(caller: Scope, person: LockedPerson, values: CustomerInput, nameLookup: NameLookup): PersonPlan {
  const writable = writableFields(caller, person.actor);
  if (!writable) {
    throw canSee(caller, person.actor)
      ? forbidPerson({ kind: 'person_not_changeable' })
      : refuseRowField(403, 'authorization', { kind: 'person_out_of_reach' });
  }
  const located = withDestination(values, person.columns.resort_id, nameLookup);
  const input = withRolesNotImported(located.input, person.memberships.roleIds);
  const requested = plannedColumns(input, ALL_FIELDS, person.columns, NO_TERMS);
  const resortId = writable.has('organisationResortId') ? requested.resort_id : undefined;
  const departments = writable.has('departments')
    ? resolveDepartments(input, resortId === undefined ? person.columns.resort_id : resortId, nameLookup)
    : undefined;
  const planned = planPersonChange(
    caller,
    person,
    { ...input, ...(departments && { departments }) },
    writable,
    nameLookup.references,
  );
  const { columns: changes, memberships } = planned;
  const notes = Object.keys(requested)
    .filter((column) => !(column in changes))
    .map((column): ImportRowReason => ({ kind: 'not_written', value: toUnwrittenValue(column) }));
  if (
    input.roleIds &&
    !writable.has('roleIds') &&
    toUniqueIds([...input.roleIds, 3]).join() !== person.memberships.roleIds.join()
  )
    notes.push({ kind: 'not_written', value: 'roles' });
  let requestedEmail: PersonPlan['requestedEmail'];
  if (changes.email !== undefined) {
    if (isAdmin(person.actor)) throw refusePerson(422, { email: [{ kind: 'email_fixed' }] });
    const email = parseEmail(changes.email);
    if (person.hasPassword) {
      delete changes.email;
      requestedEmail = { person: person.actor, email };
      notes.push({ kind: 'email_to_confirm', email });
    } else changes.email = email;
  }
  const { before, after } = auditDiff(person, planned);
  const outcome = getOutcome(person, changes, after);
  return {
    outcome: outcome === 'unchanged' && requestedEmail !== undefined ? 'change' : outcome,
    ...(requestedEmail && { requestedEmail }),
    personId: person.actor.customerId,
    columns: { ...person.columns, ...changes },
    changes,
    departmentIds: planned.departmentIds,
    memberships,
    before,
    after,
    notes: [...(changes.resort_id === undefined ? [] : located.notes), ...notes],
  };
}

const BLANK: PersonColumns = {
  email: '',
  active: true,
  allow_order_approval: false,
  allocation_type_id: null,
  first_name: '',
  last_name: '',
  gender: 0,
  employee_number: null,
  po_number: null,
  marketing_by_email: false,
  marketing_by_fax: false,
  marketing_by_phone: false,
  marketing_by_post: false,
  terms_agreed_version: null,
  privacy_agreed_version: null,
  adhoc_business_area_id: null,
  adhoc_collection_id: null,
  bodime_customer_id: null,
  bodime_used_body_blocks: [],
  resort_id: null,
  business_area_id: null,
  job_role_id: null,
  cost_centre_id: null,
  starts_on: null,
  ends_on: null,
  weekly_hours: null,
  wardrobe_opt_out_at: null,
};
const NO_MEMBERSHIPS = Object.fromEntries(MEMBERSHIP_NAMES.map((name) => [name, []])) as unknown as Memberships;

/** A new person whose file names no group joins the caller's group where the caller manages only one. */
function withOnlyGroup(caller: Scope, input: CustomerInput): CustomerInput {
  const [onlyGroup, anotherGroup] = caller.adminableGroupIds;
  if (input.organisationGroupIds !== undefined || onlyGroup === undefined || anotherGroup !== undefined) return input;
  return { ...input, organisationGroupIds: [onlyGroup] };
}

/** Plans a new person. Throws 403 and 422 as adding that person would. */
export function planCreate(caller: Scope, values: CustomerInput, nameLookup: NameLookup): PersonPlan {
  checkRequiredFields(values);
  const located = withDestination(values, null, nameLookup);
  const input = withRolesNotImported(withOnlyGroup(caller, located.input), []);
  const { groupIds, roleIds, seasonIds } = getNewPersonMemberships(caller, input, nameLookup.currentSeasonId);
  const writable = writableFields(caller, { customerId: 0, roles: [], groupIds, adminableGroupIds: [] });
  if (!writable) throw forbidPerson({ kind: 'not_allowed' });
  const named = plannedColumns({ ...input, email: parseEmail(input.email) }, writable, BLANK, NO_TERMS);
  const { roleIds: _, organisationGroupIds: __, organisationSeasons: ___, ...rest } = input;
  const given = { roleIds, organisationGroupIds: groupIds, organisationSeasons: seasonIds };
  const memberships = { ...given, ...planMemberships(caller, { ...NO_MEMBERSHIPS, ...given }, rest, writable) };
  const blank = { columns: BLANK, memberships: NO_MEMBERSHIPS };
  const changes = withAllocation(blank, { columns: named, memberships }, nameLookup.references.allocation);
  const columns = { ...BLANK, ...changes };
  const departmentIds = resolveDepartments(input, columns.resort_id, nameLookup) ?? [];
  return {
    outcome: 'create',
    personId: undefined,
    columns,
    changes,
    departmentIds,
    memberships,
    before: {},
    after: {
      ...toAuditValues(columns, changes),
      ...(departmentIds.length > 0 ? { departments: departmentIds } : {}),
      ...memberships,
    },
    notes: located.notes,
  };
}
