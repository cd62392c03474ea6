import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { bool, dateTime, entity, id, idOrNone, int, listOf, maybe, nullable, text } from '../values.ts';

export const address = entity({
  id: int,
  firstName: text,
  lastName: text,
  email: nullable(text),
  company: nullable(text),
  countryId: int,
  countryName: text,
  stateProvinceId: nullable(int),
  stateProvinceName: nullable(text),
  county: nullable(text),
  city: text,
  address1: text,
  address2: nullable(text),
  zipPostalCode: text,
  phoneNumber: nullable(text),
  faxNumber: nullable(text),
  isDefault: bool,
  isReadOnly: bool,
  source: Type.Union([Type.Literal('customer'), Type.Literal('organisation'), Type.Literal('resort'), Type.Literal('punchout')]),
  createdOnUtc: dateTime,
});

const line = maybe(Type.String({ maxLength: 2000 }));

/** An address as somebody gives it. What is required and how long it may be is the server's rule, with a sentence for each. */
export const addressInput = Type.Object({
  firstName: line,
  lastName: line,
  email: line,
  company: line,
  countryId: maybe(idOrNone('country', 'Country is required.')),
  stateProvinceId: maybe(idOrNone('state', 'State is not valid.')),
  county: line,
  city: line,
  address1: line,
  address2: line,
  zipPostalCode: line,
  phoneNumber: line,
  faxNumber: line,
  isDefault: maybe(bool),
});

export const addressEndpoints = {
  'GET /api/countries': endpoint({
    summary: 'Countries that can be delivered to',
    tags: ['Addresses'],
    access: signedIn,
    reply: listOf(
      'countries',
      entity({
        id: int,
        name: text,
        twoLetterIsoCode: text,
        threeLetterIsoCode: text,
        numericIsoCode: int,
        allowsBilling: bool,
        allowsShipping: bool,
      }),
    ),
  }),

  'GET /api/states/:countryId': endpoint({
    summary: 'States or provinces of a country, where its addresses name them',
    tags: ['Addresses'],
    access: signedIn,
    params: Type.Object({ countryId: id('country') }),
    reply: listOf('states', entity({ id: int, name: text, abbreviation: text, countryId: int, displayOrder: int })),
  }),

  'GET /api/billingaddresses': endpoint({
    summary: 'Addresses that can be invoiced: the organisation’s and the person’s own',
    tags: ['Addresses'],
    access: signedIn,
    reply: listOf('addresses', address),
  }),

  'GET /api/shippingaddresses': endpoint({
    summary: 'Addresses that can be delivered to: the person’s own and the resort’s',
    tags: ['Addresses'],
    access: signedIn,
    reply: listOf('addresses', address),
  }),

  'GET /api/customeraddresses': endpoint({
    summary: 'The person’s own addresses',
    tags: ['Addresses'],
    access: signedIn,
    reply: listOf('addresses', address),
  }),

  'POST /api/createcustomeraddress': endpoint({
    summary: 'Keep a new address of the person’s own',
    tags: ['Addresses'],
    access: signedIn,
    whileImpersonating: 'allowed',
    root: 'address',
    rootInErrors: true,
    body: addressInput,
    reply: Type.Object({ address }),
  }),

  'PUT /api/customeraddresses/:id': endpoint({
    summary: 'Change one of the person’s own addresses; what is absent stays',
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
    summary: 'Remove one of the person’s own addresses; orders keep theirs',
    tags: ['Addresses'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('address') }),
    reply: Type.Object({}),
  }),

  'POST /api/customeraddresses/:id/restore': endpoint({
    summary: 'Bring back an address that was removed less than a day ago',
    tags: ['Addresses'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('address') }),
    reply: Type.Object({ address }),
  }),
};
