import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** Sent to each administrator of the organisation, who decides about the request. */
export const erasureRequestedMail = defineMail<{
  firstName: string;
  organisationName: string;
  personName: string;
  /** Mails that were queued earlier name none. */
  customerId?: number;
}>({
  name: 'erasure-requested',
  compose: ({ data, link }) => ({
    subject: `${data.personName} has asked for their data to be erased`,
    preview: `${data.organisationName} must respond within one month.`,
    title: 'Someone has asked for their data to be erased',
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.personName} of ${data.organisationName} has asked for their personal data to be erased.`),
      paragraph(
        'Please check their open orders and returns first, then erase their data in the portal. By law you have one month.',
      ),
      button('View person', link(data.customerId === undefined ? '/index/customers' : `/index/customers/${data.customerId}`)),
    ],
  }),
});
