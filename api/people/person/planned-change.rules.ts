import type { Actor, Scope } from '#api/platform/http/scope.ts';
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

/** What a change of somebody is worked out from. */
export interface PersonState {
  columns: PersonColumns;
  departmentIds: readonly number[];
  memberships: Memberships;
  terms: TermsRules;
}

/** Somebody as they stand before a change. */
export interface LockedPerson extends PersonState {
  actor: Actor;
  version: number;
  fieldVersions: Readonly<Record<string, number>>;
}

/** A department of the organisation, and where it is. */
export interface ResortDepartment {
  id: number;
  name: string;
  resortId: number;
}

/** What a change of one person would write; only what differs. */
export interface PlannedChange {
  columns: Partial<PersonColumns>;
  /** Undefined where they stay. */
  departmentIds: readonly number[] | undefined;
  memberships: Partial<Record<Membership, number[]>>;
}

/**
 * What the writable ones of the sent fields change of a person. The one place that decides it: for one person, for many at
 * once, and for a line of a file. The ids are the organisation's. Throws 403 for groups and roles out of the caller's reach, 422 for values.
 */
export function planPersonChange(
  caller: Scope,
  person: PersonState,
  sent: CustomerInput,
  writable: ReadonlySet<string>,
  departments: readonly ResortDepartment[],
): PlannedChange {
  const columns = plannedColumns(sent, writable as ReadonlySet<never>, person.columns, person.terms);
  const resortId = columns.resort_id === undefined ? person.columns.resort_id : columns.resort_id;
  // Departments belong to their resort: another resort begins without.
  const kept = 'resort_id' in columns ? [] : person.departmentIds;
  const departmentIds =
    sent.departments !== undefined && writable.has('departments')
      ? resolveDepartmentIds(
          departments.filter((department) => department.resortId === resortId),
          sent.departments ?? [],
        )
      : kept;
  return {
    columns,
    departmentIds: departmentIds.join() === person.departmentIds.join() ? undefined : departmentIds,
    memberships: planMemberships(caller, person.memberships, sent, writable),
  };
}

/** The names under which the database counts what a change writes; empty where it writes nothing. */
export const versionedFieldNames = ({ columns, departmentIds, memberships }: PlannedChange): string[] => [
  ...Object.keys(columns),
  ...(departmentIds ? ['departments'] : []),
  ...Object.keys(memberships).map((name) => MEMBERSHIPS[name as Membership].counted),
];

/** The changed fields before and after, under the wire's names, as the audit trail keeps them. */
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
