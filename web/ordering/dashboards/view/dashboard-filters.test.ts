import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DashboardFilters,
  describeDashboardFilters,
  type FilterChoices,
  readDashboardFilters,
  toDashboardQuery,
  writeDashboardFilters,
} from './dashboard-filters.ts';

const choices: FilterChoices = {
  seasons: [
    { id: 3, label: 'Winter 2026/27', isCurrent: true },
    { id: 2, label: 'Winter 2025/26', isCurrent: false },
  ],
  groups: [
    { id: 11, label: 'Hotels' },
    { id: 12, label: 'Spas' },
    { id: 13, label: 'Offices' },
  ],
  destinations: [{ id: 21, label: 'Torbay Heights' }],
  areas: [{ id: 31, label: 'Kitchen' }],
};
const read = (search: string, from = choices) => readDashboardFilters(new URLSearchParams(search), from);
const CURRENT: DashboardFilters = { seasonId: 3, groupIds: [], resortId: 0, businessAreaId: 0 };

describe('the filters of the address', () => {
  it('are of the current season without any', () => {
    expect(read('')).toEqual(CURRENT);
    expect(read('', { ...choices, seasons: [] })).toEqual({ ...CURRENT, seasonId: 0 });
  });

  it.each([
    ['season=all', { seasonId: 0 }],
    ['season=2', { seasonId: 2 }],
    ['group=12,11', { groupIds: [12, 11] }],
    ['group=12&resort=21&area=31', { groupIds: [12], resortId: 21, businessAreaId: 31 }],
  ])('are read from %s', (search, expected) => expect(read(search)).toEqual({ ...CURRENT, ...expected }));

  it.each(['season=9', 'season=x', 'group=99', 'group=-1', 'resort=22', 'area=0', 'resort=21;drop'])(
    'leave out what cannot be chosen: %s',
    (search) => expect(read(search)).toEqual(CURRENT),
  );

  it('are not known before what can be chosen, where the address names it', () => {
    expect(read('', { ...choices, seasons: undefined })).toBeUndefined();
    expect(read('group=11', { ...choices, groups: undefined })).toBeUndefined();
    expect(read('season=2', { ...choices, groups: undefined })).toEqual({ ...CURRENT, seasonId: 2 });
  });

  it('are read as they were written, and leave other parameters alone', () => {
    const anyFilters = fc.record({
      seasonId: fc.constantFrom(0, 2, 3),
      groupIds: fc.shuffledSubarray([11, 12, 13]),
      resortId: fc.constantFrom(0, 21),
      businessAreaId: fc.constantFrom(0, 31),
    });
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const params = writeDashboardFilters(filters, choices, new URLSearchParams('other=1&group=13'));
        expect(readDashboardFilters(params, choices)).toEqual(filters);
        expect(params.get('other')).toBe('1');
      }),
    );
  });

  it('ask the server for what is filtered alone', () => {
    expect(toDashboardQuery({ ...CURRENT, seasonId: 0 })).toEqual({});
    expect(toDashboardQuery({ seasonId: 2, groupIds: [11, 12], resortId: 21, businessAreaId: 31 })).toEqual({
      seasonId: 2,
      groupIds: [11, 12],
      resortId: 21,
      businessAreaId: 31,
    });
  });
});

it.each<[Partial<DashboardFilters>, Partial<FilterChoices>, string]>([
  [{}, {}, 'Winter 2026/27, all groups, destinations and areas'],
  [{ seasonId: 0 }, {}, 'All seasons, all groups, destinations and areas'],
  [{ groupIds: [11, 12] }, {}, 'Winter 2026/27, Hotels and Spas, all destinations and areas'],
  [
    { groupIds: [11, 12, 13], resortId: 21, businessAreaId: 31 },
    {},
    'Winter 2026/27, Hotels, Spas and Offices, Torbay Heights, Kitchen',
  ],
  [{}, { groups: [], areas: [] }, 'Winter 2026/27, all destinations'],
  [{ seasonId: 0 }, { seasons: [], groups: [], destinations: [], areas: [] }, ''],
  [{ seasonId: 0 }, { seasons: [], groups: [] }, 'All destinations and areas'],
])('%j of %j are described', (filters, has, words) => {
  expect(describeDashboardFilters({ ...CURRENT, ...filters }, { ...choices, ...has })).toBe(words);
});
