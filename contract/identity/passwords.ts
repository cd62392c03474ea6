import Type from 'typebox';
import { anonymous, endpoint, roles, signedIn } from '../endpoint.ts';
import { bool, dateTime, entity, id, int, nullable, paging, text } from '../values.ts';

const administrators = roles('OrganisationAdmin');

/** What a password must be: with `ucpv` the organisation's own regular expression beside the length. */
const rule = { ucpv: bool, cpvReg: nullable(text), cpvMsg: nullable(text), minLen: int };

/** Says the rule and the organisation of a valid link, and nothing of any other. */
const tokenCheck = entity({ success: bool, ...rule, oId: nullable(int) });

const tokenAndEmail = Type.Object({ token: Type.Optional(text), email: Type.Optional(text) });

/** Of people who have no password yet. */
const invitationState = Type.Unsafe<'NotInvited' | 'Invited' | 'Expired'>(
  Type.String({ enum: ['NotInvited', 'Invited', 'Expired'], message: 'State must be NotInvited, Invited or Expired.' }),
);

const search = Type.Optional(Type.String({ maxLength: 200, message: 'The search must not be longer than 200 characters.' }));

export const passwordEndpoints = {
  'POST /api/passwordrecovery': endpoint({
    summary: 'Ask for a link to set a new password; the answer never tells whether the address is known',
    tags: ['Passwords'],
    access: anonymous,
    limit: 'recovery',
    bodyLimit: 16384,
    form: Type.Object({ username: Type.String({ minLength: 1, message: 'Email is required' }) }),
    reply: text,
  }),

  'GET /api/checkpasswordtoken': endpoint({
    summary: 'Whether a recovery link can be used, and the rule for the new password; never uses it up',
    tags: ['Passwords'],
    access: anonymous,
    query: tokenAndEmail,
    reply: tokenCheck,
  }),

  'GET /api/checkinvitationtoken': endpoint({
    summary: 'Whether an invitation or activation link can be used, and the rule for the password; never uses it up',
    tags: ['Passwords'],
    access: anonymous,
    query: tokenAndEmail,
    reply: tokenCheck,
  }),

  'POST /api/customers/updatePassword': endpoint({
    summary: 'Set a password with a link that was mailed; uses the link up and ends all sessions of the person',
    tags: ['Passwords'],
    access: anonymous,
    bodyLimit: 16384,
    root: 'passwordReset',
    body: Type.Object({
      email: Type.String({ minLength: 1, message: 'Email is required.' }),
      token: Type.String({ minLength: 1, message: 'Token is required.' }),
      password: Type.String({ minLength: 1, message: 'Password is required.' }),
      organisationId: id('organisation', 'Organisation is required.'),
    }),
    reply: entity({ success: bool, msg: nullable(text), userRegistrationType: nullable(int) }),
  }),

  'GET /api/passwordrule': endpoint({
    summary: 'The rule for passwords of the caller’s organisation',
    tags: ['Passwords'],
    access: signedIn,
    reply: entity(rule),
  }),

  'POST /api/changepassword': endpoint({
    summary: 'Change one’s own password; ends the other sessions and keeps this one',
    tags: ['Passwords'],
    access: signedIn,
    whileImpersonating: 'refused',
    bodyLimit: 16384,
    root: 'passwordChange',
    body: Type.Object({
      currentPassword: Type.String({ minLength: 1, message: 'Current password is required.' }),
      newPassword: Type.String({ minLength: 1, message: 'Password is required.' }),
    }),
    reply: entity({ success: bool, msg: nullable(text) }),
  }),

  'GET /api/sendemailinvite/:id': endpoint({
    summary: 'Mail somebody an invitation to set a password; an earlier link stops working',
    tags: ['Invitations'],
    access: administrators,
    changesByGet: true,
    params: Type.Object({ id: id('customer') }),
    reply: entity({ success: bool, msg: nullable(text) }),
  }),

  'GET /api/invitations': endpoint({
    summary: 'People who have not set a password yet, and how far their invitation is',
    tags: ['Invitations'],
    access: administrators,
    query: Type.Object({ query: search, state: Type.Optional(invitationState), ...paging }),
    reply: entity({
      invitations: Type.Array(
        entity({
          id: int,
          firstName: text,
          lastName: text,
          email: text,
          employeeNumber: nullable(text),
          organisationGroups: Type.Array(text),
          state: text,
          // Asked for, and not mailed yet.
          waiting: bool,
          timesSent: int,
          lastSentOnUtc: nullable(dateTime),
          expiresOnUtc: nullable(dateTime),
        }),
      ),
      totalCount: int,
      // Of everybody who matches the search, whatever state is asked for.
      counts: entity({ NotInvited: int, Invited: int, Expired: int }),
      // Invitations of the caller's people that are still to be mailed.
      waiting: int,
    }),
  }),

  'POST /api/invitations': endpoint({
    summary: 'Invite people by id, or everybody who has no password yet and matches; mailed from a queue',
    tags: ['Invitations'],
    access: administrators,
    body: Type.Object({
      customerIds: Type.Optional(
        Type.Array(id('customer'), { maxItems: 500, message: 'At most 500 people can be named at once.' }),
      ),
      everybody: Type.Optional(bool),
      query: search,
      state: Type.Optional(invitationState),
    }),
    reply: entity({
      queued: int,
      skipped: Type.Array(
        entity({
          reason: text,
          msg: text,
          count: int,
          // The first twenty of them.
          people: Type.Array(entity({ id: int, name: text })),
        }),
      ),
    }),
  }),
};
