import type { AllocationLimits } from '#api/entitlement/permitted-types.rules.ts';
import type { ReferenceNames } from '#api/platform/audit/history.rules.ts';
import { type IdsByName, normaliseName } from '#api/platform/workbook/cell-names.ts';
import type { ChangeReferences } from '../person/planned-change.rules.ts';

/** A cost centre of the organisation, as files name it. */
export interface KnownCostCentre {
  id: number;
  code: string;
  name: string;
  /** It can be chosen today. */
  isOpen: boolean;
}

/** The names that a file can use: those of the organisation at present. */
export interface NameLookup {
  /** Names by id, to describe changes. */
  names: ReferenceNames;
  groups: IdsByName;
  resorts: IdsByName;
  areas: IdsByName;
  jobs: IdsByName;
  collections: IdsByName;
  seasons: IdsByName;
  roles: IdsByName;
  allocations: IdsByName;
  /** By code, and by code and name as lists show them. */
  costCentres: ReadonlyMap<string, KnownCostCentre>;
  /** Departments of all resorts. */
  departments: IdsByName;
  references: ChangeReferences;
  departmentsOf: ReadonlyMap<number, readonly { id: number; name: string }[]>;
  currentSeasonId: number | undefined;
}

/** Whether a file can name a role. Everyone has Registered (3); the other roles below 33 are not for people. */
export const isRoleOfPeople = (roleId: number) => roleId >= 33;

/** Builds the lookup from the names of an organisation. */
export function createNameLookup(
  names: ReferenceNames,
  departments: readonly { id: number; name: string; resort_id: number }[],
  currentSeasonId: number | undefined,
  allocation: AllocationLimits,
  costCentres: readonly KnownCostCentre[] = [],
): NameLookup {
  const byName = (table: string, isIncluded: (id: number) => boolean = () => true): IdsByName =>
    new Map([...(names[table] ?? [])].filter(([id]) => isIncluded(id)).map(([id, name]) => [normaliseName(name), id]));
  const departmentsOf = new Map<number, { id: number; name: string }[]>();
  for (const { id, name, resort_id } of departments)
    departmentsOf.set(resort_id, [...(departmentsOf.get(resort_id) ?? []), { id, name }]);
  return {
    names,
    groups: byName('organisation_group'),
    resorts: byName('resort'),
    areas: byName('business_area'),
    jobs: byName('job_role'),
    collections: byName('collection'),
    seasons: byName('season'),
    roles: byName('role', isRoleOfPeople),
    allocations: byName('allocation_type'),
    costCentres: new Map([
      ...costCentres.map((centre) => [normaliseName(`${centre.code} ${centre.name}`), centre] as const),
      ...costCentres.map((centre) => [normaliseName(centre.code), centre] as const),
    ]),
    departments: byName('department'),
    references: { departments: departments.map(({ id, name, resort_id }) => ({ id, name, resortId: resort_id })), allocation },
    departmentsOf,
    currentSeasonId,
  };
}
