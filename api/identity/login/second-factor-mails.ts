import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

export const secondFactorChangedMail = defineMail<{ firstName: string; on: boolean }>({
  name: 'second-factor-changed',
  compose: ({ data, link }) => ({
    subject: data.on ? 'Your second factor is on' : 'Your second factor is off',
    preview: 'If that was not you, choose a new password.',
    title: data.on ? 'Your second factor is on' : 'Your second factor is off',
    blocks: [
      greeting(data.firstName),
      paragraph(
        data.on
          ? 'From now on, you need your password and a code from your authenticator app to log in. Keep your recovery codes where you can find them without your phone.'
          : 'You now need only your password to log in. You can turn the second factor on again in your profile.',
      ),
      paragraph('If that was not you, choose a new password now and tell your administrator:'),
      button('Choose a new password', link('/passwordrecovery')),
    ],
  }),
});
