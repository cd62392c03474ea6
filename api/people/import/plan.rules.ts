import { forbidden, HttpError, invalid } from '#api/platform/http/errors.ts';
import type { Actor, Scope } from '#api/platform/http/scope.ts';
import type { ImportOutcome } from '#contract/people/people-import.ts';
import { resolveDepartmentIds } from '../person/departments.rules.ts';
import { parseEmail } from '../person/email.rules.ts';
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
import { auditDiff, type PersonState, planPersonChange as planChangeOf } from '../person/planned-change.rules.ts';
import { type NameLookup, normaliseName } from './name-lookup.rules.ts';

/** Somebody of the organisation as they stand. */
export interface ExistingPerson extends PersonState {
  id: number;
  actor: Pick<Actor, 'customerId' | 'roles' | 'groupIds' | 'adminableGroupIds'>;
}

/** What would be written of a person, and what was there. */
export interface PersonPlan {
  outcome: ImportOutcome;
  /** Undefined for somebody new. */
  personId: number | undefined;
  columns: PersonColumns;
  changes: Partial<PersonColumns>;
  departmentIds: readonly number[] | undefined;
  memberships: Partial<Record<Membership, number[]>>;
  before: AuditValues;
  after: AuditValues;
  /** What the file says and is left as it is. */
  notes: string[];
}

export const NO_TERMS = { required: false, version: 0 };
const STAFF = 34;
/** Roles that only a person's own page gives and takes away. */
const BY_HAND = [33, 36];

/** Makes the departments a list of ids of the resort where the person would be. Throws 422. */
function departmentsOf(sent: CustomerInput, resortId: number | null, book: NameLookup): number[] | undefined {
  if (sent.departments === undefined) return undefined;
  const wanted = sent.departments ?? [];
  if (wanted.length > 0 && resortId === null) throw invalid('departments', 'Departments need a destination, and there is none.');
  const there = book.departmentsOf.get(resortId ?? 0) ?? [];
  const known = new Set(there.map(({ name }) => normaliseName(name)));
  const unknown = wanted.filter((one) => typeof one === 'string' && !known.has(normaliseName(one)));
  if (unknown.length > 0) {
    const at = book.names.resort?.get(resortId ?? 0) ?? 'the destination';
    throw invalid('departments', ...unknown.map((name) => `There is no department “${String(name)}” at ${at}.`));
  }
  return resolveDepartmentIds(there, wanted);
}

/** Admin and Sales are neither given nor taken away by a file. Throws 403. */
function withRolesByHand(sent: CustomerInput, held: readonly number[]): CustomerInput {
  if (!sent.roleIds) return sent;
  const wanted = toUniqueIds(sent.roleIds);
  if (wanted.some((id) => BY_HAND.includes(id) && !held.includes(id)))
    throw forbidden('Admin and Sales are not given by a file: please do that on the person’s page.');
  const kept = held.filter((id) => BY_HAND.includes(id));
  return { ...sent, roleIds: [...new Set([...wanted, ...kept])] };
}

const ALL_FIELDS = new Set(Object.keys(PERSON_COLUMNS) as (keyof typeof PERSON_COLUMNS)[]);
const COLUMN_LABELS: Record<string, string> = {
  email: 'The email',
  active: 'Whether the account is open',
  allocation_type_id: 'The allocation',
};

const MOVING = new Set(['organisationGroupIds', 'organisationResortId', 'departments', 'organisationBusinessAreaId']);

function outcomeOf(person: ExistingPerson, changes: Partial<PersonColumns>, after: AuditValues): ImportOutcome {
  const fields = Object.keys(after);
  if (fields.length === 0) return 'same';
  if (changes.active === false && person.columns.active) return 'leave';
  return fields.some((field) => MOVING.has(field)) ? 'move' : 'change';
}

