import type { ReasonOf } from '#api/platform/reasons.ts';
import { AllocationType } from './entitlement.rules.ts';

/** A wardrobe or a group that permits only some allocation types. */
export interface AllocationLimit {
  kind: 'wardrobe' | 'group';
  id: number;
  name: string;
  typeIds: readonly number[];
}

/** The allocation types of an organisation, and who permits only some of them: what is not listed permits all. */
export interface AllocationLimits {
  types: readonly { id: number; name: string }[];
  limits: readonly AllocationLimit[];
}

/** Why a person cannot have an allocation type. */
export const ALLOCATION_WORDING = {
  no_such_allocation_type: () => 'There is no such allocation type.',
  allocation_type_not_permitted: ({
    type,
    limits,
    permitted,
  }: {
    type: string;
    /** The wardrobes and groups that do not permit the type. */
    limits: Pick<AllocationLimit, 'kind' | 'name'>[];
    /** The names of the types that all of the person's permit. */
    permitted: string[];
  }) => `${describeLimits(limits)} not permit ${type}. ${describePermitted(permitted)}`,
};
/** One of them, as it is stored. */
export type AllocationReason = ReasonOf<typeof ALLOCATION_WORDING>;

/** The wardrobes and groups of a person. */
export interface AllocationSources {
  collectionIds: readonly number[];
  groupIds: readonly number[];
}

/** What decides whether a person may have their allocation type; null counts as Quantity. */
export interface AllocationHolder extends AllocationSources {
  allocationTypeId: number | null;
}

/** The allocation types that all wardrobes and all groups of a person permit; none where they have no type in common. */
export const listPermittedTypes = ({ types, limits }: AllocationLimits, sources: AllocationSources) => {
  const own = limits.filter((limit) => isAmong(limit, sources));
  return types.filter(({ id }) => own.every(({ typeIds }) => typeIds.includes(id)));
};

/**
 * The type of a person for whom none is named: none where Quantity is permitted, because none counts as Quantity; otherwise the first
 * that is permitted. None where nothing is.
 */
export function getDefaultType(limits: AllocationLimits, sources: AllocationSources): number | null {
  const permitted = listPermittedTypes(limits, sources);
  return permitted.some(({ id }) => id === AllocationType.QUANTITY) ? null : (permitted[0]?.id ?? null);
}

/**
 * The allocation type of a person after a change, or why the change is refused. A new type has to be permitted by all wardrobes and
 * groups, and new wardrobes and groups have to permit the type. What is not new is not checked, so that someone whose wardrobe has
 * stopped permitting their type keeps it and can still be changed otherwise. Someone without a type gets one with a new wardrobe or group
 * if Quantity is not permitted.
 */
export function planAllocationType(
  { types, limits }: AllocationLimits,
  before: AllocationHolder,
  after: AllocationHolder,
): { typeId: number | null } | { refusal: AllocationReason } {
  const { allocationTypeId } = after;
  const type = types.find(({ id }) => id === (allocationTypeId ?? AllocationType.QUANTITY));
  if (!type) return { refusal: { kind: 'no_such_allocation_type' } };
  const own = limits.filter((limit) => isAmong(limit, after));
  const areAllChecked = hasNewType(before, after) || (allocationTypeId === null && hasNewSource(before, after));
  const opposed = own.filter((limit) => !limit.typeIds.includes(type.id) && (areAllChecked || !isAmong(limit, before)));
  if (opposed.length === 0) return { typeId: allocationTypeId };
  const permitted = listPermittedTypes({ types, limits }, after);
  if (allocationTypeId === null && permitted[0]) return { typeId: permitted[0].id };
  return {
    refusal: {
      kind: 'allocation_type_not_permitted',
      type: type.name,
      limits: opposed.map(({ kind, name }) => ({ kind, name })),
      permitted: permitted.map(({ name }) => name),
    },
  };
}

/** Whether a type is named that is not the person's; naming none is the same as Quantity. */
const hasNewType = (before: AllocationHolder, after: AllocationHolder) =>
  after.allocationTypeId === null
    ? (before.allocationTypeId ?? AllocationType.QUANTITY) !== AllocationType.QUANTITY
    : after.allocationTypeId !== before.allocationTypeId;

const hasNewSource = (before: AllocationSources, after: AllocationSources) =>
  after.collectionIds.some((id) => !before.collectionIds.includes(id)) ||
  after.groupIds.some((id) => !before.groupIds.includes(id));

const isAmong = ({ kind, id }: AllocationLimit, { collectionIds, groupIds }: AllocationSources) =>
  (kind === 'wardrobe' ? collectionIds : groupIds).includes(id);

const describeLimits = (limits: readonly Pick<AllocationLimit, 'kind' | 'name'>[]) =>
  `${join(limits.map(({ kind, name }, index) => `${index === 0 ? 'The' : 'the'} ${kind} “${name}”`))} ${limits.length === 1 ? 'does' : 'do'}`;

const describePermitted = (permitted: readonly string[]) =>
  permitted.length === 0 ? 'Their wardrobes and groups have no permitted type in common.' : `Permitted: ${join(permitted)}.`;

const join = (parts: readonly string[]) => new Intl.ListFormat('en-GB').format(parts);
