import Type from 'typebox';
import { anonymous, endpoint, roles, signedIn } from '../endpoint.ts';
import {
  bool,
  dateTime,
  described,
  employeeNumber,
  entity,
  id,
  int,
  msg,
  nullable,
  paging,
  success,
  text,
  totalCount,
} from '../values.ts';

const administrators = roles('OrganisationAdmin');

/** Rule for passwords: the minimum length and, with `ucpv`, a regular expression of the organisation. */
const rule = {
  ucpv: described(bool, 'True when the organisation has a rule of its own: check the password against `cpvReg` as well.'),
  cpvReg: described(nullable(text), 'ECMAScript regular expression without slashes; null when `ucpv` is false.'),
  cpvMsg: described(nullable(text), 'Sentence to show when the password does not match `cpvReg`.'),
  minLen: described(int, 'Minimum length in characters; holds beside `cpvReg`.'),
};

/** The rule and the organisation of a valid link; nothing for any other. */
const tokenCheck = entity({
  success: described(bool, 'Whether the link can be used.'),
  ...rule,
  oId: described(nullable(int), 'Organisation to send as `organisationId` with the new password; null when `success` is false.'),
});

const tokenAndEmail = Type.Object({
  token: described(Type.Optional(text), 'Secret from the mailed link.'),
  email: described(Type.Optional(text), 'Email address from the mailed link.'),
});

/** State of people who have no password yet. */
const invitationState = Type.Unsafe<'NotInvited' | 'Invited' | 'Expired'>(
  Type.String({ enum: ['NotInvited', 'Invited', 'Expired'], message: 'State must be NotInvited, Invited or Expired.' }),
);

const search = Type.Optional(Type.String({ maxLength: 200, message: 'The search must not be longer than 200 characters.' }));

