import { WebhookClientProvider } from '#web/integrations/webhooks/webhook-client.ts';
import { WebhookLogView } from '#web/integrations/webhooks/webhook-log.tsx';
import { operatorWebhooks } from './operator-webhooks.ts';

/** The log of a webhook of the supplier. */
export const OperatorWebhookLogPage = () => (
  <WebhookClientProvider value={operatorWebhooks}>
    <WebhookLogView />
  </WebhookClientProvider>
);
