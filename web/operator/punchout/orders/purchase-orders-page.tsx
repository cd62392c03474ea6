import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PURCHASE_ORDER_TABS, purchaseOrdersList } from './purchase-orders-list.tsx';

/** Orders of buyers' systems: those that wait for a decision, and the others. */
export function PurchaseOrdersPage() {
  const model = useList(purchaseOrdersList, undefined);
  const waiting: number | undefined = model.reply?.waitingCount;
  return (
    <>
      <PageHeader title="PunchOut orders">
        Orders from purchasing systems. Those that differ from the returned cart in price, unit or quantity wait for you.
      </PageHeader>
      <ListPage
        model={model}
        tabs={
          <ListTabs
            model={model}
            label="Orders by status"
            filter="state"
            tabs={PURCHASE_ORDER_TABS.map((tab) => ({ ...tab, ...(tab.value === 'waiting' && { count: waiting }) }))}
          />
        }
      />
    </>
  );
}
