import { expect, it } from 'vitest';
import { refuseRowField } from './import-reasons.rules.ts';
import { planUsable } from './usable-values.rules.ts';

const VALUES = { firstName: 'Ann', lastName: 'Ash', departments: ['Kiosk'], roleIds: [33], weeklyHours: 400 };
const noDepartment = () => refuseRowField(422, 'departments', { kind: 'departments_without_destination' });
const noRole = () => refuseRowField(403, 'authorization', { kind: 'role_not_by_file' });

it('leaves out values that are refused, one after the other, and says so', () => {
  const { planned, notes, left } = planUsable(VALUES, (usable) => {
    if (usable.departments) throw noDepartment();
    if (usable.roleIds) throw noRole();
    return usable;
  });
  expect(planned).toEqual({ firstName: 'Ann', lastName: 'Ash', weeklyHours: 400 });
  expect(notes).toEqual([
    { kind: 'value_left', field: 'departments', why: { kind: 'departments_without_destination' } },
    { kind: 'value_left', field: 'roleIds', why: { kind: 'role_not_by_file' } },
  ]);
  expect([...left]).toEqual(['departments', 'roleIds']);
});

it('refuses what identifies a person, what is missing, and everything else', () => {
  const refuse = (field: string) => () => {
    throw refuseRowField(422, field, { kind: 'no_key' });
  };
  for (const field of ['firstName', 'email', 'organisationGroupIds']) expect(() => planUsable(VALUES, refuse(field))).toThrow();
  expect(() =>
    planUsable(VALUES, () => {
      throw new TypeError('a defect');
    }),
  ).toThrow(TypeError);
});

it('ends where a value is refused although it was left out', () => {
  expect(() =>
    planUsable(VALUES, () => {
      throw noDepartment();
    }),
  ).toThrow();
});
