import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ReturnTermsForm } from './return-terms-form.tsx';
import { RETURN_STATES, returnsList } from './returns-list.tsx';

/** The returns of the brands' organisations: what waits for a decision or a parcel, and what is closed. */
export function OperatorReturnsPage() {
  const model = useList(returnsList, undefined);
  const { organisationId } = model.state.filters;
  const [isTermsShown, setTermsShown] = useState(false);
  useFocusSearch();
  return (
    <>
      <PageHeader
        title="Returns"
        actions={
          organisationId !== undefined && (
            <Button variant="default" aria-haspopup="dialog" onClick={() => setTermsShown(true)}>
              Return terms
            </Button>
          )
        }
      />
      <ListPage
        model={model}
        tabs={
          <ListTabs
            model={model}
            label="Returns by status"
            filter="waitingFor"
            tabs={[{ label: 'All', value: undefined }, ...RETURN_STATES.map(({ id, label }) => ({ label, value: id }))]}
          />
        }
      />
      <Dialog
        opened={isTermsShown && organisationId !== undefined}
        onClose={() => setTermsShown(false)}
        title="Return terms"
        closeLabel="Close"
      >
        <ReturnTermsForm organisationId={organisationId ?? 0} onDone={() => setTermsShown(false)} />
      </Dialog>
    </>
  );
}

/** The scanner types into the search field without a click. On a phone the keyboard would cover the list. */
function useFocusSearch(): void {
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return undefined;
    // After the heading got the focus of the new page.
    const timer = setTimeout(() => {
      // An operator who was quicker has already chosen another place.
      if (document.activeElement?.matches('body, h1'))
        document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, []);
}
