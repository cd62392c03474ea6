import { invalid } from '#api/platform/http/errors.ts';

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
  if (ids.includes(undefined)) throw invalid('departments', 'Departments must belong to the destination.');
  return [...new Set(ids as number[])].toSorted((a, b) => a - b);
}
