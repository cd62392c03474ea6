import { demoPunchout } from '../punchout-connections.ts';
import type { BuyerCompany, SupplierConnection } from './connection.ts';
import { toPortalUrls } from './connection.ts';

/** Corvane Rail as its procurement system knows it. The last user is no one whom the portal knows. */
export const DEMO_COMPANY: BuyerCompany = {
  name: 'Corvane Rail',
  users: [
    { firstName: 'Dafydd', lastName: 'Pryce', email: 'buyer@corvane.example', costCentre: '4100' },
    { firstName: 'Saoirse', lastName: 'Ní Dhomhnaill', email: 'staff@corvane.example', costCentre: '4200' },
    { firstName: 'Alex', lastName: 'Newman', email: 'alex.newman@corvane.example', costCentre: '4300' },
  ],
  shipTo: {
    id: 'LEEDS-01',
    name: 'Corvane Rail, Leeds Neville Street',
    street: '3 Neville Street',
    city: 'Leeds',
    postcode: 'LS1 4BT',
    countryCode: 'GB',
    country: 'United Kingdom',
  },
  billTo: {
    id: 'ACCOUNTS',
    name: 'Corvane Rail Ltd, Accounts payable',
    street: 'Signal Box House, 3 Neville Street',
    city: 'Leeds',
    postcode: 'LS1 4BT',
    countryCode: 'GB',
    country: 'United Kingdom',
  },
};

/** What Corvane has agreed on with its supplier in the demonstration, for the portal at an address. */
export function demoConnection(portalOrigin: string): SupplierConnection {
  const { key, domain, buyerIdentity, supplierIdentity, sharedSecret, userName } = demoPunchout;
  const buyer = { domain, identity: buyerIdentity };
  return {
    name: 'Brackwell Workwear',
    ...toPortalUrls(portalOrigin, key),
    buyer,
    sender: buyer,
    supplier: { domain, identity: supplierIdentity },
    secret: sharedSecret,
    oci: { userName, password: sharedSecret },
    currencyCode: 'GBP',
    isTest: false,
  };
}
