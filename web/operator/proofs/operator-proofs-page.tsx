import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PROOF_TABS, proofsList } from './proofs-list.tsx';

/** Designs that need a proof, those that wait for clients, and those that are approved. */
export function OperatorProofsPage() {
  const model = useList(proofsList, undefined);
  const counts: Readonly<Record<string, number>> | undefined = model.reply?.counts;
  return (
    <>
      <PageHeader title="Proofs">Orders with a new logo or text are released once the client has approved its proof.</PageHeader>
      <ListPage
        model={model}
        tabs={
          <ListTabs
            model={model}
            label="Designs by status"
            filter="state"
            tabs={PROOF_TABS.map((tab) => ({
              ...tab,
              ...((tab.value === 'toDo' || tab.value === 'waiting') && { count: counts?.[tab.value] }),
            }))}
          />
        }
      />
    </>
  );
}
