import { ApiError } from '#web/app/api-error.ts';
import type { Contents } from './draft-contents.ts';

interface Named {
  id: number;
  name: string;
}

/** Throws the messages of the fields that are wrong, as the server would. */
export function assertNoErrors(errors: Readonly<Record<string, string | false | undefined>>): void {
  const found = Object.entries(errors).flatMap(([name, text]): [string, string[]][] => (text ? [[name, [text]]] : []));
  if (found.length > 0)
    throw new ApiError(
      422,
      found.flatMap(([, texts]) => texts),
      Object.fromEntries(found),
    );
}

const isSameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Why a part cannot have this name; `id` is undefined for a new one. */
export const checkName = (parts: readonly Named[], id: number | undefined, name: string, one: string) =>
  parts.some((part) => part.id !== id && isSameName(part.name, name)) && `There is already ${one} with this name.`;

/** Why a number cannot be that; null is no number. */
export const checkNumber = (label: string, value: number | null, minimum: number, maximum: number) =>
  value !== null &&
  (!Number.isInteger(value) || value < minimum || value > maximum) &&
  `${label} must be a whole number from ${minimum} to ${maximum}.`;

/** Throws what is wrong with the values of a group. */
export function assertGroup(
  { collectionGroups }: Contents,
  id: number | undefined,
  values: { name: string; allocatedQuantity: number | null; minQuantity: number | null },
): void {
  const { name, allocatedQuantity, minQuantity } = values;
  assertNoErrors({
    name: checkName(collectionGroups, id, name, 'a group'),
    allocatedQuantity: checkNumber('Pieces', allocatedQuantity, 0, 999),
    minQuantity:
      checkNumber('Minimum pieces', minQuantity, 0, 999) ||
      (allocatedQuantity !== null &&
        minQuantity !== null &&
        minQuantity > allocatedQuantity &&
        'Minimum pieces must not be more than the pieces of the group.'),
  });
}

/** Throws what is wrong with the values of an either/or. */
export function assertSuperGroup(
  { superGroups }: Contents,
  id: number,
  { name, minSelect, maxSelect }: { name: string; minSelect: number; maxSelect: number },
): void {
  const options = superGroups.find((superGroup) => superGroup.id === id)?.options.length ?? 0;
  assertNoErrors({
    name: checkName(superGroups, id, name, 'an either/or'),
    minSelect:
      checkNumber('Minimum options', minSelect, 0, 20) ||
      (minSelect > maxSelect && 'Minimum options must not be more than maximum options.') ||
      (minSelect > options && `There are only ${options} options to choose from.`),
    maxSelect: checkNumber('Maximum options', maxSelect, 1, 20),
  });
}
