import { emailOf } from '../links.ts';
import { button, counted, greeting, note, paragraph, quote } from '../parts.ts';
import type { LetterOf } from './letters.ts';

/** Somebody has registered and must show that the address is theirs. */
export const registrationConfirm: LetterOf<'registration-confirm'> = ({ data, secrets, recipient, links }) => ({
  subject: 'Confirm your e-mail address',
  preview: `One step is left of your registration with ${data.organisationName}.`,
  title: 'Confirm your e-mail address',
  parts: [
    greeting(data.firstName),
    paragraph(`You have registered for the uniforms of ${data.organisationName}. Confirm your address by choosing a password:`),
    button('Choose a password', links.activation(emailOf(secrets, recipient), secrets.token)),
    note(`The link works once, within ${counted(data.validDays, 'day')}.`),
    note('If you have not registered, you need not do anything: without this step there is no account.'),
  ],
});

/** The form says nothing of it: only who reads this mailbox learns that there is an account. */
export const registrationKnown: LetterOf<'registration-known'> = ({ data, links }) => ({
  subject: 'You already have an account',
  preview: `Somebody registered with this address for the uniforms of ${data.organisationName}.`,
  title: 'You already have an account',
  parts: [
    greeting(data.firstName),
    paragraph(
      `Somebody, probably you, has just registered with this address for the uniforms of ${data.organisationName}. There is an account with it already, and nothing about it has changed.`,
    ),
    button('Log in', links.home),
    note('If you do not know your password, choose “Forgot your password?” there. If it was not you, you need not do anything.'),
  ],
});

/** Goes to those who decide. */
export const registrationWanted: LetterOf<'registration-wanted'> = ({ data, links }) => ({
  subject: `A registration waits for your decision: ${data.registrantName}`,
  preview: `${data.registrantName} wants to order uniforms of ${data.organisationName}.`,
  title: 'A registration waits for your decision',
  parts: [
    greeting(data.firstName),
    paragraph(`${data.registrantName} (${data.registrantEmail}) has registered for the uniforms of ${data.organisationName}.`),
    paragraph('Approve it if you know this person, or reject it with a reason. Until then they cannot log in.'),
    button('See the registrations', links.registrations),
  ],
});

export const registrationApproved: LetterOf<'registration-approved'> = ({ data, secrets, recipient, links }) => ({
  subject: 'Your registration was approved',
  preview: 'Choose a password to see and order your uniform.',
  title: 'Your registration was approved',
  parts: [
    greeting(data.firstName),
    paragraph(
      `${data.organisationName} has approved your registration. Choose a password to see the uniform you are entitled to, and to order it.`,
    ),
    button('Choose a password', links.activation(emailOf(secrets, recipient), secrets.token)),
    note(
      `The link works once, within ${counted(data.validDays, 'day')}. If it no longer does, ask your administrator for a new one.`,
    ),
  ],
});

export const registrationRejected: LetterOf<'registration-rejected'> = ({ data }) => ({
  subject: 'Your registration was not approved',
  preview: `${data.organisationName} has not approved your registration.`,
  title: 'Your registration was not approved',
  parts: [
    greeting(data.firstName),
    ...(data.reason?.trim()
      ? [paragraph(`${data.organisationName} has not approved your registration. The reason given:`), quote(data.reason)]
      : [paragraph(`${data.organisationName} has not approved your registration.`)]),
    paragraph('If you think that this is a mistake, ask whoever looks after uniforms where you work.'),
  ],
});
