import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { QUOTE_TABS, quotesList } from './quotes-list.tsx';

/** Requests for prices: those to answer, and the others by status. */
export function OperatorQuotesPage() {
  const model = useList(quotesList, undefined);
  return (
    <>
      <PageHeader title="Quotes">Requests for prices. Those to answer come first, oldest at the top.</PageHeader>
      <ListPage
        model={model}
        tabs={
          <ListTabs
            model={model}
            label="Quotes by status"
            filter="state"
            tabs={QUOTE_TABS.map((tab) => ({
              ...tab,
              ...(tab.value === 'toAnswer' && { count: model.reply?.counts.toAnswer }),
            }))}
          />
        }
      />
    </>
  );
}
