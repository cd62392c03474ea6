import Type from 'typebox';
import { endpoint, roles, signedIn } from '../endpoint.ts';
import { address } from '../identity/addresses.ts';
import { dateTime, entity, id, idOrNone, int, listOf, maybe, nullable, paging, text } from '../values.ts';
import { customer, customerInput } from './people.ts';

/** What administrators do with one person, beside the calls of customers.ts. */

const admin = roles('OrganisationAdmin');
const tags = ['Customers'] as const;

const measurement = entity({
  name: text,
  value: Type.Number(),
  /** 0 centimetres, 2 inches. */
  unit: int,
});

export const specialMeasurements = entity({
  customerId: int,
  measurements: Type.Array(measurement),
  comments: nullable(text),
  updatedOnUtc: nullable(dateTime),
});

/** One deed in words: who did what when, and which values changed. */
const historyEntry = entity({
  id: int,
  createdOnUtc: dateTime,
  /** Null where the portal itself did it. */
  by: nullable(text),
  actingFor: nullable(text),
  what: text,
  changes: Type.Array(entity({ field: text, before: text, after: text })),
});

export const personEndpoints = {
  'POST /api/customers': endpoint({
    summary: 'Add a person; nothing is mailed, an invitation is a call of its own',
    tags,
    access: admin,
    root: 'customer',
    body: customerInput,
    reply: listOf('customers', customer),
  }),

  'DELETE /api/customers/:id': endpoint({
    summary: 'Remove a person: logged out at once, and gone from every list; orders stay',
    tags,
    access: admin,
    params: Type.Object({ id: id('customer') }),
    reply: Type.Object({}),
  }),

  'POST /api/customers/:id/restore': endpoint({
    summary: 'Bring back a person who was removed less than 30 days ago',
    tags,
    access: admin,
    params: Type.Object({ id: id('customer') }),
    reply: listOf('customers', customer),
  }),

  'GET /api/customers/:id/history': endpoint({
    summary: 'What was done to a person, in words, newest first',
    tags,
    access: admin,
    params: Type.Object({ id: id('customer') }),
    query: Type.Object(paging),
    reply: Type.Object({ history: Type.Array(historyEntry), totalCount: int }),
  }),

  'GET /api/customers/:id/addresses': endpoint({
    summary: 'The person’s own addresses',
    tags,
    access: roles('OrganisationAdmin', 'OrganisationSales'),
    params: Type.Object({ id: id('customer') }),
    reply: listOf('addresses', address),
  }),

  'POST /api/customers/saveSpecialMeasurements': endpoint({
    summary: 'Keep measurements that were taken of a person; replaces the earlier ones',
    tags,
    access: signedIn,
    root: 'specialMeasurements',
    body: Type.Object({
      customerId: maybe(idOrNone('customer')),
      measurements: Type.Array(
        Type.Object({
          name: Type.String({ maxLength: 60, message: 'The name of a measurement must not be longer than 60 characters.' }),
          value: Type.Number({ minimum: 0, maximum: 1000, message: 'A measurement must be a number from 0 to 1000.' }),
          unit: Type.Integer({ enum: [0, 2], message: 'The unit must be centimetres (0) or inches (2).' }),
        }),
        { maxItems: 50, message: 'No more than 50 measurements can be kept.' },
      ),
      comments: maybe(Type.String({ maxLength: 1000, message: 'Comments must not be longer than 1000 characters.' })),
    }),
    reply: Type.Object({ specialMeasurements }),
  }),

  'GET /api/customers/getSpecialMeasurements': endpoint({
    summary: 'Measurements that were taken of a person; null when there are none',
    tags,
    access: signedIn,
    query: Type.Object({ customerId: Type.Optional(idOrNone('customer')) }),
    reply: Type.Object({ specialMeasurements: nullable(specialMeasurements) }),
  }),
};
