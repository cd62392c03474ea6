import { expect, it } from 'vitest';
import { normaliseHeading } from '#api/platform/workbook/cell-names.ts';
import { findMappingProblem, suggestImportFields } from './columns.rules.ts';
import { PEOPLE_ALIASES } from './people-headings.ts';

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

it.each([
  [
    'Workday',
    'Employee ID; Worker; Legal Name - First Name; Legal Name - Last Name; Primary Work Email; Business Title; Original Hire Date; Hire Date; Scheduled Weekly Hours; Active Status',
    ['employeeNumber', null, 'firstName', 'lastName', 'email', 'jobRoleId', null, 'startDateUtc', 'weeklyHours', 'active'],
  ],
  [
    'SuccessFactors',
    'STATUS; USERID; FIRSTNAME; LASTNAME; GENDER; EMAIL; HIREDATE; DEPT; LOCATION; TITLE',
    [
      'active',
      'employeeNumber',
      'firstName',
      'lastName',
      'gender',
      'email',
      'startDateUtc',
      'departments',
      'organisationResortId',
      'jobRoleId',
    ],
  ],
  [
    'BambooHR',
    'Employee #; Last name, First name; Work Email; Job Title; Location; Division; Employment Status',
    ['employeeNumber', 'fullName', 'email', 'jobRoleId', 'organisationResortId', 'organisationGroupIds', 'active'],
  ],
  [
    'Personio',
    'Personnel number; First name; Last name; Office; Weekly working hours; Contract ends',
    ['employeeNumber', 'firstName', 'lastName', 'organisationResortId', 'weeklyHours', 'endDateUtc'],
  ],
  [
    'ADP',
    'Associate ID; Payroll Name; Work Contact: Work Email; Job Title Description; Position Status; Termination Date',
    ['employeeNumber', 'fullName', 'email', 'jobRoleId', 'active', 'endDateUtc'],
  ],
  [
    'Sage',
    'Works Number; Surname; Forename; Start Date; Leaving Date; E-mail 1',
    ['employeeNumber', 'lastName', 'firstName', 'startDateUtc', 'endDateUtc', 'email'],
  ],
  [
    'DATEV',
    'Pers.-Nr.; Name; Vorname; Geschlecht; Eintrittsdatum; Austrittsdatum; Betriebsstätte; Tätigkeit; Wochenstunden',
    [
      'employeeNumber',
      'lastName',
      'firstName',
      'gender',
      'startDateUtc',
      'endDateUtc',
      'organisationResortId',
      'jobRoleId',
      'weeklyHours',
    ],
  ],
])('knows the headings of %s', (_system, headings, fields) => {
  expect(suggestImportFields('people', headings.split('; '), new Map())).toEqual(fields);
});

it('knows each heading for one field only', () => {
  const headings = Object.values(PEOPLE_ALIASES).flat();
  expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
});

it('leaves columns of whole names as they were chosen', () => {
  const saved = new Map([['name', 'fullName' as const]]);
  expect(suggestImportFields('people', ['Name', 'Vorname'], saved)).toEqual(['fullName', 'firstName']);
  expect(findMappingProblem('people', ['fullName', 'firstName', 'email'], 3)).toMatch(/chosen twice/);
});
