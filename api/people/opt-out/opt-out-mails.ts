import { greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

export const optOutConfirmedMail = defineMail<{ firstName: string; organisationName: string }>({
  name: 'opt-out-confirmed',
  compose: ({ data }) => ({
    subject: 'You have opted out of your uniform allocation',
    preview: `No ${data.organisationName} uniforms will be allocated to you.`,
    title: 'You have opted out',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `You have opted out of receiving a uniform through the uniform allocation programme of ${data.organisationName}. No uniforms will be allocated to you.`,
      ),
      paragraph('If that was a mistake, ask your administrator: they can undo it.'),
    ],
  }),
});
