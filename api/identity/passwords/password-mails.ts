import { button, formatCount, formatUtcDateTime, greeting, note, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail, type LinkSecrets } from '#api/platform/mail/mail-definition.ts';
import { resetPasswordUrl } from './password-urls.ts';

export const passwordRecoveryMail = defineMail<{ firstName: string; validMinutes: number }, LinkSecrets>({
  name: 'password-recovery',
  needsSecrets: true,
  compose: ({ data, secrets, recipient, link }) => ({
    subject: 'Choose a new password',
    preview: `The link works once, within ${formatCount(data.validMinutes, 'minute')}.`,
    title: 'Choose a new password',
    blocks: [
      greeting(data.firstName),
      paragraph('Someone asked for a new password for your account. If that was you, choose it here:'),
      button('Choose a new password', resetPasswordUrl({ link, secrets, recipient })),
      note(`The link works once, within ${formatCount(data.validMinutes, 'minute')}. Requesting another link makes it invalid.`),
      note('If it was not you, ignore this message: your password stays as it is. Do not forward it.'),
    ],
  }),
});

/** For someone who has set their first password. */
export const accountReadyMail = defineMail<{ firstName: string }>({
  name: 'account-ready',
  compose: ({ data, recipient, link }) => ({
    subject: 'Your account is ready',
    preview: 'You can log in with your email address and the password you chose.',
    title: 'Your account is ready',
    blocks: [
      greeting(data.firstName),
      paragraph(`You can now log in with the email address ${recipient} and the password you chose.`),
      button('Log in', link('/login')),
      note('If you did not choose a password, tell your administrator.'),
    ],
  }),
});

/** `whenUtc` is ISO 8601 in UTC. */
export const passwordChangedMail = defineMail<{ firstName: string; whenUtc: string }>({
  name: 'password-changed',
  compose: ({ data, link }) => ({
    subject: 'Your password was changed',
    preview: `On ${formatUtcDateTime(data.whenUtc)}. If that was not you, choose a new one.`,
    title: 'Your password was changed',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `The password of your account was changed on ${formatUtcDateTime(data.whenUtc)}. Everyone who was logged in to it has been logged out.`,
      ),
      paragraph(
        'If that was you, you do not need to do anything. If it was not, choose a new password now and tell your administrator:',
      ),
      button('Choose a new password', link('/passwordrecovery')),
    ],
  }),
});

export const passwordMails = [accountReadyMail, passwordRecoveryMail, passwordChangedMail];
