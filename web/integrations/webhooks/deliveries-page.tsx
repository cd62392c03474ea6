import { organisationWebhooks } from './organisation-webhooks.ts';
import { WebhookClientProvider } from './webhook-client.ts';
import { WebhookLogView } from './webhook-log.tsx';
import { webhookLogList } from './webhook-log-list.tsx';

/** The log of a webhook of the organisation. */
export const DeliveriesPage = () => (
  <WebhookClientProvider value={organisationWebhooks}>
    <WebhookLogView list={webhookLogList} />
  </WebhookClientProvider>
);
