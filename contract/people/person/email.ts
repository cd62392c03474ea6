import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { bool, dateTime, described, entity, id, maybe, nullable, text } from '../../values.ts';

const tags = ['Email address'] as const;

const customerId = Type.Object({ id: id('customer') });

/** The login name of a person and a change of it that waits for confirmation. */
const emailState = entity('EmailState', {
  email: described(text, 'The address with which the person logs in.'),
  pendingEmail: described(
    nullable(
      entity({
        email: described(text, 'The address that counts once it is confirmed.'),
        requestedOnUtc: dateTime,
        expiresOnUtc: described(dateTime, 'Until when it can be confirmed.'),
        requestedBy: described(text, 'Name of the person who asked for the change.'),
      }),
    ),
    'A new address that has not been confirmed yet; null for none.',
  ),
  confirmationRequired: described(
    bool,
    'Whether a new address counts only once it is confirmed: for everyone who has a password.',
  ),
  passwordRequired: described(
    bool,
    'Whether a change takes the caller’s own password and code: for one’s own address and that of an administrator.',
  ),
});

/** The email address of a person, and changes of it. */
export const personEmailEndpoints = {
  'GET /api/customers/:id/email': endpoint({
    name: 'getPersonEmail',
    summary: 'Get a person’s email address and a pending change of it',
    description: 'The caller’s own, or for Admin that of a person whose access the caller may change.',
    tags,
    access: signedIn,
    inTrips: 'refused',
    whileImpersonating: 'refused',
    params: customerId,
    reply: emailState,
  }),

  'POST /api/customers/:id/email': endpoint({
    name: 'changePersonEmail',
    summary: 'Change a person’s email address',
    description:
      'The caller’s own, or for Admin that of a person whose access the caller may change. The address of someone with a password changes once the link mailed to the new address is used, within seven days; the present address is told. A later request replaces an earlier one. 422 `email` for an address that is invalid or in use, 429 after five changes in a day.',
    tags,
    access: signedIn,
    inTrips: 'refused',
    whileImpersonating: 'refused',
    bodyLimit: 16384,
    params: customerId,
    body: Type.Object({
      email: described(Type.String({ maxLength: 1000, message: 'Email is not valid.' }), 'The new address.'),
      password: described(
        maybe(Type.String({ maxLength: 2048, message: 'The password is not correct.' })),
        'The caller’s own password; required where `passwordRequired` is true.',
      ),
      otp: described(
        maybe(Type.String({ maxLength: 100, message: 'Code is not valid.' })),
        'With `password`, where the caller has a second factor: a code of the authenticator app or a recovery code.',
      ),
    }),
    reply: emailState,
  }),

  'DELETE /api/customers/:id/email': endpoint({
    name: 'withdrawPersonEmailChange',
    summary: 'Withdraw a pending change of a person’s email address',
    description: 'The mailed link stops working. 404 `pendingEmail` when there is none.',
    tags,
    access: signedIn,
    inTrips: 'refused',
    whileImpersonating: 'refused',
    params: customerId,
    reply: Type.Object({}),
  }),
};
