import { button, formatUtcDateTime, greeting, note, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** An address without `https://`, so that mail programs do not make a link of it: only programs can use it. */
const withoutScheme = (url: string) => url.replace(/^https:\/\//, '');

/** The endpoint of which a mail speaks; mails that were queued earlier name none. */
interface ConcernedEndpoint {
  endpointId?: number;
}

const pathOf = (list: string, { endpointId }: ConcernedEndpoint) => (endpointId === undefined ? list : `${list}/${endpointId}`);

/** Sent to the administrators of the whole organisation, or to the operators of the brand, when an endpoint has been paused because nothing reached it for three days. */
export const webhookPausedMail = defineMail<
  { firstName: string; url: string; reason: string; isSupplier: boolean } & ConcernedEndpoint
>({
  name: 'webhook-paused',
  compose: ({ data, link }) => ({
    subject: 'A webhook has been paused',
    preview: 'Nothing has reached it for three days.',
    title: 'A webhook has been paused',
    blocks: [
      greeting(data.firstName),
      paragraph(`For three days, every attempt to send events to ${withoutScheme(data.url)} has failed. We have stopped trying.`),
      paragraph(`The last error was: ${data.reason}`),
      note('Nothing is lost: events are kept for 30 days. Once the receiver works again, resume the webhook and they are sent.'),
      button('View webhook', link(pathOf(data.isSupplier ? '/operator/webhooks' : '/index/settings/webhooks', data))),
    ],
  }),
});

/** What of a webhook outlives the session of the person who changed it: where events go, and with what they are signed. */
export type WebhookAccessChange = 'webhook-added' | 'webhook-address' | 'webhook-secret';

const CHANGES: Record<WebhookAccessChange, { title: string; describe: (address: string) => string }> = {
  'webhook-added': { title: 'A webhook was added', describe: (address) => `Events are sent to ${address}.` },
  'webhook-address': {
    title: 'The address of a webhook was changed',
    describe: (address) => `Events are now sent to ${address}.`,
  },
  'webhook-secret': {
    title: 'The secret of a webhook was replaced',
    describe: (address) => `The webhook for ${address} has a new secret.`,
  },
};

/** Sent to the administrators of the whole organisation, among them the one who made the change. `whenUtc` is ISO 8601 in UTC. */
export const webhookChangedMail = defineMail<
  {
    firstName: string;
    change: WebhookAccessChange;
    url: string;
    by: string;
    whenUtc: string;
  } & ConcernedEndpoint
>({
  name: 'webhook-changed',
  compose: ({ data: { firstName, change, url, by, whenUtc, endpointId }, link }) => ({
    subject: CHANGES[change].title,
    preview: `By ${by} on ${formatUtcDateTime(whenUtc)}.`,
    title: CHANGES[change].title,
    blocks: [
      greeting(firstName),
      paragraph(CHANGES[change].describe(withoutScheme(url))),
      paragraph(`Done by ${by} on ${formatUtcDateTime(whenUtc)}.`),
      paragraph('If you did not expect this, delete the webhook and ask them about it.'),
      button('View webhook', link(pathOf('/index/settings/webhooks', { endpointId }))),
    ],
  }),
});
