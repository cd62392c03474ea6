import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

export const secondFactorChangedMail = defineMail<{ firstName: string; on: boolean }>({
  name: 'second-factor-changed',
  compose: ({ data, link }) => ({
    subject: data.on ? 'Your login now has a second step' : 'The second step of your login has been switched off',
    preview: 'If that was not you, choose a new password.',
    title: data.on ? 'Your login now has a second step' : 'The second step has been switched off',
    blocks: [
      greeting(data.firstName),
      paragraph(
        data.on
          ? 'From now on, logging in to your account takes your password and a code from your authenticator app. Keep your recovery codes where you can find them without your phone.'
          : 'Logging in to your account now takes your password alone. You can switch the second step on again in your preferences.',
      ),
      paragraph('If that was not you, choose a new password now and tell your administrator:'),
      button('Choose a new password', link('/passwordrecovery')),
    ],
  }),
});
