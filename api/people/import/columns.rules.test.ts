import { expect, it } from 'vitest';
import { normaliseHeading } from '#api/platform/workbook/cell-names.ts';
import { suggestImportFields } from './columns.rules.ts';

it('suggests the fields of columns by the saved choices, otherwise by their headings', () => {
  const saved = new Map([
    [normaliseHeading('Badge'), 'employeeNumber' as const],
    [normaliseHeading('Site'), null],
  ]);
  expect(
    suggestImportFields('people', ['E-Mail', 'Surname', 'Staff No.', 'Badge', 'Site', 'Hire date', 'Shoe size', 'Mail'], saved),
  ).toEqual(['email', 'lastName', null, 'employeeNumber', null, 'startDateUtc', null, null]);
});

it('recognises the headings of workbooks that were exported earlier', () => {
  expect(suggestImportFields('range', ['Product', 'Status'], new Map())).toEqual(['name', 'published']);
  expect(suggestImportFields('range', ['Product', 'State'], new Map())).toEqual(['name', 'published']);
});
