import { button, formatCount, greeting, note, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** Sent to the new address, which counts once its owner follows the link. */
export const emailConfirmationMail = defineMail<{ firstName: string; validDays: number }, { token: string }>({
  name: 'email-confirmation',
  needsSecrets: true,
  compose: ({ data, secrets, recipient, company, link }) => ({
    subject: 'Confirm your new email address',
    preview: `The link works once, within ${formatCount(data.validDays, 'day')}.`,
    title: 'Confirm your new email address',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `Someone asked to use ${recipient} for your account with ${company}. Once you confirm it, you log in with this address, and our messages go to it.`,
      ),
      button('Confirm email address', link('/confirmemail', { token: secrets.token })),
      note(
        `The link works once, within ${formatCount(data.validDays, 'day')}. Until then your account keeps its current address.`,
      ),
      note('If you did not expect this message, ignore it. Do not forward it.'),
    ],
  }),
});

/** Sent to the present address. `newEmail` is masked; `requestedBy` is null when the owner of the account asked for the change. */
export const emailChangeRequestedMail = defineMail<{ firstName: string; newEmail: string; requestedBy: string | null }>({
  name: 'email-change-requested',
  compose: ({ data, link }) => ({
    subject: 'Your email address is about to change',
    preview: `The new address is ${data.newEmail}. If you do not recognise it, withdraw the change.`,
    title: 'Your email address is about to change',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${data.requestedBy === null ? 'You' : `${data.requestedBy}, an administrator of your organisation,`} asked to change the email address of your account to ${data.newEmail}. It changes once the new address is confirmed.`,
      ),
      paragraph(
        'If you do not recognise this address, log in now, withdraw the change in your profile, choose a new password and tell your administrator:',
      ),
      button('Open your profile', link('/index/profile')),
    ],
  }),
});

/** Sent to the address that the account had before. `newEmail` is masked, as in `a…n@company.example`. */
export const emailChangedMail = defineMail<{ firstName: string; newEmail: string }>({
  name: 'email-changed',
  compose: ({ data }) => ({
    subject: 'The email address of your account was changed',
    preview: `It is now ${data.newEmail}.`,
    title: 'Your email address was changed',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `Your account now has the email address ${data.newEmail}. You log in with it from now on, and our messages go there. Everyone who was logged in to the account has been logged out.`,
      ),
      paragraph('If you did not expect this, tell your administrator now: they can correct it.'),
    ],
  }),
});

export const emailChangeMails = [emailConfirmationMail, emailChangeRequestedMail, emailChangedMail];
