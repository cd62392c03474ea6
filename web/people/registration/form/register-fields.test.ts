import { describe, expect, it } from 'vitest';
import {
  emptyRegistrationForm,
  getRegistrationNextStep,
  listRegistrationFields,
  listResortDepartments,
  type RegistrationFormValues,
  type RegistrationTokenCheck,
  toRegistrationBody,
  validateRegistration,
  withResort,
} from './register-fields.ts';

const lodge = {
  id: 1,
  name: 'Lodge',
  departments: [
    { id: 11, name: 'Kitchen' },
    { id: 12, name: 'Spa' },
  ],
};
const office = { id: 2, name: 'Office', departments: [] };

const asksNothing: RegistrationTokenCheck = {
  success: true,
  employeeNumberEnabled: false,
  poNumberEnabled: false,
  genderEnabled: false,
  passwordEnabled: false,
  resortEnabled: false,
  availableResorts: [],
  businessAreaEnabled: false,
  availableBusinessAreas: [],
  collectionEnabled: false,
  availableCollections: [],
  logoUrl: null,
  primaryColour: null,
  secondaryColour: null,
  tertiaryColour: null,
};
const asksEverything: RegistrationTokenCheck = {
  ...asksNothing,
  employeeNumberEnabled: true,
  poNumberEnabled: true,
  genderEnabled: true,
  resortEnabled: true,
  availableResorts: [lodge, office],
  businessAreaEnabled: true,
  availableBusinessAreas: [{ id: 3, name: 'Front of House' }],
  collectionEnabled: true,
  availableCollections: [{ id: 4, name: 'Chefs' }],
};
const named: RegistrationFormValues = {
  ...emptyRegistrationForm,
  firstName: ' Zoë ',
  lastName: 'Quinn',
  email: ' zoe@new.example ',
};
const complete: RegistrationFormValues = {
  ...named,
  employeeNumber: ' E-1 ',
  poNumber: 'PO-7',
  gender: 20,
  organisationResortId: 1,
  departments: [11],
  organisationBusinessAreaId: 3,
  organisationCollections: 4,
};

describe('the form of a registration', () => {
  it('asks only for name and email when the link requests nothing', () => {
    expect(listRegistrationFields(asksNothing, emptyRegistrationForm)).toEqual(['firstName', 'lastName', 'email']);
  });

  it('lists the requested fields in order, and departments once the destination has some', () => {
    const always = ['firstName', 'lastName', 'email', 'employeeNumber', 'poNumber', 'gender', 'organisationResortId'];
    const last = ['organisationBusinessAreaId', 'organisationCollections'];

    expect(listRegistrationFields(asksEverything, emptyRegistrationForm)).toEqual([...always, ...last]);
    expect(listRegistrationFields(asksEverything, withResort(emptyRegistrationForm, 1))).toEqual([
      ...always,
      'departments',
      ...last,
    ]);
    expect(listRegistrationFields(asksEverything, withResort(emptyRegistrationForm, 2))).toEqual([...always, ...last]);
  });

  it('leaves out lists without entries', () => {
    const empty = { ...asksEverything, availableResorts: [], availableBusinessAreas: [], availableCollections: [] };

    expect(listRegistrationFields(empty, emptyRegistrationForm)).toEqual([
      'firstName',
      'lastName',
      'email',
      'employeeNumber',
      'poNumber',
      'gender',
    ]);
  });

  it('clears the departments when the destination changes', () => {
    expect(withResort(complete, 2)).toEqual({ ...complete, organisationResortId: 2, departments: [] });
    expect(listResortDepartments(asksEverything, 1)).toEqual(lodge.departments);
    expect(listResortDepartments(asksEverything, 0)).toEqual([]);
  });

  it('returns the error of each missing field', () => {
    expect(validateRegistration(asksEverything, withResort(emptyRegistrationForm, 1))).toEqual({
      firstName: 'First name is required.',
      lastName: 'Last name is required.',
      email: 'Email is required.',
      employeeNumber: 'Employee number is required.',
      poNumber: 'PO number is required.',
      gender: 'Gender is required.',
      departments: 'Department is required.',
      organisationBusinessAreaId: 'Business area is required.',
      organisationCollections: 'Wardrobe area is required.',
    });
    expect(validateRegistration(asksEverything, { ...complete, organisationResortId: 0 })).toEqual({
      organisationResortId: 'Destination is required.',
    });
    expect(validateRegistration(asksNothing, { ...named, lastName: '  ' })).toEqual({ lastName: 'Last name is required.' });
    expect([validateRegistration(asksEverything, complete), validateRegistration(asksNothing, named)]).toEqual([{}, {}]);
  });

  it('sends only the requested fields', () => {
    expect(toRegistrationBody(asksEverything, complete, 'tok')).toEqual({
      token: 'tok',
      firstName: 'Zoë',
      lastName: 'Quinn',
      email: 'zoe@new.example',
      employeeNumber: 'E-1',
      poNumber: 'PO-7',
      gender: 20,
      organisationResortId: 1,
      departments: [11],
      organisationBusinessAreaId: 3,
      organisationCollections: [{ id: 4 }],
    });
    expect(toRegistrationBody(asksNothing, complete, 'tok')).toEqual({
      token: 'tok',
      firstName: 'Zoë',
      lastName: 'Quinn',
      email: 'zoe@new.example',
    });
  });
});

describe('the next step after registering', () => {
  it.each([
    [2, null, 'confirmEmail'],
    [3, null, 'awaitApproval'],
    [3, 'Registered.', 'awaitApproval'],
    [1, 'You can log in now.', { message: 'You can log in now.' }],
    [4, 'Registration is closed.', { message: 'Registration is closed.' }],
    [1, null, 'awaitApproval'],
    [4, '', 'awaitApproval'],
    [null, null, 'awaitApproval'],
  ])('for type %s with the message %s is %s', (userRegistrationType, msg, step) => {
    expect(getRegistrationNextStep({ userRegistrationType, msg })).toEqual(step);
  });
});
