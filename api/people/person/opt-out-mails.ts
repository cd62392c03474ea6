import { greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** Sent to a person who has opted out, or whom an administrator has opted out. */
export const optOutConfirmedMail = defineMail<{ firstName: string; organisationName: string; byAdministrator?: boolean }>({
  name: 'opt-out-confirmed',
  compose: ({ data }) => ({
    subject: `You ${data.byAdministrator ? 'have been opted' : 'have opted'} out of your uniform allocation`,
    preview: `No ${data.organisationName} uniforms will be allocated to you.`,
    title: data.byAdministrator ? 'You have been opted out' : 'You have opted out',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${data.byAdministrator ? 'Your administrator has opted you' : 'You have opted'} out of receiving a uniform through the uniform allocation programme of ${data.organisationName}. No uniforms will be allocated to you.`,
      ),
      paragraph('If that was a mistake, ask your administrator: they can undo it.'),
    ],
  }),
});
