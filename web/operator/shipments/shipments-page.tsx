import { Button } from '@mantine/core';
import { useState } from 'react';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { DeliveredForm } from './delivered-form.tsx';
import { shipmentsList } from './shipments-list.tsx';

/** All parcels that were sent, newest first. From here they are tracked and marked as delivered. */
export function ShipmentsPage() {
  const model = useList(shipmentsList, undefined);
  const [isAsking, setAsking] = useState(false);
  const { rows, selection } = model;
  const selected = rows.filter(({ id, deliveredOnUtc }) => deliveredOnUtc === null && selection?.has(id));
  return (
    <>
      <PageHeader title="Shipments">Sent parcels, newest first.</PageHeader>
      <ListPage
        model={model}
        cardsBelow={1024}
        keys={[{ key: 'd', does: 'Mark delivered', act: () => setAsking(selected.length > 0) }]}
        selectionActions={
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)} disabled={selected.length === 0}>
            Mark delivered
          </Button>
        }
      />
      <Dialog opened={isAsking && selected.length > 0} onClose={() => setAsking(false)} title="Mark delivered" closeLabel="Close">
        <DeliveredForm
          shipments={selected}
          onDone={() => {
            setAsking(false);
            selection?.clear();
          }}
          onCancel={() => setAsking(false)}
        />
      </Dialog>
    </>
  );
}
