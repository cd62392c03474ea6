import type { AllocationLimits } from '#api/entitlement/permitted-types.rules.ts';
import type { ReferenceNames } from '#api/platform/audit/history.rules.ts';
import type { ChangeReferences } from '../person/planned-change.rules.ts';

/** Ids by normalised name. */
type IdsByName = ReadonlyMap<string, number>;

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
  /** Departments of all resorts. */
  departments: IdsByName;
  references: ChangeReferences;
  departmentsOf: ReadonlyMap<number, readonly { id: number; name: string }[]>;
  currentSeasonId: number | undefined;
}

/** A name as it is compared: trimmed, in lower case, with single spaces. */
export const normaliseName = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** Whether a file can name a role. Everyone has Registered (3); the other roles below 33 are not for people. */
const isRoleOfPeople = (roleId: number) => roleId >= 33;

/** Builds the lookup from the names of an organisation. */
export function createNameLookup(
  names: ReferenceNames,
  departments: readonly { id: number; name: string; resort_id: number }[],
  currentSeasonId: number | undefined,
  allocation: AllocationLimits,
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
    departments: byName('department'),
    references: { departments: departments.map(({ id, name, resort_id }) => ({ id, name, resortId: resort_id })), allocation },
    departmentsOf,
    currentSeasonId,
  };
}

/**
 * The names in one cell: the whole cell where that is a name, otherwise its parts between semicolons or bars, otherwise between commas.
 * Known names that contain a comma are recognised.
 */
export function splitNames(cell: string, known: IdsByName): string[] {
  if (known.has(normaliseName(cell))) return [cell];
  const parts = cell.split(/[;|]/).map((part) => part.trim());
  return parts.filter(Boolean).flatMap((part) => (known.has(normaliseName(part)) ? [part] : splitAtCommas(part, known)));
}

function splitAtCommas(text: string, known: IdsByName): string[] {
  const pieces = text.split(',').map((piece) => piece.trim());
  const names: string[] = [];
  for (let start = 0; start < pieces.length; ) {
    let end = pieces.length;
    while (end > start + 1 && !known.has(normaliseName(pieces.slice(start, end).join(', ')))) end -= 1;
    const name = pieces.slice(start, end).join(', ');
    if (name) names.push(name);
    start = end;
  }
  return names;
}