/** Passwords, password recovery and invitations. */
export const passwordEndpoints = {
  'POST /api/passwordrecovery': endpoint({
    summary: 'Request a link to set a new password',
    description:
      'Mails a link that is valid for 60 minutes and replaces earlier ones. The reply is the sentence to show and is the same whether or not the address is known.',
    tags: ['Passwords'],
    access: anonymous,
    limit: 'recovery',
    bodyLimit: 16384,
    form: Type.Object({
      username: described(Type.String({ minLength: 1, message: 'Email is required' }), 'Email address of the account.'),
    }),
    reply: text,
  }),

  'GET /api/checkpasswordtoken': endpoint({
    summary: 'Check a recovery link',
    description: 'Returns whether the link can be used and the rule for the new password. Checking does not use up the link.',
    tags: ['Passwords'],
    access: anonymous,
    query: tokenAndEmail,
    reply: tokenCheck,
  }),

  'GET /api/checkinvitationtoken': endpoint({
    summary: 'Check an invitation or activation link',
    description: 'Returns whether the link can be used and the rule for the password. Checking does not use up the link.',
    tags: ['Passwords'],
    access: anonymous,
    query: tokenAndEmail,
    reply: tokenCheck,
  }),

  'POST /api/customers/updatePassword': endpoint({
    summary: 'Set a password with a mailed link',
    description:
      'Uses up the link and ends all sessions of the person. A bad link or a password that breaks the rule gives 200 with `success: false`.',
    tags: ['Passwords'],
    access: anonymous,
    bodyLimit: 16384,
    root: 'passwordReset',
    body: Type.Object({
      email: Type.String({ minLength: 1, message: 'Email is required.' }),
      token: described(Type.String({ minLength: 1, message: 'Token is required.' }), 'Secret from the mailed link.'),
      password: Type.String({ minLength: 1, message: 'Password is required.' }),
      organisationId: described(id('organisation', 'Organisation is required.'), '`oId` of the token check.'),
    }),
    reply: entity({
      success,
      msg,
      userRegistrationType: described(nullable(int), '1 can sign in now, 3 still awaits approval; null when `success` is false.'),
    }),
  }),

  'GET /api/passwordrule': endpoint({
    summary: 'Get the password rule of the caller’s organisation',
    tags: ['Passwords'],
    access: signedIn,
    reply: entity(rule),
  }),

  'POST /api/changepassword': endpoint({
    summary: 'Change one’s own password',
    description: 'Ends the person’s other sessions and keeps this one. Refused during impersonation.',
    tags: ['Passwords'],
    access: signedIn,
    whileImpersonating: 'refused',
    bodyLimit: 16384,
    root: 'passwordChange',
    body: Type.Object({
      currentPassword: Type.String({ minLength: 1, message: 'Current password is required.' }),
      newPassword: Type.String({ minLength: 1, message: 'Password is required.' }),
    }),
    reply: entity({ success, msg }),
  }),

  'GET /api/sendemailinvite/:id': endpoint({
    summary: 'Invite a person to set a password',
    description:
      'Mails a link that is valid for seven days; earlier links stop working. A repeated request within ten minutes gets the same reply and sends no second email. Above the limits `success` is false and `msg` gives the reason. 409 for someone who has a password or is inactive.',
    tags: ['Invitations'],
    access: administrators,
    changesByGet: true,
    params: Type.Object({ id: id('customer') }),
    reply: entity({ success, msg }),
  }),

  'GET /api/invitations': endpoint({
    summary: 'List people who have not set a password yet',
    description: 'With the state of their invitation.',
    tags: ['Invitations'],
    access: administrators,
    query: Type.Object({
      query: described(search, 'Words to find in name, email or employee number.'),
      state: described(Type.Optional(invitationState), 'Only people whose invitation is in this state.'),
      ...paging,
    }),
    reply: entity({
      invitations: Type.Array(
        entity({
          id: int,
          firstName: text,
          lastName: text,
          email: text,
          employeeNumber,
          organisationGroups: described(Type.Array(text), 'Names of the person’s groups.'),
          state: described(text, '`NotInvited`, `Invited` or `Expired`.'),
          waiting: described(bool, 'An invitation has been requested and is about to be sent.'),
          timesSent: described(int, 'How many invitations have been sent.'),
          lastSentOnUtc: nullable(dateTime),
          expiresOnUtc: nullable(dateTime),
        }),
      ),
      totalCount,
      counts: described(
        entity({ NotInvited: int, Invited: int, Expired: int }),
        'People who match the search, by state. The `state` filter does not affect it.',
      ),
      waiting: described(int, 'Invitations of the caller’s people that are still to be sent.'),
    }),
  }),

  'POST /api/invitations': endpoint({
    summary: 'Invite several people',
    description:
      'Either the people in `customerIds`, or with `allMatching` everyone who matches. The emails are sent in the background.',
    tags: ['Invitations'],
    access: administrators,
    body: Type.Object({
      customerIds: described(
        Type.Optional(Type.Array(id('customer'), { maxItems: 500, message: 'At most 500 people can be selected at once.' })),
        'People to invite; leave out when `allMatching` is true.',
      ),
      allMatching: described(Type.Optional(bool), 'Invite everyone who has no password yet and matches `query` and `state`.'),
      query: described(search, 'With `allMatching`: words to find in name, email or employee number.'),
      state: described(Type.Optional(invitationState), 'With `allMatching`: only people whose invitation is in this state.'),
    }),
    reply: entity({
      queued: described(int, 'Number of invitations that will be sent.'),
      skipped: described(
        Type.Array(
          entity({
            reason: described(text, 'Code of the reason, for example `OrganisationLimit`.'),
            msg: described(text, 'The reason as a sentence.'),
            count: described(int, 'Number of people left out for this reason.'),
            people: described(Type.Array(entity({ id: int, name: text })), 'The first twenty of them.'),
          }),
        ),
        'People who are not invited, grouped by reason.',
      ),
    }),
  }),
};
