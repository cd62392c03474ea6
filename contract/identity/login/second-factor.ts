import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { bool, dateTime, described, entity, int, nullable, text } from '../../values.ts';

const ownPassword = Type.String({ minLength: 1, maxLength: 2048, message: 'Password is required.' });

/** The second factor: codes from an authenticator app (TOTP, RFC 6238), which administrators can turn on for themselves. */
export const secondFactorEndpoints = {
  'GET /api/secondfactor': endpoint({
    name: 'getSecondFactor',
    summary: 'Get the state of the caller’s second factor',
    tags: ['Access'],
    access: signedIn,
    inTrips: 'refused',
    whileImpersonating: 'refused',
    reply: entity({
      available: described(bool, 'Whether the caller may turn it on. Anyone who has it can always turn it off.'),
      on: described(bool, 'Whether logging in asks for a code.'),
      onSinceUtc: nullable(dateTime),
      recoveryCodesLeft: described(int, 'Unused recovery codes.'),
    }),
  }),

  'POST /api/secondfactor/start': endpoint({
    name: 'startSecondFactor',
    summary: 'Create a secret for an authenticator app',
    description: 'The second factor is on only after `confirm`.',
    tags: ['Access'],
    access: signedIn,
    inTrips: 'refused',
    body: Type.Object({ password: ownPassword }),
    reply: entity({
      secret: described(text, 'Secret in Base32, to type into the app where no camera is available.'),
      uri: described(text, 'The same secret as `otpauth://…`, to show as a QR code.'),
    }),
  }),

  'POST /api/secondfactor/confirm': endpoint({
    name: 'confirmSecondFactor',
    summary: 'Turn on the second factor',
    description: 'Takes a code made with the secret of `start` and returns the recovery codes, this once.',
    tags: ['Access'],
    access: signedIn,
    inTrips: 'refused',
    body: Type.Object({
      otp: described(
        Type.String({ minLength: 1, maxLength: 100, message: 'Code is required.' }),
        'Six digits from the authenticator app.',
      ),
    }),
    reply: entity({
      recoveryCodes: described(Type.Array(text), 'Codes that each replace one code from the app. They are shown this once.'),
    }),
  }),

  'POST /api/secondfactor/remove': endpoint({
    name: 'removeSecondFactor',
    summary: 'Turn off the second factor',
    description: 'Takes the password and a code, so that a stolen password alone is not enough. The owner gets an email.',
    tags: ['Access'],
    access: signedIn,
    inTrips: 'refused',
    body: Type.Object({
      password: ownPassword,
      otp: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Code is not valid.' })),
        'A code from the authenticator app or a recovery code; 422 without it.',
      ),
    }),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),
};
