import { expect, it } from 'vitest';
import { describeConflicts, mergeGuide, takePart } from './guide-conflicts.ts';
import type { GuideDraft } from './guide-table.ts';

const base: GuideDraft = {
  name: 'Polos',
  wearers: 'men',
  columns: ['Size', 'Chest (cm)'],
  rows: [
    ['M', '92–97'],
    ['L', '98–103'],
  ],
  version: 1,
};
const withChest = (figure: string): GuideDraft => ({ ...base, rows: [['M', figure], base.rows[1] ?? []] });

it('joins changes of different parts', () => {
  const { merged, conflicts } = mergeGuide(base, withChest('90–95'), { ...base, name: 'Polo shirts', version: 2 });
  expect(conflicts).toEqual([]);
  expect(merged).toEqual({ ...withChest('90–95'), name: 'Polo shirts', version: 2 });
});

it('names the same part changed on both sides, with the cells that differ, and keeps what was typed', () => {
  const theirs = { ...withChest('91–96'), version: 2 };
  const { merged, conflicts } = mergeGuide(base, withChest('90–95'), theirs);
  expect(merged).toEqual({ ...withChest('90–95'), version: 2 });
  expect(describeConflicts(merged, theirs, conflicts)).toEqual([
    { name: 'table', label: 'Table', mine: 'M, Chest (cm): 90–95', theirs: 'M, Chest (cm): 91–96' },
  ]);
  expect(describeConflicts(takePart(merged, theirs, 'table'), theirs, conflicts)).toEqual([]);
});

it('takes the wearers with the table', () => {
  const { conflicts } = mergeGuide(base, withChest('90–95'), { ...base, wearers: 'women', version: 2 });
  expect(conflicts).toEqual(['table']);
});

it('has no conflict where both made the same change', () => {
  expect(mergeGuide(base, withChest('90–95'), { ...withChest('90–95'), version: 2 }).conflicts).toEqual([]);
});
