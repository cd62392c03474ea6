import { expect, it } from 'vitest';
import type { SentAddress } from '../cxml/shared-elements.rules.ts';
import { toAddressInput } from './sent-address.rules.ts';

const SENT: SentAddress = {
  id: '0001',
  name: 'Corvane Logistics',
  deliverTo: ['Anna Maria Example', 'Dock 4'],
  streets: ['1 Harbour Street', 'Building B', 'Yard 2'],
  city: 'Leeds',
  state: 'West Yorkshire',
  postcode: 'LS1 4AP',
  countryCode: 'GB',
  country: 'United Kingdom',
  email: 'dock@corvane.example',
  phone: '+44 113 1234567',
};

it('takes an address as it was sent: who receives it, the company, and all lines', () => {
  expect(toAddressInput(SENT, 77)).toEqual({
    firstName: 'Anna Maria',
    lastName: 'Example',
    email: 'dock@corvane.example',
    company: 'Corvane Logistics',
    countryId: 77,
    stateProvinceId: null,
    county: 'West Yorkshire',
    city: 'Leeds',
    address1: '1 Harbour Street',
    address2: 'Building B, Yard 2, Dock 4',
    zipPostalCode: 'LS1 4AP',
    phoneNumber: '+44 113 1234567',
    faxNumber: null,
  });
});

it('names the place where no one is named, and leaves out what was not sent', () => {
  const { deliverTo: _deliverTo, ...rest } = SENT;
  const bare = { ...rest, deliverTo: [], streets: [], state: undefined, email: undefined, phone: undefined, postcode: undefined };
  expect(toAddressInput(bare, 77)).toMatchObject({
    firstName: 'Corvane',
    lastName: 'Logistics',
    address1: '',
    address2: null,
    county: null,
    email: null,
    zipPostalCode: '',
    phoneNumber: null,
  });
  expect(toAddressInput({ ...bare, name: 'Depot' }, 77)).toMatchObject({ firstName: '–', lastName: 'Depot', company: 'Depot' });
  expect(toAddressInput({ ...bare, name: undefined }, 77)).toMatchObject({ firstName: '–', lastName: '–', company: null });
});

it('cuts what is longer than ours', () => {
  const long = toAddressInput({ ...SENT, name: 'n'.repeat(300), deliverTo: [`${'f'.repeat(200)} ${'l'.repeat(200)}`] }, 77);
  expect([long.firstName?.length, long.lastName?.length, long.company?.length]).toEqual([100, 100, 200]);
});
