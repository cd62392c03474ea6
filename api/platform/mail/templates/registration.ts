import { button, formatCount, greeting, note, paragraph, quote } from '../blocks.ts';
import { getLinkEmail } from '../links.ts';
import type { Template } from './template.ts';

/** Somebody has registered and must show that the address is theirs. */
export const registrationConfirm: Template<'registration-confirm'> = ({ data, secrets, recipient, links }) => ({
  subject: 'Confirm your e-mail address',
  preview: `One step is left of your registration with ${data.organisationName}.`,
  title: 'Confirm your e-mail address',
  blocks: [
    greeting(data.firstName),
    paragraph(`You have registered for the uniforms of ${data.organisationName}. Confirm your address by choosing a password:`),
    button('Choose a password', links.activation(getLinkEmail(secrets, recipient), secrets.token)),
    note(`The link works once, within ${formatCount(data.validDays, 'day')}.`),
    note('If you have not registered, you need not do anything: without this step there is no account.'),
  ],
});

/** The form says nothing of it: only who reads this mailbox learns that there is an account. */
export const registrationExistingAccount: Template<'registration-known'> = ({ data, links }) => ({
  subject: 'You already have an account',
  preview: `Somebody registered with this address for the uniforms of ${data.organisationName}.`,
  title: 'You already have an account',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `Somebody, probably you, has just registered with this address for the uniforms of ${data.organisationName}. There is an account with it already, and nothing about it has changed.`,
    ),
    button('Log in', links.home),
    note('If you do not know your password, choose “Forgot your password?” there. If it was not you, you need not do anything.'),
  ],
});

/** Goes to those who decide. */
export const registrationAwaitingDecision: Template<'registration-wanted'> = ({ data, links }) => ({
  subject: `A registration waits for your decision: ${data.registrantName}`,
  preview: `${data.registrantName} wants to order uniforms of ${data.organisationName}.`,
  title: 'A registration waits for your decision',
  blocks: [
    greeting(data.firstName),
    paragraph(`${data.registrantName} (${data.registrantEmail}) has registered for the uniforms of ${data.organisationName}.`),
    paragraph('Approve it if you know this person, or reject it with a reason. Until then they cannot log in.'),
    button('See the registrations', links.registrations),
  ],
});

export const registrationApproved: Template<'registration-approved'> = ({ data, secrets, recipient, links }) => ({
  subject: 'Your registration was approved',
  preview: 'Choose a password to see and order your uniform.',
  title: 'Your registration was approved',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `${data.organisationName} has approved your registration. Choose a password to see the uniform you are entitled to, and to order it.`,
    ),
    button('Choose a password', links.activation(getLinkEmail(secrets, recipient), secrets.token)),
    note(
      `The link works once, within ${formatCount(data.validDays, 'day')}. If it no longer does, ask your administrator for a new one.`,
    ),
  ],
});

export const registrationRejected: Template<'registration-rejected'> = ({ data }) => ({
  subject: 'Your registration was not approved',
  preview: `${data.organisationName} has not approved your registration.`,
  title: 'Your registration was not approved',
  blocks: [
    greeting(data.firstName),
    ...(data.reason?.trim()
      ? [paragraph(`${data.organisationName} has not approved your registration. The reason given:`), quote(data.reason)]
      : [paragraph(`${data.organisationName} has not approved your registration.`)]),
    paragraph('If you think that this is a mistake, ask whoever looks after uniforms where you work.'),
  ],
});
