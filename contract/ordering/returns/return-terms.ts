import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { described, entity, id, int } from '../../values.ts';

const returnTerms = entity('ReturnTerms', {
  returnDays: described(int, 'Days after delivery in which pieces can be returned; 0: no limit.'),
  exchangeHoldDays: described(int, 'Days for which an exchange reserves the new size.'),
});

const days = (minimum: number, maximum: number) =>
  Type.Optional(Type.Integer({ minimum, maximum, message: `Please enter a number of days from ${minimum} to ${maximum}.` }));

/** The terms on which people of an organisation can return what they were sent. */
export const returnTermsEndpoints = {
  'GET /api/operator/organisations/:id/returnterms': endpoint({
    name: 'getReturnTerms',
    summary: 'Get the return terms of an organisation',
    tags: ['Operator: returns'],
    access: operator('returns:read'),
    params: Type.Object({ id: id('organisation') }),
    reply: entity({ returnTerms }),
  }),

  'PUT /api/operator/organisations/:id/returnterms': endpoint({
    name: 'updateReturnTerms',
    summary: 'Change the return terms of an organisation',
    description:
      'What is absent stays as it is. The days after delivery apply at once, also to what has been sent already; the days of an exchange to those that are requested from now on.',
    tags: ['Operator: returns'],
    access: operator('returns:write'),
    params: Type.Object({ id: id('organisation') }),
    root: 'returnTerms',
    body: Type.Object({
      returnDays: described(days(0, 3650), 'Days after delivery in which pieces can be returned; 0: no limit.'),
      exchangeHoldDays: described(days(1, 365), 'Days for which an exchange reserves the new size.'),
    }),
    reply: entity({ returnTerms }),
  }),
};
