import { describe, expect, it } from 'vitest';
import {
  addColumn,
  addRow,
  describeProblem,
  findGuideBlocker,
  type GuidePreview,
  getGuideUnit,
  newGuide,
  pasteBlock,
  problemOf,
  removeColumn,
  removeRow,
  setCell,
  setUnit,
} from './guide-table.ts';

const problem = (values: object) => ({ row: null, column: null, line: null, isError: true, message: 'Wrong.', ...values });
const preview = (...problems: ReturnType<typeof problem>[]): GuidePreview => ({
  columns: [],
  rows: [],
  problems,
  uses: [],
  products: [],
});

describe('the table of a guide', () => {
  it('changes cell by cell', () => {
    expect(setCell(newGuide, { row: 1, column: 1 }, '92–97').rows[1]).toEqual(['M', '92–97']);
    expect(setCell(newGuide, { row: -1, column: 1 }, 'Bust (cm)').columns).toEqual(['Size', 'Bust (cm)']);
  });

  it('grows with what is pasted, and takes headings from a block pasted over a heading', () => {
    const pasted = pasteBlock(
      newGuide,
      [
        ['Size', 'Chest (in)', 'Hip (in)'],
        ['34', '86', ' 90 '],
        ['36', '91'],
      ],
      { row: -1, column: 0 },
    );
    expect(pasted.columns).toEqual(['Size', 'Chest (in)', 'Hip (in)']);
    expect(pasted.rows).toEqual([
      ['34', '86', '90'],
      ['36', '91', ''],
      ['L', '', ''],
    ]);
    const below = pasteBlock(newGuide, [['98'], ['104'], ['110']], { row: 1, column: 1 });
    expect(below.rows).toEqual([
      ['S', ''],
      ['M', '98'],
      ['L', '104'],
      ['', '110'],
    ]);
    expect(
      pasteBlock(
        newGuide,
        Array.from({ length: 500 }, () => ['1']),
        { row: 0, column: 0 },
      ).rows,
    ).toHaveLength(200);
  });

  it('adds and removes rows and columns', () => {
    expect(addRow(newGuide).rows.at(-1)).toEqual(['', '']);
    expect(removeRow(newGuide, 0).rows.map(([size]) => size)).toEqual(['M', 'L']);
    const wider = addColumn(newGuide, 'Hip');
    expect([wider.columns, wider.rows[0]]).toEqual([
      ['Size', 'Chest (cm)', 'Hip (cm)'],
      ['S', '', ''],
    ]);
    expect(removeColumn(wider, 1).columns).toEqual(['Size', 'Hip (cm)']);
  });

  it('names one unit in all headings but that of the sizes', () => {
    const inches = setUnit({ ...newGuide, columns: ['Waist (in)', 'Hip (cm)', 'EU'] }, 'in');
    expect([inches.columns, getGuideUnit(inches), getGuideUnit({ columns: ['Waist (in)', 'Hip (cm)'] })]).toEqual([
      ['Waist (in)', 'Hip (in)', 'EU'],
      'in',
      'cm',
    ]);
  });
});

describe('problems', () => {
  it('are shown at their cells, errors first', () => {
    const problems = [
      problem({ row: 1, column: 1, isError: false, message: 'Odd.' }),
      problem({ row: 1, column: 1 }),
      problem({ column: 1 }),
    ];
    expect(problemOf(problems, { row: 1, column: 1 })?.message).toBe('Wrong.');
    expect(problemOf(problems, { row: -1, column: 1 })).toBe(problems[2]);
    expect(problemOf(problems, { row: 0, column: 1 })).toBeUndefined();
  });

  it('name their place', () => {
    expect(describeProblem(problem({ row: 1, column: 1 }), newGuide)).toBe('M, Chest (cm): Wrong.');
    expect(describeProblem(problem({ row: 1, column: 1, line: 5 }), newGuide)).toBe('Line 5, Chest (cm): Wrong.');
    expect(describeProblem(problem({}), newGuide)).toBe('Wrong.');
  });

  it('keep a guide from being saved, as do a missing name and a table that is not checked yet', () => {
    const named = { ...newGuide, name: 'Tees' };
    expect(findGuideBlocker(newGuide, preview())).toBe('Enter a name.');
    expect(findGuideBlocker(named, undefined)).toBe('The table is being checked.');
    expect(findGuideBlocker(named, preview(problem({}), problem({})))).toBe('Correct the 2 highlighted cells.');
    expect(findGuideBlocker(named, preview(problem({ isError: false })))).toBeUndefined();
  });
});
