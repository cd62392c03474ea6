import { useMemo, useState } from 'react';
import { api } from '#web/app/api.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useLinkedRow } from '#web/app/lists/use-linked-row.ts';
import { useList } from '#web/app/lists/use-list.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { REQUEST_TABS } from '../entitlement-requests/entitlement-requests-list.tsx';
import { RequestKinds } from '../entitlement-requests/request-kinds.tsx';
import { DecideTimeDialog } from './decide-time-dialog.tsx';
import { timeRequestsList } from './time-requests-list.tsx';
import type { TimeRequest } from './use-time-decisions.ts';

const LIST = 'GET /api/entitlement/timerequests';

/** The requests for more time to order of the people whom an administrator manages. */
export function TimeRequestsPage() {
  const [decided, decide] = useState<TimeRequest>();
  const context = useMemo(() => ({ decide }), []);
  const model = useList(timeRequestsList, context);
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
      <PageHeader title="Requests for more time" above={<PeopleNav />}>
        Requests to order after the ordering window has closed. <RequestKinds />
      </PageHeader>
      <ListPage model={model} tabs={<ListTabs model={model} label="Requests by status" filter="status" tabs={REQUEST_TABS} />} />
      {shown && <DecideTimeDialog request={shown} onClose={close} />}
    </>
  );
}
