import Type from 'typebox';
import { anonymous, endpoint, optional, signedIn } from '../endpoint.ts';
import { bool, entity, int, maybe, nullable, text } from '../values.ts';

export const accessEndpoints = {
  'POST /api/token': endpoint({
    summary: 'Log in, or renew the access token',
    tags: ['Access'],
    access: anonymous,
    limit: 'login',
    bodyLimit: 16384,
    // Checked by the handler: OAuth has error answers of its own for what is missing or wrong here.
    form: Type.Object({
      grant_type: Type.Optional(text),
      username: Type.Optional(text),
      password: Type.Optional(text),
      captcha_response: Type.Optional(text),
      auto: Type.Optional(text),
      /** Six digits of the authenticator app or a recovery code, where the answer was `mfa_required`. */
      otp: Type.Optional(text),
      refresh_token: Type.Optional(text),
    }),
    reply: entity({ access_token: text, token_type: text, expires_in: int, refresh_token: text }),
  }),

  'GET /api/logout': endpoint({
    summary: 'End the session; never fails, also without a token',
    tags: ['Access'],
    access: optional,
    reply: entity({ returnUrl: nullable(text) }),
  }),

  'POST /api/reportError': endpoint({
    summary: 'Report an error of the client; any JSON up to 16 KB',
    tags: ['Access'],
    access: optional,
    whileImpersonating: 'allowed',
    limit: 'report',
    bodyLimit: 16384,
    body: Type.Object({}, { additionalProperties: true, lenient: true }),
    reply: entity({ success: bool }),
  }),

  'PUT /api/toggletaxtype': endpoint({
    summary: 'Flip between prices with and without tax for the caller',
    tags: ['Access'],
    access: signedIn,
    whileImpersonating: 'allowed',
    body: Type.Object({ unused: maybe(text) }),
    reply: entity({ taxDisplayType: int }),
  }),
};
