import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { bool, dateTime, entity, int, nullable, text } from '../values.ts';

const ownPassword = Type.String({ minLength: 1, maxLength: 2048, message: 'Password is required.' });

/** A code from an authenticator app (RFC 6238) beside the password; administrators may switch it on for themselves. */
export const secondFactorEndpoints = {
  'GET /api/secondfactor': endpoint({
    summary: 'Whether the caller may use a second factor, and does',
    tags: ['Access'],
    access: signedIn,
    whileImpersonating: 'refused',
    reply: entity({
      /** Whether it can be switched on: for administrators. Whoever has it can always switch it off. */
      available: bool,
      on: bool,
      onSinceUtc: nullable(dateTime),
      recoveryCodesLeft: int,
    }),
  }),

  'POST /api/secondfactor/start': endpoint({
    summary: 'A new secret for the authenticator app; it counts only once a code of it has been confirmed',
    tags: ['Access'],
    access: signedIn,
    body: Type.Object({ password: ownPassword }),
    reply: entity({
      /** Base32, to be typed into the app where no camera is at hand. */
      secret: text,
      /** The same as `otpauth://…`, to be shown as a QR code. */
      uri: text,
    }),
  }),

  'POST /api/secondfactor/confirm': endpoint({
    summary: 'Switch the second factor on with a code of the secret; answers the recovery codes, this once',
    tags: ['Access'],
    access: signedIn,
    body: Type.Object({ otp: Type.String({ minLength: 1, maxLength: 100, message: 'Code is required.' }) }),
    reply: entity({ recoveryCodes: Type.Array(text) }),
  }),

  'POST /api/secondfactor/remove': endpoint({
    summary: 'Switch the second factor off',
    tags: ['Access'],
    access: signedIn,
    body: Type.Object({ password: ownPassword }),
    reply: entity({ success: bool }),
  }),
};
