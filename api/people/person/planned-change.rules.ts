import { ALLOCATION_WORDING, type AllocationLimits, planAllocationType } from '#api/entitlement/permitted-types.rules.ts';
import { refuseFields } from '#api/platform/http/refusal.ts';
import { type Actor, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { resolveDepartmentIds } from './departments.rules.ts';
import { MEMBERSHIPS, type Membership, type Memberships, planMemberships } from './memberships.rules.ts';
import {
  type AuditValues,
  type CustomerInput,
  type PersonColumns,
  plannedColumns,
  type TermsRules,
  toAuditValues,
} from './person-fields.rules.ts';
import { refusePerson } from './person-reasons.rules.ts';

/** The state of a person from which a change is planned. */
export interface PersonState {
  columns: PersonColumns;
  departmentIds: readonly number[];
  memberships: Memberships;
  terms: TermsRules;
  /** Whether the last day of work is so long ago that a job closes the account. */
  hasLeft: boolean;
}

/** A person before a change, locked for update. */
export interface LockedPerson extends PersonState {
  actor: Actor;
  /** Whether the person has chosen a password, and with it confirmed their email address. */
  hasPassword: boolean;
  version: number;
  fieldVersions: Readonly<Record<string, number>>;
}

/** A department of the organisation and the resort that it belongs to. */
export interface ResortDepartment {
  id: number;
  name: string;
  resortId: number;
}

/** What a change of any person of an organisation is checked against. */
export interface ChangeReferences {
  departments: readonly ResortDepartment[];
  allocation: AllocationLimits;
}

/**
 * Whether the person's email address changes only on their own page: an administrator's takes the caller's password, and that of
 * someone with a password has to confirm first.
 */
export const isEmailFixed = ({ actor, hasPassword }: Pick<LockedPerson, 'actor' | 'hasPassword'>) =>
  hasPassword || isAdmin(actor);

/** What a change of one person would write: only the values that differ. */
export interface PlannedChange {
  columns: Partial<PersonColumns>;
  /** Undefined when they do not change. */
  departmentIds: readonly number[] | undefined;
  memberships: Partial<Record<Membership, number[]>>;
}

/** Whether a change decides what the person is owed: wardrobes, seasons, allocation type, opt-out. */
export const affectsEntitlement = ({ columns, memberships }: Pick<PlannedChange, 'columns' | 'memberships'>): boolean =>
  'allocation_type_id' in columns ||
  'wardrobe_opt_out_at' in columns ||
  memberships.organisationCollections !== undefined ||
  memberships.organisationSeasons !== undefined;

/**
 * Plans what a change of a person would write: the writable fields of the input whose values differ. Changes of one person,
 * bulk edits and imports all use this function. The caller has checked that the ids belong to the organisation. Throws 403
 * for groups and roles out of the caller's reach, and 422 for invalid values, among them an allocation type that the wardrobes and groups
 * do not permit.
 */
export function planPersonChange(
  caller: Scope,
  person: PersonState,
  input: CustomerInput,
  writable: ReadonlySet<string>,
  { departments, allocation }: ChangeReferences,
): PlannedChange {
  const columns = plannedColumns(input, writable as ReadonlySet<never>, person.columns, person.terms);
  if (columns.active === true && person.hasLeft && !('ends_on' in columns))
    throw refusePerson(422, { active: [{ kind: 'has_left' }] });
  const resortId = columns.resort_id === undefined ? person.columns.resort_id : columns.resort_id;
  // Departments belong to their resort: a new resort starts without departments.
  const current = 'resort_id' in columns ? [] : person.departmentIds;
  const departmentIds =
    input.departments !== undefined && writable.has('departments')
      ? resolveDepartmentIds(
          departments.filter((department) => department.resortId === resortId),
          input.departments ?? [],
        )
      : current;
  const memberships = planMemberships(caller, person.memberships, input, writable);
  return {
    columns: withAllocation(person, { columns, memberships }, allocation),
    departmentIds: departmentIds.join() === person.departmentIds.join() ? undefined : departmentIds,
    memberships,
  };
}

/**
 * The columns of a change with the allocation type that follows from it and from the wardrobes and groups after the change. Throws 422
 * where those do not permit it.
 */
export function withAllocation(
  person: Pick<PersonState, 'columns' | 'memberships'>,
  { columns, memberships }: Pick<PlannedChange, 'columns' | 'memberships'>,
  limits: AllocationLimits,
): Partial<PersonColumns> {
  const before = toAllocationHolder(person);
  const after = toAllocationHolder({
    columns: { ...person.columns, ...columns },
    memberships: { ...person.memberships, ...memberships },
  });
  const plan = planAllocationType(limits, before, after);
  if ('refusal' in plan) throw refuseFields(ALLOCATION_WORDING, 422, { allocationTypeId: [plan.refusal] });
  const { allocation_type_id: _, ...others } = columns;
  return plan.typeId === before.allocationTypeId ? others : { ...others, allocation_type_id: plan.typeId };
}

const toAllocationHolder = ({ columns, memberships }: Pick<PersonState, 'columns' | 'memberships'>) => ({
  allocationTypeId: columns.allocation_type_id,
  collectionIds: memberships.organisationCollections,
  groupIds: memberships.organisationGroupIds,
});

/** The names under which the database versions the changed fields; empty when nothing changes. */
export const versionedFieldNames = ({ columns, departmentIds, memberships }: PlannedChange): string[] => [
  ...Object.keys(columns),
  ...(departmentIds ? ['departments'] : []),
  ...Object.keys(memberships).map((name) => MEMBERSHIPS[name as Membership].counted),
];

/** The changed fields before and after, under the wire's names, as the audit log stores them. */
export function auditDiff(person: PersonState, planned: PlannedChange): { before: AuditValues; after: AuditValues } {
  const { columns, departmentIds, memberships } = planned;
  const names = Object.keys(memberships) as Membership[];
  return {
    before: {
      ...toAuditValues(person.columns, columns),
      ...(departmentIds ? { departments: [...person.departmentIds] } : {}),
      ...Object.fromEntries(names.map((name) => [name, [...person.memberships[name]]])),
    },
    after: {
      ...toAuditValues({ ...person.columns, ...columns }, columns),
      ...(departmentIds ? { departments: [...departmentIds] } : {}),
      ...memberships,
    },
  };
}
