import { useMemo, useState } from 'react';
import { api } from '#web/app/api.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useLinkedRow } from '#web/app/lists/use-linked-row.ts';
import { useList } from '#web/app/lists/use-list.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { entitlementRequestsList, REQUEST_TABS } from './entitlement-requests-list.tsx';
import { RequestKinds } from './request-kinds.tsx';
import type { EntitlementRequest } from './use-decisions.ts';

const LIST = 'GET /api/entitlement/requests';

/** The requests for more of the people whom an administrator manages. */
export function EntitlementRequestsPage() {
  const [decided, decide] = useState<EntitlementRequest>();
  const currencyCode = useCaller()?.currencyCode ?? '';
  const context = useMemo(() => ({ currencyCode, decide }), [currencyCode]);
  const model = useList(entitlementRequestsList, context);
  const linked = useLinkedRow(model.rows, 'request', LIST, async (requestId) => {
    const { requests } = await api(LIST, { query: { requestId } });
    return requests[0];
  });
  const isOpen = linked.row?.status === 'open' && !linked.row.decisionBlocker;
  const shown = decided ?? (isOpen ? linked.row : undefined);
  const close = () => {
    decide(undefined);
    linked.close();
  };
  return (
    <>
      <PageHeader title="Requests" above={<PeopleNav />}>
        Requests for more than the entitlement. <RequestKinds />
      </PageHeader>
      <ListPage model={model} tabs={<ListTabs model={model} label="Requests by status" filter="status" tabs={REQUEST_TABS} />} />
      {shown && <DecideDialog request={shown} currencyCode={currencyCode} onClose={close} />}
    </>
  );
}
