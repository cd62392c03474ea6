import Type from 'typebox';
import { endpoint, signedIn } from './endpoint.ts';
import { bool, dateTime, entity, id, int, listOf, nullable, text } from './values.ts';

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
};
