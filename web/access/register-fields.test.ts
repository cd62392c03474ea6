import { describe, expect, it } from 'vitest';
import {
  type Check,
  departmentsOf,
  type Entered,
  fieldsOf,
  missingIn,
  nothingEntered,
  refusedIn,
  toCustomer,
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

const asksNothing: Check = {
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
const asksEverything: Check = {
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
const named: Entered = { ...nothingEntered, firstName: ' Zoë ', lastName: 'Quinn', email: ' zoe@new.example ' };
const complete: Entered = {
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
  it('asks for name and email alone where the link asks for nothing', () => {
    expect(fieldsOf(asksNothing, nothingEntered)).toEqual(['firstName', 'lastName', 'email']);
  });

  it('asks in its order for what the link asks for, and for departments once the destination has some', () => {
    const always = ['firstName', 'lastName', 'email', 'employeeNumber', 'poNumber', 'gender', 'organisationResortId'];
    const last = ['organisationBusinessAreaId', 'organisationCollections'];

    expect(fieldsOf(asksEverything, nothingEntered)).toEqual([...always, ...last]);
    expect(fieldsOf(asksEverything, withResort(nothingEntered, 1))).toEqual([...always, 'departments', ...last]);
    expect(fieldsOf(asksEverything, withResort(nothingEntered, 2))).toEqual([...always, ...last]);
  });

  it('does not ask for a choice among nothing', () => {
    const empty = { ...asksEverything, availableResorts: [], availableBusinessAreas: [], availableCollections: [] };

    expect(fieldsOf(empty, nothingEntered)).toEqual(['firstName', 'lastName', 'email', 'employeeNumber', 'poNumber', 'gender']);
  });

  it('forgets the departments when the destination changes', () => {
    expect(withResort(complete, 2)).toEqual({ ...complete, organisationResortId: 2, departments: [] });
    expect(departmentsOf(asksEverything, 1)).toEqual(lodge.departments);
    expect(departmentsOf(asksEverything, 0)).toEqual([]);
  });

  it('says of every field in its words that it is missing', () => {
    expect(missingIn(asksEverything, withResort(nothingEntered, 1))).toEqual({
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
    expect(missingIn(asksEverything, { ...complete, organisationResortId: 0 })).toEqual({
      organisationResortId: 'Destination is required.',
    });
    expect(missingIn(asksNothing, { ...named, lastName: '  ' })).toEqual({ lastName: 'Last name is required.' });
    expect([missingIn(asksEverything, complete), missingIn(asksNothing, named)]).toEqual([{}, {}]);
  });

  it('sends what the link asks for, and nothing else that was entered', () => {
    expect(toCustomer(asksEverything, complete, 'tok')).toEqual({
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
    expect(toCustomer(asksNothing, complete, 'tok')).toEqual({
      token: 'tok',
      firstName: 'Zoë',
      lastName: 'Quinn',
      email: 'zoe@new.example',
    });
  });

  it('puts what the server refuses beside the field it means', () => {
    expect(
      refusedIn({
        'departments[0]': ['Department is required.'],
        'organisationCollections[1].id': ['Wardrobe area is required.'],
        email: ['Email is not valid.', 'And more.'],
        request: ['Too many requests. Please wait a moment and try again.'],
        lastName: [],
      }),
    ).toEqual({
      departments: 'Department is required.',
      organisationCollections: 'Wardrobe area is required.',
      email: 'Email is not valid.',
    });
  });
});
