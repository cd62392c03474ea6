import Type from 'typebox';
import { anonymous, endpoint, optional, signedIn } from '../../endpoint.ts';
import { bool, described, entity, int, maybe, nullable, taxDisplayType, text } from '../../values.ts';

/** Signing in and out, and settings of the session. */
export const accessEndpoints = {
  'POST /api/token': endpoint({
    name: 'logIn',
    summary: 'Log in, or renew the access token',
    description:
      'OAuth 2.0 password and refresh grants. Errors have the OAuth shape `{error, error_description}`: `invalid_request` for a missing field, `invalid_grant` for an unknown, inactive or locked account or a wrong password, `mfa_required` when the account needs a code in `otp`. Refresh tokens rotate; using an old one ends the session.',
    tags: ['Access'],
    access: anonymous,
    limit: 'login',
    bodyLimit: 16384,
    // Checked by the handler, because OAuth prescribes the errors for missing and wrong fields.
    form: Type.Object({
      grant_type: described(Type.Optional(text), '`password` or `refresh_token`.'),
      username: described(Type.Optional(text), 'Email address.'),
      password: Type.Optional(text),
      captcha_response: described(Type.Optional(text), 'Response of the captcha, where the theme has one.'),
      auto: described(Type.Optional(text), 'One-time login key, valid for five minutes; replaces `username` and `password`.'),
      otp: described(
        Type.Optional(text),
        'Six digits from the authenticator app, or a recovery code; send it when the error is `mfa_required`.',
      ),
      refresh_token: described(Type.Optional(text), 'With grant `refresh_token`: the latest refresh token. Each works once.'),
    }),
    reply: entity({
      access_token: described(text, 'Opaque token; send it as `Authorization: Bearer …`.'),
      token_type: described(text, 'Always `bearer`.'),
      expires_in: described(int, 'Lifetime of the access token in seconds.'),
      refresh_token: described(text, 'Replaces the previous refresh token.'),
    }),
  }),

  'GET /api/logout': endpoint({
    name: 'logOut',
    summary: 'Log out',
    description: 'Ends the session with its refresh tokens and any impersonation. Never fails, even without a token.',
    tags: ['Access'],
    access: optional,
    whileImpersonating: 'allowed',
    changesByGet: true,
    reply: entity({
      returnUrl: described(
        nullable(text),
        'Where the browser should go next, for example back to a PunchOut buyer; null for the login page.',
      ),
    }),
  }),

  'POST /api/reportError': endpoint({
    name: 'reportError',
    summary: 'Report an error of the client',
    description: 'Takes any JSON of up to 16 KB. It is logged with the person’s id and never fails because of its shape.',
    tags: ['Access'],
    access: optional,
    whileImpersonating: 'allowed',
    limit: 'report',
    bodyLimit: 16384,
    body: Type.Object({}, { additionalProperties: true, lenient: true }),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),

  'PUT /api/toggletaxtype': endpoint({
    name: 'toggleTaxDisplay',
    summary: 'Switch between prices with and without tax',
    description: 'Stores the choice for the caller and returns the new value; later prices follow it.',
    tags: ['Access'],
    access: signedIn,
    whileImpersonating: 'allowed',
    body: Type.Object({ unused: described(maybe(text), 'Ignored; the body may be empty.') }),
    reply: entity({ taxDisplayType }),
  }),
};
