import Type from 'typebox';
import { API_KEY_SCOPES, anonymous, anyOperator, endpoint, operator, operatorAdministrator } from '../../endpoint.ts';
import { bool, callerProof, dateTime, described, entity, id, int, nullable, singleKeyShortcuts, text } from '../../values.ts';
import { OPERATOR_RIGHTS, type OperatorRight, SCOPES_OF_RIGHTS } from './operator-rights.ts';

/** The caller’s own password in a request. */
export const ownPassword = Type.String({ minLength: 1, maxLength: 2048, message: 'Password is required.' });
const email = Type.String({ minLength: 1, maxLength: 254, message: 'Email is required.' });
const name = Type.String({ minLength: 1, maxLength: 200, message: 'Name is required.' });
/** A code with which the caller confirms a change. */
export const ownOtp = described(
  Type.String({ minLength: 1, maxLength: 100, message: 'Code is required.' }),
  'A code from the authenticator app or a recovery code.',
);
const newCode = described(
  Type.String({ minLength: 1, maxLength: 100, message: 'Code is required.' }),
  'Six digits that the authenticator app shows for the new secret.',
);
const setup = described(
  Type.String({ minLength: 1, maxLength: 2048, message: 'The setup is required.' }),
  '`setup` of the start. It is valid for 15 minutes.',
);
const linkToken = described(Type.String({ minLength: 1, maxLength: 200, message: 'Token is required.' }), 'Secret of the link.');

/** The brands of an operator or API key in a request. */
export const brandIds = described(
  Type.Array(id('brand'), { minItems: 1, maxItems: 100, message: 'Select at least one brand.' }),
  'Ids of brands, all of them among the caller’s own.',
);

/** What operators may do, in a request and in a reply. */
const rights = described(
  Type.Array(Type.Enum([...OPERATOR_RIGHTS], { message: 'There is no such right.' }), {
    minItems: 1,
    maxItems: OPERATOR_RIGHTS.length,
    message: 'Select at least one right.',
  }),
  `What the operator may do. ${OPERATOR_RIGHTS.map((right) => `\`${right}\`: ${describeRight(right)}`).join('; ')}.`,
);

function describeRight(right: OperatorRight): string {
  if (right === 'administrator') return 'operators, API keys and webhooks';
  return SCOPES_OF_RIGHTS[right].join(', ');
}

/** A brand in a reply. */
export const operatorBrand = entity('OperatorBrand', {
  id: described(int, 'The id of the brand.'),
  name: described(text, 'The theme of the brand.'),
  companyName: described(text, 'The name of the brand as customers see it.'),
});

/** The session of a log-in in a reply. */
export const operatorTokenReply = {
  access_token: described(text, 'Opaque token; send it as `Authorization: Bearer …`.'),
  token_type: described(text, 'Always `bearer`.'),
  expires_in: described(int, 'Seconds until the session ends at the latest. It ends after an hour without a request, too.'),
};

const newSecret = entity('AuthenticatorSecret', {
  secret: described(text, 'Secret in Base32, to type into the app where no camera is available.'),
  uri: described(text, 'The same secret as `otpauth://…`, to show as a QR code.'),
  setup: described(text, 'Send it back with the first code. The secret takes effect only then.'),
});

const recoveryCodes = described(Type.Array(text), 'Codes that each replace one code from the app. They are shown this once.');

const callerReply = entity({
  operator: entity('OperatorCaller', {
    kind: described(
      Type.Union([Type.Literal('operator'), Type.Literal('api_key')]),
      'Whether a person or another system makes the request.',
    ),
    id: described(int, 'The id of the operator or of the API key.'),
    name: described(text, 'The name of the operator or of the API key.'),
    scopes: described(
      Type.Array(text),
      `What may be done, some of: ${API_KEY_SCOPES.join(', ')}. Those of an operator follow from the rights.`,
    ),
    rights: described(Type.Array(Type.Enum([...OPERATOR_RIGHTS])), 'The rights of an operator; empty for API keys.'),
    brands: described(Type.Array(operatorBrand), 'The brands whose organisations may be worked for.'),
    singleKeyShortcuts,
  }),
});

