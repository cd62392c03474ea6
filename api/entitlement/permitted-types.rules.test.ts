import { describe, expect, it } from 'vitest';
import { describeReason } from '#api/platform/reasons.ts';
import {
  ALLOCATION_WORDING,
  type AllocationHolder,
  type AllocationLimit,
  getDefaultType,
  planAllocationType,
} from './permitted-types.rules.ts';

const types = [
  { id: 10, name: 'Fixed' },
  { id: 20, name: 'Quantity' },
  { id: 30, name: 'Points' },
];
const KITCHEN: AllocationLimit = { kind: 'wardrobe', id: 1, name: 'Kitchen', typeIds: [10, 20] };
const BAR: AllocationLimit = { kind: 'wardrobe', id: 2, name: 'Bar', typeIds: [30] };
const FIXED_ONLY: AllocationLimit = { kind: 'wardrobe', id: 3, name: 'Reception', typeIds: [10] };
const STORES: AllocationLimit = { kind: 'group', id: 1, name: 'Stores', typeIds: [10, 30] };
const limits = { types, limits: [KITCHEN, BAR, FIXED_ONLY, STORES] };
const nobody: AllocationHolder = { allocationTypeId: null, collectionIds: [], groupIds: [] };
const plan = (before: Partial<AllocationHolder>, after: Partial<AllocationHolder>) =>
  planAllocationType(limits, { ...nobody, ...before }, { ...nobody, ...before, ...after });

describe('the allocation type after a change', () => {
  it.each<[name: string, before: Partial<AllocationHolder>, after: Partial<AllocationHolder>, typeId: number | null]>([
    ['any type without wardrobes and groups', {}, { allocationTypeId: 30 }, 30],
    ['a type that the wardrobe permits', { collectionIds: [1] }, { allocationTypeId: 10 }, 10],
    ['a type that wardrobe and group permit', { collectionIds: [1], groupIds: [1] }, { allocationTypeId: 10 }, 10],
    ['any type with a wardrobe that permits all', { collectionIds: [9] }, { allocationTypeId: 30 }, 30],
    ['none, which counts as Quantity', { collectionIds: [1] }, { allocationTypeId: null }, null],
    ['none becomes the first permitted type where Quantity is not', {}, { collectionIds: [3] }, 10],
    ['none becomes a type that wardrobe and group permit', { groupIds: [1] }, { collectionIds: [1] }, 10],
    [
      'none that is chosen becomes the first permitted type',
      { allocationTypeId: 30, groupIds: [1] },
      { allocationTypeId: null },
      10,
    ],
    ['a type and the wardrobe that permits it', { allocationTypeId: 20 }, { allocationTypeId: 30, collectionIds: [2] }, 30],
    ['the present type, which a present wardrobe has stopped permitting', { allocationTypeId: 20, collectionIds: [2] }, {}, 20],
    [
      'a new wardrobe that permits the type beside one that does not',
      { allocationTypeId: 20, collectionIds: [2] },
      { collectionIds: [1, 2] },
      20,
    ],
    ['a wardrobe less', { allocationTypeId: 20, collectionIds: [2, 3] }, { collectionIds: [2] }, 20],
    ['no type with a wardrobe less', { collectionIds: [2, 3] }, { collectionIds: [2] }, null],
    ['none for Quantity, which changes nothing', { allocationTypeId: 20, collectionIds: [2] }, { allocationTypeId: null }, null],
    ['none becomes what the group permits with a wardrobe that permits all', { groupIds: [1] }, { collectionIds: [9] }, 10],
  ])('%s', (_name, before, after, typeId) => {
    expect(plan(before, after)).toEqual({ typeId });
  });

  it.each<[name: string, before: Partial<AllocationHolder>, after: Partial<AllocationHolder>, refusal: string]>([
    [
      'a type that the wardrobe does not permit',
      { collectionIds: [1] },
      { allocationTypeId: 30 },
      'The wardrobe “Kitchen” does not permit Points. Permitted: Fixed and Quantity.',
    ],
    [
      'a type that the group does not permit',
      { groupIds: [1] },
      { allocationTypeId: 20 },
      'The group “Stores” does not permit Quantity. Permitted: Fixed and Points.',
    ],
    [
      'a type that only one of two wardrobes permits',
      { collectionIds: [1, 3] },
      { allocationTypeId: 20 },
      'The wardrobe “Reception” does not permit Quantity. Permitted: Fixed.',
    ],
    [
      'a type that neither permits',
      { collectionIds: [1], groupIds: [1] },
      { allocationTypeId: 30, collectionIds: [1, 3] },
      'The wardrobe “Kitchen” and the wardrobe “Reception” do not permit Points. Permitted: Fixed.',
    ],
    [
      'a new wardrobe that does not permit the type',
      { allocationTypeId: 20 },
      { collectionIds: [2] },
      'The wardrobe “Bar” does not permit Quantity. Permitted: Points.',
    ],
    [
      'a new group that does not permit the type',
      { allocationTypeId: 20 },
      { groupIds: [1] },
      'The group “Stores” does not permit Quantity. Permitted: Fixed and Points.',
    ],
    [
      'Quantity for none, where it is not permitted',
      { collectionIds: [2] },
      { allocationTypeId: 20 },
      'The wardrobe “Bar” does not permit Quantity. Permitted: Points.',
    ],
    [
      'wardrobes without a type in common',
      {},
      { collectionIds: [1, 2] },
      'The wardrobe “Bar” does not permit Quantity. Their wardrobes and groups have no permitted type in common.',
    ],
    ['a type that does not exist', {}, { allocationTypeId: 99 }, 'There is no such allocation type.'],
  ])('is refused: %s', (_name, before, after, refusal) => {
    const planned = plan(before, after);
    expect('refusal' in planned && describeReason(ALLOCATION_WORDING, planned.refusal)).toBe(refusal);
  });
});

describe('the type of a person for whom none is named', () => {
  it.each<[name: string, collectionIds: number[], groupIds: number[], typeId: number | null]>([
    ['is none where Quantity is permitted', [1], [], null],
    ['is the first permitted type where it is not', [], [1], 10],
    ['is none where nothing is permitted', [1, 2], [], null],
  ])('%s', (_name, collectionIds, groupIds, typeId) => {
    expect(getDefaultType(limits, { collectionIds, groupIds })).toBe(typeId);
  });
});
