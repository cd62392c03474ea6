import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { bool, dateTime, described, displayOrder, entity, id, idOrNone, int, listOf, maybe, nullable, text } from '../values.ts';

/** An address in a reply. */
export const address = entity('Address', {
  id: int,
  firstName: text,
  lastName: text,
  email: described(nullable(text), 'Contact address for this delivery or invoice; null to use the person’s own.'),
  company: described(nullable(text), 'Company or building; null when there is none.'),
  countryId: described(int, 'Id from `GET /api/countries`.'),
  countryName: text,
  stateProvinceId: described(nullable(int), 'Id from `GET /api/states/{countryId}`; required where the country has states.'),
  stateProvinceName: described(nullable(text), 'Name of the state or province; null where the country has none.'),
  county: nullable(text),
  city: text,
  address1: text,
  address2: nullable(text),
  zipPostalCode: described(text, 'Postcode; empty for some addresses in countries that have none.'),
  phoneNumber: nullable(text),
  faxNumber: nullable(text),
  isDefault: described(bool, 'The address that is preselected; true for exactly one of a list that is not empty.'),
  isReadOnly: described(bool, 'True for addresses of the organisation and of destinations, which the person cannot change.'),
  source: described(
    Type.Union([Type.Literal('customer'), Type.Literal('organisation'), Type.Literal('resort'), Type.Literal('punchout')]),
    'Whose address it is: the person’s own, the organisation’s, a destination’s or fixed by PunchOut.',
  ),
  createdOnUtc: dateTime,
});

const line = maybe(Type.String({ maxLength: 2000 }));

/** An address in a request. The server checks required fields and lengths, with a message for each. */
export const addressInput = entity('AddressInput', {
  firstName: line,
  lastName: line,
  email: line,
  company: line,
  countryId: described(maybe(idOrNone('country', 'Country is required.')), 'Id from `GET /api/countries`.'),
  stateProvinceId: described(
    maybe(idOrNone('state', 'State is not valid.')),
    'Id from `GET /api/states/{countryId}`; required where the country has states.',
  ),
  county: line,
  city: line,
  address1: line,
  address2: line,
  zipPostalCode: described(line, 'Postcode; required unless `hasPostcodes` of the country is false.'),
  phoneNumber: line,
  faxNumber: line,
  isDefault: described(maybe(bool), 'Make this the preselected address.'),
});

/** Addresses of the person, countries and states. */
export const addressEndpoints = {
  'GET /api/countries': endpoint({
    name: 'listCountries',
    summary: 'List countries to which orders can be delivered',
    tags: ['Addresses'],
    access: signedIn,
    reply: listOf(
      'countries',
      entity({
        id: int,
        name: text,
        twoLetterIsoCode: described(text, 'ISO 3166-1 alpha-2 code, for example `GB`.'),
        threeLetterIsoCode: described(text, 'ISO 3166-1 alpha-3 code, for example `GBR`.'),
        numericIsoCode: described(int, 'ISO 3166-1 numeric code, for example 826.'),
        allowsBilling: described(bool, 'Whether invoices can be sent there.'),
        allowsShipping: described(bool, 'Whether orders can be delivered there.'),
        hasPostcodes: described(bool, 'Whether an address there needs a postcode.'),
      }),
    ),
  }),

  'GET /api/states/:countryId': endpoint({
    name: 'listStates',
    summary: 'List the states or provinces of a country',
    description: 'Empty for countries whose addresses have none.',
    tags: ['Addresses'],
    access: signedIn,
    params: Type.Object({ countryId: described(id('country'), 'Id from `GET /api/countries`.') }),
    reply: listOf(
      'states',
      entity({
        id: int,
        name: text,
        abbreviation: described(text, 'Short name, for example `NY`; empty when there is none.'),
        countryId: described(int, 'Id from `GET /api/countries`.'),
        displayOrder,
      }),
    ),
  }),

  'GET /api/billingaddresses': endpoint({
    name: 'listBillingAddresses',
    summary: 'List addresses for invoices',
    description: 'The organisation’s addresses, then the person’s own. The first is the default.',
    tags: ['Addresses'],
    access: signedIn,
    reply: listOf('addresses', address),
  }),

  'GET /api/shippingaddresses': endpoint({
    name: 'listShippingAddresses',
    summary: 'List addresses for deliveries',
    description:
      'The addresses of the destination, then the person’s own. The first is the default; while impersonating, it is the one chosen for the order.',
    tags: ['Addresses'],
    access: signedIn,
    reply: listOf('addresses', address),
  }),

  'GET /api/customeraddresses': endpoint({
    name: 'listOwnAddresses',
    summary: 'List the person’s own addresses',
    description: 'The default first.',
    tags: ['Addresses'],
    access: signedIn,
    reply: listOf('addresses', address),
  }),

  'POST /api/createcustomeraddress': endpoint({
    name: 'addOwnAddress',
    summary: 'Add an address of the person’s own',
    tags: ['Addresses'],
    access: signedIn,
    whileImpersonating: 'allowed',
    root: 'address',
    rootInErrors: true,
    body: addressInput,
    reply: Type.Object({ address }),
  }),

  'PUT /api/customeraddresses/:id': endpoint({
    name: 'updateOwnAddress',
    summary: 'Change one of the person’s own addresses',
    description: 'Properties that are absent stay as they are; null clears.',
    tags: ['Addresses'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('address') }),
    root: 'address',
    rootInErrors: true,
    body: addressInput,
    reply: Type.Object({ address }),
  }),

  'DELETE /api/customeraddresses/:id': endpoint({
    name: 'deleteOwnAddress',
    summary: 'Delete one of the person’s own addresses',
    description: 'Orders keep their copy. The address can be restored for one day.',
    tags: ['Addresses'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('address') }),
    reply: Type.Object({}),
  }),

  'POST /api/customeraddresses/:id/restore': endpoint({
    name: 'restoreOwnAddress',
    summary: 'Restore an address',
    description: 'For one day after it was deleted.',
    tags: ['Addresses'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('address') }),
    reply: Type.Object({ address }),
  }),
};
