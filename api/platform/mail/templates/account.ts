import { button, formatCount, formatUtcDateTime, greeting, note, paragraph } from '../blocks.ts';
import { getLinkEmail } from '../links.ts';
import type { Template } from './template.ts';

/** An administrator has made an account for somebody. */
export const invitation: Template<'invitation'> = ({ data, secrets, recipient, company, links }) => ({
  subject: `Your account for ${data.organisationName} uniforms`,
  preview: 'Choose a password to see and order your uniform.',
  title: 'Welcome to your uniform portal',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `${data.organisationName} gets its uniforms from ${company}, and has made an account for you. Choose a password to see the uniform you are entitled to, and to order it.`,
    ),
    button('Choose a password', links.activation(getLinkEmail(secrets, recipient), secrets.token)),
    note(
      `The link works once, within ${formatCount(data.validDays, 'day')}. If it no longer does, ask your administrator for a new one.`,
    ),
    note('If you did not expect this message, you need not do anything.'),
  ],
});

export const passwordRecovery: Template<'password-recovery'> = ({ data, secrets, recipient, links }) => ({
  subject: 'Choose a new password',
  preview: `The link works once, within ${formatCount(data.validMinutes, 'minute')}.`,
  title: 'Choose a new password',
  blocks: [
    greeting(data.firstName),
    paragraph('Somebody asked for a new password for your account. If that was you, choose it here:'),
    button('Choose a new password', links.resetPassword(getLinkEmail(secrets, recipient), secrets.token)),
    note(`The link works once, within ${formatCount(data.validMinutes, 'minute')}. Asking again makes it invalid.`),
    note('If it was not you, do nothing: your password stays as it is. Never pass this message on.'),
  ],
});

export const passwordChanged: Template<'password-changed'> = ({ data, links }) => ({
  subject: 'Your password was changed',
  preview: `On ${formatUtcDateTime(data.whenUtc)}. If that was not you, choose a new one.`,
  title: 'Your password was changed',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `The password of your account was changed on ${formatUtcDateTime(data.whenUtc)}. Whoever was logged in to it has been logged out.`,
    ),
    paragraph('If that was you, you need not do anything. If it was not, choose a new password now and tell your administrator:'),
    button('Choose a new password', links.passwordRecovery),
  ],
});

export const secondFactorChanged: Template<'second-factor-changed'> = ({ data, links }) => ({
  subject: data.on ? 'Your log-in now has a second step' : 'The second step of your log-in was switched off',
  preview: 'If that was not you, choose a new password.',
  title: data.on ? 'Your log-in now has a second step' : 'The second step was switched off',
  blocks: [
    greeting(data.firstName),
    paragraph(
      data.on
        ? 'From now on, logging in to your account takes your password and a code from your authenticator app. Keep your recovery codes where you find them without your phone.'
        : 'Logging in to your account now takes your password alone. You can switch the second step on again in your preferences.',
    ),
    paragraph('If that was not you, choose a new password now and tell your administrator:'),
    button('Choose a new password', links.passwordRecovery),
  ],
});

/** Goes to the address that the account had before. */
export const emailChanged: Template<'email-changed'> = ({ data }) => ({
  subject: 'The e-mail address of your account was changed',
  preview: `It is now ${data.newEmail}.`,
  title: 'Your e-mail address was changed',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `Your account now has the e-mail address ${data.newEmail}. You log in with it from now on, and our messages go there.`,
    ),
    paragraph('If you did not want that, tell your administrator now: they can put it right.'),
  ],
});

export const impersonationNotice: Template<'impersonation-notice'> = ({ data }) => ({
  subject: `${data.actorName} worked in the portal for you`,
  preview: `On ${formatUtcDateTime(data.whenUtc)}. What was done is on record.`,
  title: 'Somebody worked in the portal for you',
  blocks: [
    greeting(data.firstName),
    paragraph(`${data.actorName} began to act in the portal on your behalf on ${formatUtcDateTime(data.whenUtc)}.`),
    paragraph('Everything done that way is on record under both names. If you did not expect it, ask your administrator.'),
  ],
});
