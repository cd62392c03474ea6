import { refusePerson } from './person-reasons.rules.ts';

export type DepartmentInput = number | string | { id: number };

/**
 * Resolves departments of a resort given by id, object or name to their ids. Throws 422 when the resort has no such department.
 */
export function resolveDepartmentIds(
  resortDepartments: readonly { id: number; name: string }[],
  input: readonly DepartmentInput[],
): number[] {
  const ids = input.map((department) => {
    const idOrName = typeof department === 'object' ? department.id : department;
    const lowerName = typeof idOrName === 'string' ? idOrName.trim().toLowerCase() : undefined;
    return resortDepartments.find(({ id, name }) =>
      lowerName === undefined ? id === idOrName : name.toLowerCase() === lowerName,
    )?.id;
  });
  if (ids.includes(undefined)) throw refusePerson(422, { departments: [{ kind: 'departments_elsewhere' }] });
  return [...new Set(ids as number[])].toSorted((a, b) => a - b);
}
