import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareTimes, describeGrowth, listTimes, readTestTimes, updateTimes } from './test-times.ts';

const BUDGETS = { a: 10, b: 20, c: 30, d: 4, e: 8 };
const times = (factor: number, others: Record<string, number> = {}) => ({
  ...Object.fromEntries(Object.entries(BUDGETS).map(([file, seconds]) => [file, seconds * factor])),
  ...others,
});

describe('a run', () => {
  it('at the pace of the budgets keeps them, and so does one on a machine that is slower as a whole', () => {
    expect(describeGrowth(times(1), BUDGETS)).toEqual([]);
    expect(describeGrowth(times(1.09), BUDGETS)).toEqual([]);
    expect(describeGrowth(times(3), BUDGETS)).toEqual([]);
  });

  it.each([1, 3])(
    '%i times as long names files that grew by more than a tenth, and new ones, those that lost most first',
    (factor) => {
      const grown = { a: 10.9 * factor, b: 22.1 * factor, new: 5 * factor, short: 2.1 * factor };
      expect(compareTimes(times(factor, grown), BUDGETS)).toEqual({
        pace: factor,
        grown: [
          { file: 'new', seconds: 5 * factor, budget: undefined },
          { file: 'b', seconds: 22.1 * factor, budget: 20 },
        ],
      });
    },
  );

  it('is described with the budget at its own pace', () => {
    expect(describeGrowth(times(2, { b: 60, new: 6 }), BUDGETS)).toEqual([
      'Slower than their budgets by more than a tenth (this run: 2.00 times the budgets; npm run test:times accepts these):',
      '    20 s  b (budget 40 s)'.replace('20 s', '60 s'),
      '   6.0 s  new (no budget yet)',
    ]);
  });

  it('without budgets is taken as it is', () => {
    expect(compareTimes({ a: 3, b: 1 }, {})).toEqual({ pace: 1, grown: [{ file: 'a', seconds: 3, budget: undefined }] });
  });
});

describe('an update', () => {
  it('changes what moved by more than a tenth, at the pace of the budgets, and drops what is gone or short', () => {
    expect(updateTimes(times(2, { a: 50, b: 10, c: 62, d: 3, new: 12, short: 3 }), { ...BUDGETS, gone: 9 })).toEqual({
      a: 25,
      b: 5,
      c: 30,
      e: 8,
      new: 6,
    });
  });
});

it('the times of a report are in seconds, by path', () => {
  expect(listTimes([{ name: join(import.meta.dirname, 'x.test.ts'), startTime: 1000, endTime: 3500 }])).toEqual({
    'tools/x.test.ts': 2.5,
  });
});

it('every budget is one of a file that exists', async () => {
  const missing = Object.keys(await readTestTimes()).filter((file) => !existsSync(join(import.meta.dirname, '..', file)));
  expect(missing).toEqual([]);
});
