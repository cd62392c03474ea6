import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
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
  oneOf,
  paging,
  success,
  text,
  totalCount,
} from '../values.ts';

/** States of people who have no password yet. */
export const INVITATION_STATES = ['NotInvited', 'Invited', 'Expired'] as const;

/** The emails with which administrators ask people to set a password, to order, or to opt out. */

const administrators = roles('OrganisationAdmin');

/** State of people who have no password yet. */
const invitationState = Type.Unsafe<'NotInvited' | 'Invited' | 'Expired'>(
  Type.String({ enum: ['NotInvited', 'Invited', 'Expired'], message: 'State must be NotInvited, Invited or Expired.' }),
);

const search = Type.Optional(Type.String({ maxLength: 200, message: 'The search must not be longer than 200 characters.' }));

/** How many people are sent an email, and who is left out and why. */
export const invitationSummary = entity('InvitationSummary', {
  queued: described(int, 'Number of emails that will be sent, or of people whose balance will be adjusted.'),
  skipped: described(
    Type.Array(
      entity({
        reason: described(text, 'Code of the reason, for example `OrganisationLimit`; `Refused` for adjustments.'),
        msg: described(text, 'The reason as a sentence.'),
        count: described(int, 'Number of people left out for this reason.'),
        people: described(Type.Array(entity({ id: int, name: text })), 'The first twenty of them.'),
      }),
    ),
    'People who are left out, grouped by reason.',
  ),
});

const blocker = nullable(text);

/** Invitations, reminders to order, and opt-out links. */
export const invitationEndpoints = {
  'GET /api/sendemailinvite/:id': endpoint({
    name: 'invitePerson',
    summary: 'Invite a person to set a password',
    description:
      'Mails a link that is valid for seven days; earlier links stop working. A repeated request within ten minutes sends no second email; `msg` then says when the first was sent. Above the limits `success` is false and `msg` gives the reason. 409 for someone who has a password or is inactive.',
    tags: ['Invitations'],
    access: administrators,
    changesByGet: true,
    params: Type.Object({ id: id('customer') }),
    reply: entity({ success, msg }),
  }),

  'GET /api/invitations': endpoint({
    name: 'listInvitations',
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
          state: oneOf(INVITATION_STATES, 'State of the invitation.'),
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
    name: 'invitePeople',
    summary: 'Invite several people',
    description:
      'Either the people in `customerIds`, or with `allMatching` everyone who matches. The emails are sent in the background.',
    tags: ['Invitations'],
    access: administrators,
    refusesUnknown: true,
    body: Type.Object({
      customerIds: described(
        Type.Optional(Type.Array(id('customer'), { maxItems: 500, message: 'At most 500 people can be selected at once.' })),
        'People to invite; leave out when `allMatching` is true.',
      ),
      allMatching: described(Type.Optional(bool), 'Invite everyone who has no password yet and matches `query` and `state`.'),
      query: described(search, 'With `allMatching`: words to find in name, email or employee number.'),
      state: described(Type.Optional(invitationState), 'With `allMatching`: only people whose invitation is in this state.'),
      preview: described(Type.Optional(bool), 'Only return what would be sent; nothing is.'),
    }),
    reply: invitationSummary,
  }),

  'GET /api/sendoptoutlink/:id': endpoint({
    name: 'sendOptOutLink',
    summary: 'Mail a person the link to opt out',
    description:
      'A repeated request within ten minutes sends no second email; `msg` then says when the first was sent. Above the limits `success` is false and `msg` gives the reason. 409 for someone who is inactive or has opted out, and where the organisation does not let people opt out.',
    tags: ['Invitations'],
    access: administrators,
    changesByGet: true,
    params: Type.Object({ id: id('customer') }),
    reply: entity({ success, msg }),
  }),

  'POST /api/sendorderreminder/:id': endpoint({
    name: 'sendOrderReminder',
    summary: 'Remind a person to order',
    description:
      'Mails someone who has an account, at most once a day. A repeated request sends no second email; `msg` then says when the first was sent. 409 for someone who has no password, is inactive, has left or has opted out.',
    tags: ['Invitations'],
    access: administrators,
    params: Type.Object({ id: id('customer') }),
    reply: entity({ success, msg }),
  }),

  'GET /api/customers/:id/invitationblockers': endpoint({
    name: 'getInvitationBlockers',
    summary: 'Get why emails cannot be sent to a person now',
    description: 'Each a sentence; null when the email can be sent.',
    tags: ['Invitations'],
    access: administrators,
    params: Type.Object({ id: id('customer') }),
    reply: entity({
      invitation: described(blocker, 'Why the person cannot be invited to set a password.'),
      reminder: described(blocker, 'Why the person cannot be reminded to order.'),
      optOutLink: described(blocker, 'Why the person cannot be mailed the link to opt out.'),
    }),
  }),
};
