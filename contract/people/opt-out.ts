import Type from 'typebox';
import { anonymous, endpoint, roles } from '../endpoint.ts';
import {
  bool,
  dateTime,
  described,
  employeeNumber,
  entity,
  id,
  int,
  msg,
  named,
  nullable,
  paging,
  success,
  text,
  totalCount,
} from '../values.ts';

const admins = roles('OrganisationAdmin');

const search = Type.Optional(Type.String({ maxLength: 200, message: 'Query must not be longer than 200 characters.' }));

/** Opting out of the uniform, and what administrators see and undo of that. */
export const optOutEndpoints = {
  'GET /api/wardrobepptout': endpoint({
    name: 'optOutWithLink',
    summary: 'Opt out of the uniform allocation',
    description: 'Uses the secret from a mailed link; confirmed by email. Repeating the request changes nothing.',
    tags: ['Registration'],
    access: anonymous,
    changesByGet: true,
    query: Type.Object({ customerGuid: described(Type.Optional(text), 'Secret from the opt-out link; not an id.') }),
    reply: entity({
      success: described(
        bool,
        'False when the link is unknown, its opt-out has been undone, or the organisation does not allow opting out.',
      ),
      undoUntilUtc: described(
        nullable(dateTime),
        'Until when `POST /api/wardrobepptout/undo` undoes it with the same link; null when `success` is false, or an administrator opted the person out.',
      ),
      undone: described(bool, 'True when what was done with this link has been undone: the link does nothing any more.'),
    }),
  }),

  'POST /api/wardrobepptout/undo': endpoint({
    name: 'undoOptOutWithLink',
    summary: 'Undo opting out with a link',
    description:
      'For 30 days after opting out with the link, without logging in. Programs that check mails open links, and so opt people out; they do not send this. Repeating the request returns the same response.',
    tags: ['Registration'],
    access: anonymous,
    bodyLimit: 16384,
    body: Type.Object({
      customerGuid: described(
        Type.Optional(text),
        'Secret from the opt-out link that was used, for example `5b0c6e1c-5d0a-4c3e-9a55-0f6d8e8d7b11`.',
      ),
    }),
    reply: entity({
      success: described(
        bool,
        'Whether the person can be allocated a uniform again. False when the link is unknown or was used more than 30 days ago, or an administrator opted the person out.',
      ),
    }),
  }),

  'GET /api/optouts': endpoint({
    name: 'listOptOuts',
    summary: 'List people who opted out',
    description: 'The latest first.',
    tags: ['Registration'],
    access: admins,
    query: Type.Object({ query: described(search, 'Words to find in name, email or employee number.'), ...paging }),
    reply: entity({
      optOuts: Type.Array(
        entity({
          customerId: int,
          firstName: text,
          lastName: text,
          email: text,
          employeeNumber,
          organisationGroups: described(Type.Array(named), 'Groups that the person belongs to.'),
          optedOutOnUtc: dateTime,
        }),
      ),
      totalCount,
    }),
  }),

  'POST /api/optouts/:customerId/undo': endpoint({
    name: 'undoOptOut',
    summary: 'Undo an opt-out',
    description: 'Repeating the request returns the same response.',
    tags: ['Registration'],
    access: admins,
    params: Type.Object({ customerId: id('customer') }),
    reply: entity({ success, msg }),
  }),
};
