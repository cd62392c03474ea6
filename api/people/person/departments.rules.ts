import { invalid } from '#api/platform/http/errors.ts';

export type DepartmentInput = number | string | { id: number };

/** The ids of a resort's departments that are named by id, object or name. Throws 422 for those that are not there. */
export function resolveDepartmentIds(
  ofResort: readonly { id: number; name: string }[],
  sent: readonly DepartmentInput[],
): number[] {
  const ids = sent.map((one) => {
    const wanted = typeof one === 'object' ? one.id : one;
    const named = typeof wanted === 'string' ? wanted.trim().toLowerCase() : undefined;
    return ofResort.find(({ id, name }) => (named === undefined ? id === wanted : name.toLowerCase() === named))?.id;
  });
  if (ids.includes(undefined)) throw invalid('departments', 'Departments must belong to the destination.');
  return [...new Set(ids as number[])].toSorted((a, b) => a - b);
}
