import { useCaller } from '#web/app/session/profile.ts';
import { ApiDocsLink } from '#web/app/shell/api-docs-link.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { organisationWebhooks } from './organisation-webhooks.ts';
import { WebhookClientProvider } from './webhook-client.ts';
import { WebhookEndpoints } from './webhook-endpoints.tsx';

/** The webhooks of the organisation, for administrators of the whole organisation. */
export function WebhooksPage() {
  const caller = useCaller();
  const canManage = caller?.adminableOrganisationGroupIds.length === 0;
  return (
    <>
      <PageHeader title="Webhooks" tab="Webhooks – Settings">
        Tell your own systems when orders are placed, approved, shipped or returned. <ApiDocsLink />
      </PageHeader>
      {canManage ? (
        <WebhookClientProvider value={organisationWebhooks}>
          <WebhookEndpoints />
        </WebhookClientProvider>
      ) : (
        <Card flush>
          <EmptyState title="For administrators of the whole organisation">
            Webhooks send events of all groups, so only an administrator of the whole organisation can manage them.
          </EmptyState>
        </Card>
      )}
    </>
  );
}
