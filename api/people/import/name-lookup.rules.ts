import type { ReferenceNames } from '../person/history.rules.ts';
import type { ResortDepartment } from '../person/planned-change.rules.ts';

/** Something of the organisation by its name. */
type ByName = ReadonlyMap<string, number>;

/** The names that a file can use, as the organisation has them now. */
export interface NameLookup {
  /** What ids are called, for words about changes. */
  names: ReferenceNames;
  groups: ByName;
  resorts: ByName;
  areas: ByName;
  jobs: ByName;
  collections: ByName;
  seasons: ByName;
  roles: ByName;
  allocations: ByName;
  /** Names of departments of any resort. */
  departments: ByName;
  allDepartments: readonly ResortDepartment[];
  departmentsOf: ReadonlyMap<number, readonly { id: number; name: string }[]>;
  currentSeasonId: number | undefined;
}

export const normaliseName = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** Roles that a file can name: everybody is Registered without saying so, and the rest of the system's are not people's. */
const isGiven = (roleId: number) => roleId >= 33;

/** Puts the names of an organisation in order. */
export function createNameLookup(
  names: ReferenceNames,
  departments: readonly { id: number; name: string; resort_id: number }[],
  currentSeasonId: number | undefined,
): NameLookup {
  const byName = (of: string, isWanted: (id: number) => boolean = () => true): ByName =>
    new Map([...(names[of] ?? [])].filter(([id]) => isWanted(id)).map(([id, name]) => [normaliseName(name), id]));
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
    roles: byName('role', isGiven),
    allocations: byName('allocation_type'),
    departments: byName('department'),
    allDepartments: departments.map(({ id, name, resort_id }) => ({ id, name, resortId: resort_id })),
    departmentsOf,
    currentSeasonId,
  };
}

/**
 * The names in one cell: the whole of it where that is a name, else its parts between semicolons or bars, else between commas,
 * where a name with a comma of its own is still found.
 */
export function splitNames(cell: string, known: ByName): string[] {
  if (known.has(normaliseName(cell))) return [cell];
  const parts = cell.split(/[;|]/).map((part) => part.trim());
  return parts.filter(Boolean).flatMap((part) => (known.has(normaliseName(part)) ? [part] : namesBetweenCommas(part, known)));
}

function namesBetweenCommas(text: string, known: ByName): string[] {
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
