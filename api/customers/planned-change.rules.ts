import type { Actor, Scope } from '../http/scope.ts';
import { type PersonColumns, plannedColumns, type SentCustomer, type TermsRules, type Told, toldOf } from './customers.rules.ts';
import { departmentsNamed } from './departments.rules.ts';
import { MEMBERSHIPS, type Membership, type Memberships, membershipsAfter } from './memberships.rules.ts';

/** What a change of somebody is worked out from. */
export interface PersonStanding {
  columns: PersonColumns;
  departmentIds: readonly number[];
  memberships: Memberships;
  terms: TermsRules;
}

/** Somebody as they stand before a change. */
export interface PersonBefore extends PersonStanding {
  actor: Actor;
  version: number;
  fieldVersions: Readonly<Record<string, number>>;
}

/** A department of the organisation, and where it is. */
export interface DepartmentAt {
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
export function planChange(
  caller: Scope,
  person: PersonStanding,
  sent: SentCustomer,
  writable: ReadonlySet<string>,
  departments: readonly DepartmentAt[],
): PlannedChange {
  const columns = plannedColumns(sent, writable as ReadonlySet<never>, person.columns, person.terms);
  const resortId = columns.resort_id === undefined ? person.columns.resort_id : columns.resort_id;
  // Departments belong to their resort: another resort begins without.
  const kept = 'resort_id' in columns ? [] : person.departmentIds;
  const departmentIds =
    sent.departments !== undefined && writable.has('departments')
      ? departmentsNamed(
          departments.filter((department) => department.resortId === resortId),
          sent.departments ?? [],
        )
      : kept;
  return {
    columns,
    departmentIds: departmentIds.join() === person.departmentIds.join() ? undefined : departmentIds,
    memberships: membershipsAfter(caller, person.memberships, sent, writable),
  };
}

/** The names under which the database counts what a change writes; empty where it writes nothing. */
export const countedNames = ({ columns, departmentIds, memberships }: PlannedChange): string[] => [
  ...Object.keys(columns),
  ...(departmentIds ? ['departments'] : []),
  ...Object.keys(memberships).map((name) => MEMBERSHIPS[name as Membership].counted),
];

/** The changed fields before and after, under the wire's names, as the audit trail keeps them. */
export function toldChange(person: PersonStanding, planned: PlannedChange): { before: Told; after: Told } {
  const { columns, departmentIds, memberships } = planned;
  const names = Object.keys(memberships) as Membership[];
  return {
    before: {
      ...toldOf(person.columns, columns),
      ...(departmentIds ? { departments: [...person.departmentIds] } : {}),
      ...Object.fromEntries(names.map((name) => [name, [...person.memberships[name]]])),
    },
    after: {
      ...toldOf({ ...person.columns, ...columns }, columns),
      ...(departmentIds ? { departments: [...departmentIds] } : {}),
      ...memberships,
    },
  };
}
