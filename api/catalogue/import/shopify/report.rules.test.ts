import { expect, test } from 'vitest';
import { describeSummary, emptySummary, reportLine } from './report.rules.ts';

test('marks cells as text when a spreadsheet would run them as formulas', () => {
  const entry = { line: 7, outcome: 'refused', handle: 'a,b', sku: '=1+2', text: 'the price "x"\nis not a number' } as const;
  expect(reportLine(entry)).toBe(`7,refused,"a,b",'=1+2,"the price ""x""\nis not a number"\r\n`);
});

test('uses the singular when there is one warning', () => {
  expect(describeSummary({ ...emptySummary(), rows: 3, warnings: 1 }).at(-1)).toBe(
    'rows       3 read, 0 refused, 1 warning; 0 changed in the database',
  );
});
