import type { List } from '#web/app/lists/define-list.ts';
import { WebhookClientProvider } from '#web/integrations/webhooks/webhook-client.ts';
import { WebhookLogView } from '#web/integrations/webhooks/webhook-log.tsx';
import { webhookLogList } from '#web/integrations/webhooks/webhook-log-list.tsx';
import type { WebhookDelivery } from '#web/integrations/webhooks/webhook-texts.ts';
import { operatorWebhooks } from './operator-webhooks.ts';

/** The same list, of the webhooks of the supplier. */
const operatorWebhookLog: List<'GET /api/operator/webhooks/:id/deliveries', WebhookDelivery, undefined> = {
  ...webhookLogList,
  call: 'GET /api/operator/webhooks/:id/deliveries',
};

/** The log of a webhook of the supplier. */
export const OperatorWebhookLogPage = () => (
  <WebhookClientProvider value={operatorWebhooks}>
    <WebhookLogView list={operatorWebhookLog} />
  </WebhookClientProvider>
);
