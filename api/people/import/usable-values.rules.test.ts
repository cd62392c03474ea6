import { expect, it } from 'vitest';
import { refuseRowField } from './import-reasons.rules.ts';
import { planUsable } from './usable-values.rules.ts';

const VALUES = { firstName: 'Ann', lastName: 'Ash', departments: ['Kiosk'], roleIds: [33], weeklyHours: 400 };
const noDepartment = () => refuseRowField(422, 'departments', { kind: 'departments_without_destination' });
const noHours = () => refuseRowField(422, 'weeklyHours', { kind: 'hours_are_no_number', cell: '400' });
const KNOWN = { isNew: false };

it('leaves out values that are refused, one after the other, and says so', () => {
  const { planned, notes, left } = planUsable(VALUES, KNOWN, (usable) => {
    if (usable.departments) throw noDepartment();
    if (usable.weeklyHours) throw noHours();
    return usable;
  });
  expect(planned).toEqual({ firstName: 'Ann', lastName: 'Ash', roleIds: [33] });
  expect(notes).toEqual([
    { kind: 'value_left', field: 'departments', why: { kind: 'departments_without_destination' } },
    { kind: 'value_left', field: 'weeklyHours', why: { kind: 'hours_are_no_number', cell: '400' } },
  ]);
  expect([...left]).toEqual(['departments', 'weeklyHours']);
});

it('refuses what identifies a person, what is missing, and everything else', () => {
  const refuse = (field: string) => () => {
    throw refuseRowField(422, field, { kind: 'no_key' });
  };
  for (const field of ['firstName', 'email', 'organisationGroupIds'])
    expect(() => planUsable({ ...VALUES, email: 'nobody', organisationGroupIds: [9] }, { isNew: true }, refuse(field))).toThrow();
  expect(() => planUsable(VALUES, KNOWN, refuse('firstName'))).toThrow();
  expect(() => planUsable(VALUES, KNOWN, refuse('email'))).toThrow();
  expect(() =>
    planUsable(VALUES, KNOWN, () => {
      throw new TypeError('a defect');
    }),
  ).toThrow(TypeError);
});

it('refuses what the importer may not do', () => {
  const plan = () => {
    throw refuseRowField(403, 'roleIds', { kind: 'role_not_by_file' });
  };
  expect(() => planUsable(VALUES, KNOWN, plan)).toThrow();
});

it('refuses a new person whose group cannot be used, and leaves the group of others', () => {
  const values = { ...VALUES, organisationGroupIds: [9] };
  const plan = (usable: typeof values | object) => {
    if ('organisationGroupIds' in usable) throw refuseRowField(422, 'organisationGroupIds', { kind: 'no_key' });
    return usable;
  };
  expect(() => planUsable(values, { isNew: true }, plan)).toThrow();
  expect([...planUsable(values, KNOWN, plan).left]).toEqual(['organisationGroupIds']);
});

it('ends where a value is refused although it was left out', () => {
  expect(() =>
    planUsable({ firstName: 'Ann' }, KNOWN, () => {
      throw noDepartment();
    }),
  ).toThrow();
});
