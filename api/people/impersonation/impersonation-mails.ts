import { formatUtcDateTime, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** `whenUtc` is ISO 8601 in UTC. */
export const impersonationNoticeMail = defineMail<{ firstName: string; actorName: string; whenUtc: string }>({
  name: 'impersonation-notice',
  compose: ({ data }) => ({
    subject: `${data.actorName} used the portal on your behalf`,
    preview: `On ${formatUtcDateTime(data.whenUtc)}. All actions have been recorded.`,
    title: 'Someone used the portal on your behalf',
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.actorName} started using the portal on your behalf on ${formatUtcDateTime(data.whenUtc)}.`),
      paragraph(
        'Everything they do on your behalf is recorded under both names. If you did not expect it, ask your administrator.',
      ),
    ],
  }),
});
