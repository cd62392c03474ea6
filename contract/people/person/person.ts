import Type from 'typebox';
import { endpoint, roles, signedIn } from '../../endpoint.ts';
import { address } from '../../identity/addresses.ts';
import { collection } from '../../organisation/wardrobes.ts';
import { historyEntry } from '../../platform/history.ts';
import {
  dateTime,
  described,
  entity,
  fields,
  id,
  idOrNone,
  int,
  lengthUnit,
  listOf,
  maybe,
  nullable,
  paging,
  text,
  totalCount,
} from '../../values.ts';
import { customer, customerInput, moveOrdered } from './customer.ts';

const admin = roles('OrganisationAdmin');
const tags = ['Customers'] as const;

const measurement = entity('Measurement', {
  name: described(text, 'What was measured, for example `Chest`.'),
  value: described(Type.Number(), 'Length in `unit`.'),
  unit: lengthUnit,
});

/** Measurements that someone took of a person, for garments made to measure. */
export const specialMeasurements = entity('SpecialMeasurements', {
  customerId: int,
  measurements: described(Type.Array(measurement), 'What was measured; unknown names are allowed.'),
  comments: described(nullable(text), 'Note for the supplier; null when there is none.'),
  updatedOnUtc: described(nullable(dateTime), 'Time of the latest change.'),
});

/** Reading, changing, adding, removing and restoring a person, their history and measurements. */
export const personEndpoints = {
  'GET /api/customers/:id': endpoint({
    name: 'getPerson',
    summary: 'Get a person',
    description: 'The caller, or for Admin and Sales a person whom the caller can see.',
    tags: ['Customers'],
    access: signedIn,
    params: Type.Object({ id: id('customer') }),
    query: Type.Object({ fields }),
    fieldsOf: 'customers',
    reply: listOf('customers', customer),
  }),

  'PUT /api/customers/:id': endpoint({
    name: 'updatePerson',
    summary: 'Change a person',
    description:
      'The caller, or for Admin a person whom the caller manages. Absent properties stay as they are, null clears; properties that the caller may not change are ignored. 409 when someone else has changed the same value since `version`. Refused during impersonation.',
    tags: ['Customers'],
    access: signedIn,
    whileImpersonating: 'refused',
    params: Type.Object({ id: id('customer') }),
    root: 'customer',
    body: entity('PersonChange', { ...customerInput.properties, moveOrdered }),
    reply: listOf('customers', customer),
  }),

  'POST /api/customers': endpoint({
    name: 'addPerson',
    summary: 'Add a person',
    description:
      'Email, first name and last name are required. Nothing is mailed; `GET /api/sendemailinvite/{id}` invites the person.',
    tags,
    access: admin,
    root: 'customer',
    body: customerInput,
    reply: listOf('customers', customer),
  }),

  'DELETE /api/customers/:id': endpoint({
    name: 'removePerson',
    summary: 'Remove a person',
    description: 'Ends the person’s sessions at once. Orders stay. The person can be restored for 30 days.',
    tags,
    access: admin,
    params: Type.Object({ id: id('customer') }),
    reply: Type.Object({}),
  }),

  'POST /api/customers/:id/restore': endpoint({
    name: 'restorePerson',
    summary: 'Restore a person',
    description: 'For 30 days after they were removed.',
    tags,
    access: admin,
    params: Type.Object({ id: id('customer') }),
    reply: listOf('customers', customer),
  }),

  'GET /api/customers/:id/history': endpoint({
    name: 'listPersonHistory',
    summary: 'List the audit events about a person',
    description: 'As display texts, newest first.',
    tags,
    access: admin,
    params: Type.Object({ id: id('customer') }),
    query: Type.Object(paging),
    reply: Type.Object({ history: Type.Array(historyEntry), totalCount }),
  }),

  'GET /api/customers/:id/organisationcollections': endpoint({
    name: 'listPersonWardrobes',
    summary: 'List the wardrobes of a person',
    description:
      'Those that the caller can see, with groups and either/or questions, below the wardrobes of which they are variants. While the person does not follow a change of a wardrobe yet, its groups have the numbers that the person is still owed.',
    tags,
    access: signedIn,
    params: Type.Object({ id: id('customer') }),
    reply: listOf('organisationCollections', collection),
  }),

  'GET /api/customers/:id/addresses': endpoint({
    name: 'listPersonAddresses',
    summary: 'List a person’s own addresses',
    tags,
    access: roles('OrganisationAdmin', 'OrganisationSales'),
    params: Type.Object({ id: id('customer') }),
    reply: listOf('addresses', address),
  }),

  'POST /api/customers/saveSpecialMeasurements': endpoint({
    name: 'saveSpecialMeasurements',
    summary: 'Save a person’s special measurements',
    description: 'Replaces earlier measurements: the caller’s own, or for Admin those of a person whom the caller manages.',
    tags,
    access: signedIn,
    root: 'specialMeasurements',
    refusesUnknown: true,
    body: Type.Object({
      customerId: described(
        maybe(idOrNone('customer')),
        'Person measured; absent, null or 0: the caller, or the person being impersonated.',
      ),
      measurements: described(
        Type.Array(
          Type.Object({
            name: Type.String({ maxLength: 60, message: 'The name of a measurement must not be longer than 60 characters.' }),
            value: described(
              Type.Number({ minimum: 0, maximum: 1000, message: 'A measurement must be a number from 0 to 1000.' }),
              'Length in `unit`.',
            ),
            unit: described(
              Type.Integer({ enum: [0, 2], message: 'The unit must be centimetres (0) or inches (2).' }),
              '0 centimetres, 2 inches.',
            ),
          }),
          { maxItems: 50, message: 'No more than 50 measurements can be stored.' },
        ),
        'At most 50 measurements.',
      ),
      comments: described(
        maybe(Type.String({ maxLength: 1000, message: 'Comments must not be longer than 1000 characters.' })),
        'Note for the supplier.',
      ),
      updatedOnUtc: described(maybe(Type.String({ maxLength: 40 })), 'As it was read; ignored.'),
    }),
    reply: Type.Object({ specialMeasurements }),
  }),

  'GET /api/customers/getSpecialMeasurements': endpoint({
    name: 'getSpecialMeasurements',
    summary: 'Get a person’s special measurements',
    description: 'Null when there are none.',
    tags,
    access: signedIn,
    query: Type.Object({
      customerId: described(
        Type.Optional(idOrNone('customer')),
        'Person; absent or 0: the caller, or the person being impersonated.',
      ),
    }),
    reply: Type.Object({ specialMeasurements: nullable(specialMeasurements) }),
  }),
};