/** Operators of the supplier: log-in, own account, and the team. */
export const operatorEndpoints = {
  'POST /api/operator/token': endpoint({
    name: 'logInOperator',
    summary: 'Log in as an operator',
    description:
      'OAuth 2.0 password grant with a mandatory second factor. Errors have the OAuth shape `{error, error_description}`: `invalid_grant` for an unknown or disabled operator or a wrong password, `mfa_required` when the code in `otp` is missing or wrong, `enrolment_required` when the operator has to set up the second factor first.',
    tags: ['Operators'],
    access: anonymous,
    limit: 'login',
    bodyLimit: 16384,
    // Checked by the handler, because OAuth prescribes the errors for missing and wrong fields.
    form: Type.Object({
      grant_type: described(Type.Optional(text), '`password`.'),
      username: described(Type.Optional(text), 'Email address.'),
      password: Type.Optional(text),
      otp: described(Type.Optional(text), 'Six digits from the authenticator app, or a recovery code.'),
    }),
    reply: entity('OperatorToken', operatorTokenReply),
  }),

  'POST /api/operator/enrolment/start': endpoint({
    name: 'startOperatorEnrolment',
    summary: 'Create the first secret for an authenticator app',
    description: 'For operators without a second factor, whose log-in answers `enrolment_required`. 409 for others.',
    tags: ['Operators'],
    access: anonymous,
    limit: 'login',
    bodyLimit: 16384,
    body: Type.Object({ email, password: ownPassword }),
    reply: newSecret,
  }),

  'POST /api/operator/enrolment/confirm': endpoint({
    name: 'confirmOperatorEnrolment',
    summary: 'Set up the second factor and log in',
    description: 'Takes a code made with the secret of the start. Returns the recovery codes, this once, and the session.',
    tags: ['Operators'],
    access: anonymous,
    limit: 'login',
    bodyLimit: 16384,
    body: Type.Object({ email, password: ownPassword, setup, otp: newCode }),
    reply: entity({ recoveryCodes, ...operatorTokenReply }),
  }),

  'POST /api/operator/passwordlink/check': endpoint({
    name: 'checkOperatorPasswordLink',
    summary: 'Check a link for setting a password',
    description: 'Checking does not use up the link.',
    tags: ['Operators'],
    access: anonymous,
    bodyLimit: 16384,
    body: Type.Object({ token: linkToken }),
    reply: entity({
      success: described(bool, 'Whether the link can be used.'),
      email: described(nullable(text), 'The address of the operator; null when `success` is false.'),
      minLen: described(int, 'Minimum length of the password in characters.'),
      used: described(bool, 'Whether a password has been set with the link, so that its operator can log in.'),
    }),
  }),

  'POST /api/operator/passwordlink': endpoint({
    name: 'setOperatorPasswordWithLink',
    summary: 'Set a password with a link',
    description:
      'Uses up the link and ends all sessions of the operator. A link that cannot be used gives 200 with `success: false`; a password that breaks the rule gives 422.',
    tags: ['Operators'],
    access: anonymous,
    bodyLimit: 16384,
    body: Type.Object({ token: linkToken, password: ownPassword }),
    reply: entity({ success: described(bool, 'Whether the password has been set.') }),
  }),

  'GET /api/operator/me': endpoint({
    name: 'getOperatorCaller',
    summary: 'Say who makes the request',
    description: 'The operator or API key, its brands and what it may do.',
    tags: ['Operators'],
    access: { ...operator('orders:read'), anyRight: true },
    reply: callerReply,
  }),

  'PUT /api/operator/me': endpoint({
    name: 'updateOperatorPreferences',
    summary: 'Change the caller’s own preferences',
    description: 'What only the operator needs, and no one else sees. Absent properties stay as they are.',
    tags: ['Operators'],
    access: anyOperator,
    root: 'operator',
    body: Type.Object({ singleKeyShortcuts: Type.Optional(singleKeyShortcuts) }),
    reply: callerReply,
  }),

  'POST /api/operator/logout': endpoint({
    name: 'logOutOperator',
    summary: 'Log out',
    tags: ['Operators'],
    access: anyOperator,
    reply: entity({ success: described(bool, 'Always true.') }),
  }),

  'GET /api/operator/account': endpoint({
    name: 'getOwnOperatorAccount',
    summary: 'Get the caller’s own account',
    description: 'Email address, second factor and the sessions that have not ended.',
    tags: ['Operators'],
    access: anyOperator,
    reply: entity({
      account: entity({
        email: text,
        name: text,
        secondFactorSinceUtc: described(dateTime, 'When the authenticator app was set up.'),
        recoveryCodesLeft: described(int, 'Unused recovery codes.'),
        minLen: described(int, 'Minimum length of passwords in characters.'),
        sessions: described(
          Type.Array(
            entity({
              id: int,
              device: described(text, 'Browser and system, for example `Firefox on Windows`.'),
              startedUtc: described(dateTime, 'When the operator logged in.'),
              lastSeenUtc: described(dateTime, 'The last request, accurate to a minute.'),
              current: described(bool, 'Whether it is the session of this request.'),
            }),
          ),
          'The sessions that have not ended, the most recently used first.',
        ),
      }),
    }),
  }),

  'DELETE /api/operator/sessions/:id': endpoint({
    name: 'endOwnOperatorSession',
    summary: 'End one of the caller’s own sessions',
    tags: ['Operators'],
    access: anyOperator,
    params: Type.Object({ id: id('operatorSession') }),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),

  'POST /api/operator/changepassword': endpoint({
    name: 'changeOperatorPassword',
    summary: 'Change the caller’s own password',
    description: 'Ends the caller’s other sessions. The operator gets an email. 422 names the field that is not accepted.',
    tags: ['Operators'],
    access: anyOperator,
    bodyLimit: 16384,
    body: Type.Object({ currentPassword: ownPassword, newPassword: ownPassword }),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),

  'POST /api/operator/recoverycodes': endpoint({
    name: 'replaceOperatorRecoveryCodes',
    summary: 'Replace the caller’s recovery codes',
    description: 'Takes the password and a code. The operator gets an email.',
    tags: ['Operators'],
    access: anyOperator,
    body: Type.Object({ password: ownPassword, otp: ownOtp }),
    reply: entity({ recoveryCodes }),
  }),

  'POST /api/operator/secondfactor/start': endpoint({
    name: 'startOperatorSecondFactor',
    summary: 'Create a secret for another authenticator app',
    description: 'Takes the password and a code of the current app, or a recovery code.',
    tags: ['Operators'],
    access: anyOperator,
    body: Type.Object({ password: ownPassword, otp: ownOtp }),
    reply: newSecret,
  }),

  'POST /api/operator/secondfactor/confirm': endpoint({
    name: 'confirmOperatorSecondFactor',
    summary: 'Replace the caller’s authenticator app',
    description: 'Ends the caller’s other sessions and returns new recovery codes. The operator gets an email.',
    tags: ['Operators'],
    access: anyOperator,
    body: Type.Object({ setup, otp: newCode }),
    reply: entity({ recoveryCodes }),
  }),

  'GET /api/operator/operators': endpoint({
    name: 'listOperators',
    summary: 'List operators',
    description:
      'Those whose brands are all among the caller’s own. The same holds for the calls that change an operator. For operators with the right `administrator`.',
    tags: ['Operators'],
    access: operatorAdministrator,
    reply: entity({
      operators: Type.Array(
        entity({
          id: int,
          email: text,
          name: text,
          brands: described(Type.Array(operatorBrand), 'The brands for whose organisations the operator works.'),
          rights,
          apiKeys: described(
            Type.Array(entity({ id: int, name: text })),
            'API keys that the operator created and that are still accepted, as far as the caller may revoke them.',
          ),
          disabled: described(bool, 'Whether the operator can no longer log in.'),
          hasPassword: described(bool, 'Whether the operator has set a password.'),
          hasSecondFactor: described(bool, 'Whether the operator has set up an authenticator app.'),
          lastSeenUtc: described(nullable(dateTime), 'The last request with a session, accurate to a minute.'),
          isCaller: described(bool, 'Whether it is the operator who makes the request.'),
        }),
      ),
    }),
  }),

  'POST /api/operator/operators': endpoint({
    name: 'addOperator',
    summary: 'Add an operator',
    description:
      'Mails a link for setting a password. It works once, within seven days. Only brands and rights of one’s own can be given (403). Takes the caller’s password and a code, and the administrators of these brands get an email.',
    tags: ['Operators'],
    access: operatorAdministrator,
    refusesUnknown: true,
    body: Type.Object({ email, name, brandIds, rights, ...callerProof }),
    reply: entity({ operator: entity({ id: int }) }),
  }),

  'PUT /api/operator/operators/:id': endpoint({
    name: 'updateOperator',
    summary: 'Change an operator',
    description:
      'Disabling ends the operator’s sessions and links. Callers can neither disable themselves nor change their own brands and rights, so that an administrator remains. Only brands and rights of one’s own can be given (403). Other brands, other rights and enabling take the caller’s password and a code; the operator and the administrators of the brands get an email.',
    tags: ['Operators'],
    access: operatorAdministrator,
    params: Type.Object({ id: id('operator') }),
    refusesUnknown: true,
    body: Type.Object({
      name,
      brandIds,
      rights,
      disabled: described(bool, 'Whether the operator can no longer log in.'),
      ...callerProof,
    }),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),

  'POST /api/operator/operators/:id/passwordlink': endpoint({
    name: 'sendOperatorPasswordLink',
    summary: 'Send an operator a link for setting a password',
    description:
      'Earlier links stop working. Takes the caller’s password and a code; the administrators of the brands get an email.',
    tags: ['Operators'],
    access: operatorAdministrator,
    params: Type.Object({ id: id('operator') }),
    body: Type.Object(callerProof),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),

  'POST /api/operator/operators/:id/resetsecondfactor': endpoint({
    name: 'resetOperatorSecondFactor',
    summary: 'Reset an operator’s second factor',
    description:
      'Removes the operator’s authenticator app, recovery codes and passkeys, and ends the sessions; the next log-in sets up another app. Takes the caller’s password and a code; the operator and the administrators of the brands get an email. 409 when there is none, or for oneself.',
    tags: ['Operators'],
    access: operatorAdministrator,
    params: Type.Object({ id: id('operator') }),
    body: Type.Object(callerProof),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),
} as const;