/** What somebody of the organisation would become. Throws 403 and 422 as a change of that person would. */
export function planUpdate(caller: Scope, person: ExistingPerson, said: CustomerInput, book: NameLookup): PersonPlan {
  const writable = writableFields(caller, person.actor);
  if (!writable) {
    const known = canSee(caller, person.actor);
    throw forbidden(known ? 'You may not change this person’s account.' : 'You administer other groups than this person is in.');
  }
  const sent = withRolesByHand(said, person.memberships.roleIds);
  const wanted = plannedColumns(sent, ALL_FIELDS, person.columns, NO_TERMS);
  const resortId = writable.has('organisationResortId') ? wanted.resort_id : undefined;
  const departments = writable.has('departments')
    ? departmentsOf(sent, resortId === undefined ? person.columns.resort_id : resortId, book)
    : undefined;
  const planned = planChangeOf(caller, person, { ...sent, ...(departments && { departments }) }, writable, book.allDepartments);
  const { columns: changes, memberships } = planned;
  const notes = Object.keys(wanted)
    .filter((column) => !(column in changes))
    .map(
      (column) =>
        `${COLUMN_LABELS[column] ?? 'A value'} stays: only an administrator of all of the person’s groups changes that.`,
    );
  if (sent.roleIds && !writable.has('roleIds') && toUniqueIds([...sent.roleIds, 3]).join() !== person.memberships.roleIds.join())
    notes.push('The roles stay: only an administrator of all of the person’s groups changes them.');
  if (changes.email !== undefined) changes.email = parseEmail(changes.email);
  const { before, after } = auditDiff(person, planned);
  return {
    outcome: outcomeOf(person, changes, after),
    personId: person.id,
    columns: { ...person.columns, ...changes },
    changes,
    departmentIds: planned.departmentIds,
    memberships,
    before,
    after,
    notes,
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
  starts_on: null,
  ends_on: null,
  weekly_hours: null,
};
const NOTHING_HELD = Object.fromEntries(MEMBERSHIP_NAMES.map((name) => [name, []])) as unknown as Memberships;

/** What the file does not say of somebody new: Staff, this season, and the only group of whoever has but one. */
function withDefaults(caller: Scope, sent: CustomerInput, book: NameLookup): CustomerInput {
  const [onlyGroup, another] = caller.adminableGroupIds;
  return {
    ...sent,
    roleIds: sent.roleIds ?? [STAFF],
    organisationSeasons: sent.organisationSeasons ?? (book.currentSeasonId === undefined ? [] : [book.currentSeasonId]),
    ...(sent.organisationGroupIds === undefined && onlyGroup !== undefined && another === undefined
      ? { organisationGroupIds: [onlyGroup] }
      : {}),
  };
}

/** What somebody new would be. Throws 403 and 422 as adding that person would. */
export function planCreate(caller: Scope, said: CustomerInput, book: NameLookup): PersonPlan {
  checkRequiredFields(said);
  const sent = withRolesByHand(withDefaults(caller, said, book), []);
  const { groupIds, roleIds } = getNewPersonMemberships(caller, sent);
  const actor = { customerId: 0, roles: [], groupIds, adminableGroupIds: [] };
  const writable = writableFields(caller, actor);
  if (!writable) throw forbidden();
  const changes = plannedColumns({ ...sent, email: parseEmail(sent.email) }, writable, BLANK, NO_TERMS);
  const columns = { ...BLANK, ...changes };
  const departmentIds = departmentsOf(sent, columns.resort_id, book) ?? [];
  const { roleIds: _, organisationGroupIds: __, ...rest } = sent;
  const held = { ...NOTHING_HELD, roleIds, organisationGroupIds: groupIds };
  const memberships = { roleIds, organisationGroupIds: groupIds, ...planMemberships(caller, held, rest, writable) };
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
    notes: [],
  };
}

/** The sentences of a refusal; throws on what is none. */
export function toRefusalReasons(error: unknown): string[] {
  if (error instanceof HttpError) return Object.values(error.errors).flat();
  throw error;
}
