import { formatUtcDateTime, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** `whenUtc` is ISO 8601 in UTC. */
export const impersonationNoticeMail = defineMail<{ firstName: string; actorName: string; whenUtc: string }>({
  name: 'impersonation-notice',
  compose: ({ data }) => ({
    subject: `${data.actorName} worked in the portal for you`,
    preview: `On ${formatUtcDateTime(data.whenUtc)}. All actions have been recorded.`,
    title: 'Someone worked in the portal for you',
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.actorName} began to act in the portal on your behalf on ${formatUtcDateTime(data.whenUtc)}.`),
      paragraph('Everything done in this way is recorded under both names. If you did not expect it, ask your administrator.'),
    ],
  }),
});
