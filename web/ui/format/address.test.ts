import { describe, expect, it } from 'vitest';
import { addressLines, formatShortAddress, type PostalAddress } from './address.tsx';

const lodge: PostalAddress = {
  firstName: 'Ana',
  lastName: 'Nowak',
  company: 'Lakeside Lodge',
  address1: '1 Shore Road',
  address2: null,
  city: 'Keswick',
  county: 'Cumbria',
  stateProvinceName: null,
  zipPostalCode: 'CA12 5DJ',
  countryName: 'United Kingdom',
};

describe('an address', () => {
  it('is formatted as on a parcel, without empty lines', () => {
    expect(addressLines(lodge)).toEqual([
      'Ana Nowak',
      'Lakeside Lodge',
      '1 Shore Road',
      'Keswick',
      'Cumbria',
      'CA12 5DJ',
      'United Kingdom',
    ]);
  });

  it('omits repeated and blank parts', () => {
    const lines = addressLines({
      ...lodge,
      firstName: '',
      lastName: '',
      company: 'Cumbria',
      address2: '  ',
      stateProvinceName: 'NY',
    });
    expect(lines).toEqual(['Cumbria', '1 Shore Road', 'Keswick', 'NY CA12 5DJ', 'United Kingdom']);
  });

  it('can be formatted in one line', () => {
    expect(formatShortAddress({ ...lodge, company: null })).toBe('Ana Nowak, 1 Shore Road, Keswick, CA12 5DJ');
  });
});
