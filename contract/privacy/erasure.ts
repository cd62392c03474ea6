import Type from 'typebox';
import { endpoint, roles, signedIn } from '../endpoint.ts';
import { dateTime, described, entity, id, int, listOf, nullable, text } from '../values.ts';

const erasureRequest = entity('ErasureRequest', { id: int, createdOnUtc: dateTime });

/** Requests for erasure, and erasing a person. */
export const erasureEndpoints = {
  'GET /api/erasurerequest': endpoint({
    name: 'getOwnErasureRequest',
    summary: 'Get the caller’s open request for erasure',
    tags: ['Account'],
    access: signedIn,
    inTrips: 'refused',
    reply: Type.Object({ erasureRequest: described(nullable(erasureRequest), 'The open request; null when there is none.') }),
  }),

  'POST /api/erasurerequest': endpoint({
    name: 'requestOwnErasure',
    summary: 'Request erasure of the caller’s data',
    description: 'The organisation’s administrators decide. Repeating the request changes nothing.',
    tags: ['Account'],
    access: signedIn,
    inTrips: 'refused',
    whileImpersonating: 'refused',
    reply: Type.Object({ erasureRequest }),
  }),

  'DELETE /api/erasurerequest': endpoint({
    name: 'withdrawOwnErasureRequest',
    summary: 'Withdraw the open request for erasure',
    tags: ['Account'],
    access: signedIn,
    inTrips: 'refused',
    whileImpersonating: 'refused',
    reply: Type.Object({}),
  }),

  'GET /api/erasurerequests': endpoint({
    name: 'listErasureRequests',
    summary: 'List people who request erasure',
    description: 'Those whom the caller manages, the longest waiting first.',
    tags: ['Account'],
    access: roles('OrganisationAdmin'),
    reply: listOf('erasureRequests', entity({ id: int, customerId: int, name: text, email: text, createdOnUtc: dateTime })),
  }),

  'POST /api/customers/:id/erase': endpoint({
    name: 'erasePerson',
    summary: 'Erase a person',
    description: 'Permanent. Orders stay, without the name; everything else is deleted.',
    tags: ['Customers'],
    access: roles('OrganisationAdmin'),
    params: Type.Object({ id: id('customer') }),
    body: Type.Object({
      confirmation: described(
        Type.String({ minLength: 1, maxLength: 254, message: 'Please type the email address of the person.' }),
        'Email address of the person, typed again to confirm.',
      ),
    }),
    reply: Type.Object({}),
  }),
};
