import { button, greeting, note, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** An address without `https://`, so that mail programs do not make a link of it: only programs can use it. */
const withoutScheme = (url: string) => url.replace(/^https:\/\//, '');

/** Sent to the administrators of the whole organisation, or to the operators of the brand, when an endpoint has been paused because nothing reached it for three days. */
export const webhookPausedMail = defineMail<{ firstName: string; url: string; reason: string; isSupplier: boolean }>({
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
      button(
        data.isSupplier ? 'Open the back office' : 'View webhooks',
        link(data.isSupplier ? '/operator' : '/index/settings/webhooks'),
      ),
    ],
  }),
});
