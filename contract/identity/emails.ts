import Type from 'typebox';
import { anonymous, endpoint } from '../endpoint.ts';
import { bool, described, entity, msg, nullable, success, text } from '../values.ts';

const tags = ['Email address'] as const;

const token = described(text, 'Secret from the mailed link.');

/** Links that confirm a new email address. */
export const emailEndpoints = {
  'GET /api/checkemailtoken': endpoint({
    name: 'checkEmailLink',
    summary: 'Check a link that confirms an email address',
    description: 'Checking does not use up the link.',
    tags,
    access: anonymous,
    query: Type.Object({ token: Type.Optional(token) }),
    reply: entity({
      success: described(bool, 'Whether the link can be used.'),
      email: described(nullable(text), 'The address that it confirms; null when `success` is false.'),
    }),
  }),

  'POST /api/confirmemail': endpoint({
    name: 'confirmEmail',
    summary: 'Confirm a new email address with a mailed link',
    description:
      'Uses up the link, changes the address and ends all sessions of the person. A bad link, or an address that someone else uses by now, gives 200 with `success: false`.',
    tags,
    access: anonymous,
    bodyLimit: 16384,
    body: Type.Object({ token }),
    reply: entity({ success, msg }),
  }),
};
