import { WebhookClientProvider } from '#web/integrations/webhooks/webhook-client.ts';
import { WebhookEndpoints } from '#web/integrations/webhooks/webhook-endpoints.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useMay } from '../session/operator-access.ts';
import { LowStock } from './low-stock.tsx';
import { operatorWebhooks } from './operator-webhooks.ts';

/** The webhooks of the supplier, and when stock counts as low. */
export function OperatorWebhooksPage() {
  const mayChangeStock = useMay('stock:write');
  return (
    <WebhookClientProvider value={operatorWebhooks}>
      <PageHeader title="Webhooks">Tell your own systems about orders, returns and low stock of your brands.</PageHeader>
      <WebhookEndpoints />
      {mayChangeStock && <LowStock />}
    </WebhookClientProvider>
  );
}
