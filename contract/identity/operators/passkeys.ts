import Type, { type TProperties } from 'typebox';
import { anonymous, anyOperator, endpoint } from '../../endpoint.ts';
import { bool, dateTime, described, entity, id, int, nullable, text } from '../../values.ts';
import { operatorTokenReply, ownOtp, ownPassword } from './operators.ts';

const MESSAGE = 'The passkey is not valid.';
const bytes = (maxLength: number, description: string) =>
  described(
    Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', message: MESSAGE }),
    `${description}, in base64url.`,
  );

const name = described(
  Type.String({ minLength: 1, maxLength: 100, message: 'Name is required.' }),
  'What the operator calls the passkey, for example after the device that keeps it.',
);
const credentialId = bytes(1364, 'The id of the credential');
const credentialOf = <P extends TProperties>(response: P) =>
  described(
    Type.Object({ id: credentialId, response: described(Type.Object(response), 'What the authenticator responded.') }),
    'The credential that the browser returned, in the JSON form of WebAuthn; further properties are ignored.',
  );
const clientDataJSON = bytes(4096, 'What the browser signed: challenge, origin and kind');
const setup = (start: string) =>
  described(
    Type.String({ minLength: 1, maxLength: 2048, message: 'The setup is required.' }),
    `\`setup\` of ${start}. It is valid once, for five minutes.`,
  );

const publicKey = described(Type.Literal('public-key'), 'Always `public-key`.');
const challenge = described(text, 'The challenge, in base64url.');
const timeout = described(int, 'How long the browser may take, in milliseconds.');
const startReply = <P extends TProperties>(options: P) =>
  entity({
    setup: described(text, 'Send it back with the response of the browser.'),
    options: described(entity(options), 'What the browser is called with, in the JSON form of WebAuthn.'),
  });

const passkey = entity('Passkey', {
  id: int,
  name: text,
  host: described(text, 'The host on which the passkey was made. Browsers offer it there alone.'),
  createdUtc: described(dateTime, 'When it was added.'),
  lastUsedUtc: described(nullable(dateTime), 'The last log-in with it; null when there was none.'),
});

/** Passkeys of operators: log-in without password and code, and the passkeys of one's own account. */
export const passkeyEndpoints = {
  'POST /api/operator/passkeylogin/start': endpoint({
    name: 'startPasskeyLogin',
    summary: 'Start to log in with a passkey',
    description:
      'Names no operator and no passkey: the browser offers those that it has for this host. 409 on a host that is an IP address.',
    tags: ['Operators'],
    access: anonymous,
    limit: 'login',
    reply: startReply({
      challenge,
      rpId: described(text, 'The host name.'),
      timeout,
      userVerification: described(Type.Literal('required'), 'Always `required`: the device asks for a finger, a face or a PIN.'),
    }),
  }),

  'POST /api/operator/passkeylogin': endpoint({
    name: 'logInWithPasskey',
    summary: 'Log in with a passkey',
    description:
      'Starts the same session as `POST /api/operator/token`. A passkey replaces password and code, because its device verifies who uses it. 403 for every passkey that is not accepted, 409 when the start was too long ago.',
    tags: ['Operators'],
    access: anonymous,
    limit: 'login',
    bodyLimit: 16384,
    body: Type.Object({
      setup: setup('the start'),
      credential: credentialOf({
        clientDataJSON,
        authenticatorData: bytes(4096, 'What the authenticator signed'),
        signature: bytes(8192, 'The signature'),
        userHandle: Type.Optional(nullable(bytes(128, 'The operator whom the authenticator names'))),
      }),
    }),
    reply: entity('OperatorToken', operatorTokenReply),
  }),

  'GET /api/operator/passkeys': endpoint({
    name: 'listPasskeys',
    summary: 'List the caller’s own passkeys',
    tags: ['Operators'],
    access: anyOperator,
    reply: entity({
      host: described(
        nullable(text),
        'The host of the request, where a new passkey would work; null on an IP address, where none does.',
      ),
      passkeys: described(Type.Array(passkey), 'Those of all hosts, the oldest first.'),
    }),
  }),

  'POST /api/operator/passkeys/start': endpoint({
    name: 'startPasskey',
    summary: 'Start to add a passkey',
    description: 'Takes the password and a code. 409 on a host that is an IP address, and when there are 20 passkeys already.',
    tags: ['Operators'],
    access: anyOperator,
    body: Type.Object({ password: ownPassword, otp: ownOtp }),
    reply: startReply({
      rp: described(entity({ id: described(text, 'The host name.'), name: text }), 'Whom the passkey is for.'),
      user: described(
        entity({
          id: described(text, 'Names the operator to the authenticator, in base64url.'),
          name: described(text, 'The email address.'),
          displayName: described(text, 'The name of the operator.'),
        }),
        'Who is going to log in with it.',
      ),
      challenge,
      pubKeyCredParams: described(
        Type.Array(entity({ type: publicKey, alg: described(int, 'Number of the algorithm in COSE.') })),
        'The algorithms that are accepted, the preferred one first.',
      ),
      timeout,
      excludeCredentials: described(
        Type.Array(
          entity({
            id: text,
            type: publicKey,
            transports: described(Type.Array(text), 'How the browser reaches the authenticator.'),
          }),
        ),
        'The operator’s passkeys of this host: a device that has one of them makes no second one.',
      ),
      authenticatorSelection: described(
        entity({
          residentKey: described(Type.Literal('required'), 'Always `required`: it is found without an email address.'),
          userVerification: described(Type.Literal('required'), 'Always `required`.'),
        }),
        'What the device has to be able to do.',
      ),
      attestation: described(Type.Literal('none'), 'Always `none`: the make of the device does not matter.'),
    }),
  }),

  'POST /api/operator/passkeys': endpoint({
    name: 'addPasskey',
    summary: 'Add a passkey',
    description:
      'The operator gets an email. 409 when the start was too long ago, or the passkey exists already; 422 when it is not accepted.',
    tags: ['Operators'],
    access: anyOperator,
    bodyLimit: 16384,
    body: Type.Object({
      setup: setup('the start'),
      name,
      credential: credentialOf({
        clientDataJSON,
        attestationObject: bytes(8192, 'The new credential with its public key'),
        transports: Type.Optional(
          described(
            Type.Array(Type.String({ maxLength: 20, pattern: '^[a-z-]+$', message: MESSAGE }), {
              maxItems: 10,
              message: MESSAGE,
            }),
            'How the browser reaches the authenticator.',
          ),
        ),
      }),
    }),
    reply: entity({ passkey: entity({ id: int }) }),
  }),

  'PUT /api/operator/passkeys/:id': endpoint({
    name: 'renamePasskey',
    summary: 'Rename one of the caller’s own passkeys',
    tags: ['Operators'],
    access: anyOperator,
    params: Type.Object({ id: id('operatorPasskey') }),
    body: Type.Object({ name }),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),

  'DELETE /api/operator/passkeys/:id': endpoint({
    name: 'removePasskey',
    summary: 'Remove one of the caller’s own passkeys',
    description:
      'Ends the caller’s other sessions. The operator gets an email. Logging in with password and code is always possible, so the last passkey can be removed.',
    tags: ['Operators'],
    access: anyOperator,
    params: Type.Object({ id: id('operatorPasskey') }),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),
} as const;
