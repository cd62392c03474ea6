import Type from 'typebox';
import { endpoint, roles, signedIn } from '../endpoint.ts';
import { address } from '../identity/addresses.ts';
import { specialMeasurements } from '../people/person.ts';
import { body, bodyConsent } from '../sizing/sizing.ts';
import { bool, dateTime, entity, id, int, listOf, money, named, nullable, text } from '../values.ts';

const session = entity({
  id: text,
  /** "Chrome on Windows", from what the browser said of itself. */
  device: text,
  createdOnUtc: dateTime,
  lastSeenOnUtc: dateTime,
  isCurrent: bool,
  /** Whom this log-in acts for at the moment. */
  actingFor: nullable(named),
});

const consent = entity({
  kind: Type.Union([
    Type.Literal('email'),
    Type.Literal('phone'),
    Type.Literal('post'),
    Type.Literal('fax'),
    Type.Literal('terms'),
    Type.Literal('privacy'),
  ]),
  given: bool,
  textVersion: int,
  createdOnUtc: dateTime,
});

const erasureRequest = entity({ id: int, createdOnUtc: dateTime });

const orderOfMine = entity({
  id: int,
  createdOnUtc: dateTime,
  /** Why it is in this file: `ordered`, `placedForSomebody`, `decided`, `wearer`. */
  relation: text,
  orderStatus: text,
  poNumber: nullable(text),
  comments: nullable(text),
  billingAddress: Type.Unknown(),
  shippingAddress: Type.Unknown(),
  orderTotal: nullable(money),
  currencyCode: text,
  lines: Type.Array(entity({ productName: text, sku: text, description: text, quantity: int })),
});

/** Everything that is kept about one person, in one file. */
export const myData = entity({
  createdOnUtc: dateTime,
  profile: Type.Record(text, Type.Unknown()),
  addresses: Type.Array(address),
  cart: Type.Array(entity({ productName: text, sku: text, quantity: int, createdOnUtc: dateTime })),
  orders: Type.Array(orderOfMine),
  consents: Type.Array(consent),
  specialMeasurements: nullable(specialMeasurements),
  /** What the body and size service keeps of the person, and since when with their consent. */
  bodies: Type.Array(body),
  bodyConsent: nullable(bodyConsent),
  fitFeedback: Type.Array(entity({ orderId: int, productName: text, description: text, fit: text, updatedOnUtc: dateTime })),
  logIns: Type.Array(
    entity({
      device: text,
      createdOnUtc: dateTime,
      lastSeenOnUtc: dateTime,
      endedOnUtc: nullable(dateTime),
      actingFor: nullable(text),
    }),
  ),
  erasureRequests: Type.Array(
    entity({ createdOnUtc: dateTime, withdrawnOnUtc: nullable(dateTime), doneOnUtc: nullable(dateTime) }),
  ),
  registrations: Type.Array(
    entity({
      state: text,
      email: text,
      firstName: text,
      lastName: text,
      employeeNumber: nullable(text),
      poNumber: nullable(text),
      gender: int,
      createdOnUtc: dateTime,
      decidedOnUtc: nullable(dateTime),
      rejectReason: nullable(text),
    }),
  ),
  invitations: Type.Array(entity({ requestedOnUtc: dateTime, sentOnUtc: nullable(dateTime) })),
  optOuts: Type.Array(entity({ optedOutOnUtc: dateTime, undoneOnUtc: nullable(dateTime) })),
  mails: Type.Array(entity({ template: text, createdOnUtc: dateTime, sentOnUtc: nullable(dateTime) })),
  audit: Type.Array(
    entity({
      action: text,
      createdOnUtc: dateTime,
      by: nullable(text),
      actingFor: nullable(text),
      before: Type.Unknown(),
      after: Type.Unknown(),
    }),
  ),
});

export const accountEndpoints = {
  'GET /api/sessions': endpoint({
    summary: 'Where the caller is logged in',
    tags: ['Account'],
    access: signedIn,
    reply: listOf('sessions', session),
  }),

  'DELETE /api/sessions/:id': endpoint({
    summary: 'Log out one of the caller’s devices',
    tags: ['Account'],
    access: signedIn,
    params: Type.Object({
      id: Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', message: 'This id is not valid.' }),
    }),
    reply: Type.Object({}),
  }),

  'DELETE /api/sessions': endpoint({
    summary: 'Log out all of the caller’s other devices',
    tags: ['Account'],
    access: signedIn,
    reply: entity({ ended: int }),
  }),

  'GET /api/consents': endpoint({
    summary: 'What the caller agreed to and withdrew, newest first',
    tags: ['Account'],
    access: signedIn,
    reply: listOf('consents', consent),
  }),

  'GET /api/mydata': endpoint({
    summary: 'A file with everything that is kept about the caller',
    tags: ['Account'],
    access: signedIn,
    whileImpersonating: 'refused',
    reply: myData,
  }),

  'GET /api/erasurerequest': endpoint({
    summary: 'The caller’s open request to be forgotten',
    tags: ['Account'],
    access: signedIn,
    reply: Type.Object({ erasureRequest: nullable(erasureRequest) }),
  }),

  'POST /api/erasurerequest': endpoint({
    summary: 'Ask the organisation’s administrators to be forgotten; asking again changes nothing',
    tags: ['Account'],
    access: signedIn,
    whileImpersonating: 'refused',
    reply: Type.Object({ erasureRequest }),
  }),

  'DELETE /api/erasurerequest': endpoint({
    summary: 'Withdraw the open request to be forgotten',
    tags: ['Account'],
    access: signedIn,
    whileImpersonating: 'refused',
    reply: Type.Object({}),
  }),

  'GET /api/erasurerequests': endpoint({
    summary: 'Who of an administrator’s people asks to be forgotten, the longest waiting first',
    tags: ['Account'],
    access: roles('OrganisationAdmin'),
    reply: listOf('erasureRequests', entity({ id: int, customerId: int, name: text, email: text, createdOnUtc: dateTime })),
  }),

  'POST /api/customers/:id/erase': endpoint({
    summary: 'Erase a person for good: their orders stay without a name, everything else goes',
    tags: ['Customers'],
    access: roles('OrganisationAdmin'),
    params: Type.Object({ id: id('customer') }),
    body: Type.Object({
      /** The person’s e-mail address, typed by whoever erases them. */
      confirmation: Type.String({ minLength: 1, maxLength: 254, message: 'Please type the email address of the person.' }),
    }),
    reply: Type.Object({}),
  }),
};
