import { Button } from '@mantine/core';
import { useIsFetching } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ParamsOf } from '#contract/index.ts';
import type { List } from '#web/app/lists/define-list.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useWebhookClient } from './webhook-client.ts';
import type { WebhookDelivery } from './webhook-texts.ts';

type LogCall = 'GET /api/operator/webhooks/:id/deliveries' | 'GET /api/webhooks/:id/deliveries';

/** The log of a webhook: what was sent, when, and what the receiver responded. */
export function WebhookLogView<C extends LogCall>({ list }: { list: List<C, WebhookDelivery, undefined> }) {
  const webhooks = useWebhookClient();
  const id = Number(useParams().id);
  const webhook = webhooks.useList().data?.webhooks.find((one) => one.id === id);
  const model = useList(list, undefined, { pathParams: { id } as ParamsOf<C> });
  const isFetching = useIsFetching({ queryKey: [list.call] }) > 0;
  return (
    <>
      <PageHeader title="Webhook log" above={<BackLink to={webhooks.listPath}>Webhooks</BackLink>}>
        {webhook?.url ?? ''}
      </PageHeader>
      <ListPage
        model={model}
        cardsBelow={1200}
        actions={
          <Button variant="default" loading={isFetching} onClick={model.refetch}>
            Refresh
          </Button>
        }
      />
    </>
  );
}
