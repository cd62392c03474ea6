import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { TAILORING_TABS, tailoringList } from './tailoring-list.tsx';

/** Requests for garments made to measure: those to answer, those to make, and the others. No measurements. */
export function OperatorMadeToMeasurePage() {
  const model = useList(tailoringList, undefined);
  const counts: Readonly<Record<string, number>> | undefined = model.reply?.counts;
  return (
    <>
      <PageHeader title="Tailoring">
        Garments made to measure. Measurements are shown only on the page of a request, and each viewing is recorded.
      </PageHeader>
      <ListPage
        model={model}
        tabs={
          <ListTabs
            model={model}
            label="Requests by status"
            filter="state"
            tabs={TAILORING_TABS.map((tab) => ({
              ...tab,
              ...((tab.value === 'toAnswer' || tab.value === 'toMake') && { count: counts?.[tab.value] }),
            }))}
          />
        }
      />
    </>
  );
}
