import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** Sent to each administrator of the organisation, who carries the request out. */
export const erasureRequestedMail = defineMail<{ firstName: string; organisationName: string; personName: string }>({
  name: 'erasure-requested',
  compose: ({ data, link }) => ({
    subject: `${data.personName} asks for their data to be erased`,
    preview: `A request that ${data.organisationName} has to answer.`,
    title: 'Someone asks for their data to be erased',
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.personName} of ${data.organisationName} has asked for their personal data to be erased.`),
      paragraph(
        'Please look at open orders and returns first, then carry the request out in the portal. The law allows one month for it.',
      ),
      button('Open the portal', link('/')),
    ],
  }),
});
