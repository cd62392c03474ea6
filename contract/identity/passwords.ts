import Type from 'typebox';
import { anonymous, endpoint, signedIn } from '../endpoint.ts';
import { bool, described, entity, id, int, msg, nullable, success, text } from '../values.ts';

/** Rule for passwords: the minimum length and, with `ucpv`, a regular expression of the organisation. */
const rule = {
  ucpv: described(bool, 'True when the organisation has a rule of its own: check the password against `cpvReg` as well.'),
  cpvReg: described(nullable(text), 'ECMAScript regular expression without slashes; null when `ucpv` is false.'),
  cpvMsg: described(nullable(text), 'Sentence to show when the password does not match `cpvReg`.'),
  minLen: described(int, 'Minimum length in characters; holds beside `cpvReg`.'),
};

/** The rule and the organisation of a valid link; of one that has done its work that, and nothing of any other. */
const tokenCheck = entity('LinkCheck', {
  success: described(bool, 'Whether the link can be used.'),
  ...rule,
  oId: described(nullable(int), 'Organisation to send as `organisationId` with the new password; null when `success` is false.'),
  userRegistrationType: described(
    nullable(int),
    'Where `success` is false because the person has set a password: 1 can log in now, 3 still awaits approval; null for any other link.',
  ),
});

const tokenAndEmail = Type.Object({
  token: described(Type.Optional(text), 'Secret from the mailed link.'),
  email: described(Type.Optional(text), 'Email address from the mailed link.'),
});

/** Passwords and password recovery. */
export const passwordEndpoints = {
  'POST /api/passwordrecovery': endpoint({
    name: 'requestPasswordLink',
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
    name: 'checkPasswordLink',
    summary: 'Check a recovery link',
    description: 'Returns whether the link can be used and the rule for the new password. Checking does not use up the link.',
    tags: ['Passwords'],
    access: anonymous,
    query: tokenAndEmail,
    reply: tokenCheck,
  }),

  'GET /api/checkinvitationtoken': endpoint({
    name: 'checkInvitationLink',
    summary: 'Check an invitation or activation link',
    description: 'Returns whether the link can be used and the rule for the password. Checking does not use up the link.',
    tags: ['Passwords'],
    access: anonymous,
    query: tokenAndEmail,
    reply: tokenCheck,
  }),

  'POST /api/customers/updatePassword': endpoint({
    name: 'setPasswordWithLink',
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
      userRegistrationType: described(nullable(int), '1 can log in now, 3 still awaits approval; null when `success` is false.'),
      logoUrl: described(
        nullable(text),
        'Address of the organisation’s logo, to show at the log-in that follows; null for the logo of the brand, and when `success` is false.',
      ),
    }),
  }),

  'GET /api/passwordrule': endpoint({
    name: 'getPasswordRule',
    summary: 'Get the password rule of the caller’s organisation',
    tags: ['Passwords'],
    access: signedIn,
    reply: entity(rule),
  }),

  'POST /api/changepassword': endpoint({
    name: 'changePassword',
    summary: 'Change one’s own password',
    description: 'Ends the person’s other sessions and keeps this one. Refused during impersonation.',
    tags: ['Passwords'],
    access: signedIn,
    inTrips: 'refused',
    whileImpersonating: 'refused',
    bodyLimit: 16384,
    root: 'passwordChange',
    body: Type.Object({
      currentPassword: Type.String({ minLength: 1, message: 'Current password is required.' }),
      newPassword: Type.String({ minLength: 1, message: 'Password is required.' }),
    }),
    reply: entity({ success, msg }),
  }),
};
