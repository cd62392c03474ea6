import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { organisationsList } from './organisations-list.tsx';

/** The organisations of the operator's brands with their credit and billing. */
export function OrganisationsPage() {
  const model = useList(organisationsList, undefined);
  return (
    <>
      <PageHeader title="Credit and billing">Credit limit, hold and invoicing of each organisation.</PageHeader>
      <ListPage model={model} />
    </>
  );
}
