import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { type BackOrder, type BackOrderListActions, backOrdersList } from './back-orders-list.tsx';
import { MoveDateForm } from './move-date-form.tsx';

/** The garments that orders wait for, with the days that were promised. */
export function BackOrdersPage() {
  const mayReceive = useMay('stock:write');
  const [moved, setMoved] = useState<BackOrder>();
  const [actions] = useState<BackOrderListActions>({ move: setMoved });
  const model = useList(backOrdersList, actions);
  return (
    <>
      <PageHeader
        title="Back orders"
        above={<Link to={operatorPaths.stock}>Stock</Link>}
        actions={
          mayReceive && (
            <Button component={Link} to={operatorPaths.receiveStock}>
              Receive stock
            </Button>
          )
        }
      >
        Back orders, earliest promised date first.
      </PageHeader>
      <ListPage model={model} cardsBelow={1100} />
      <Dialog opened={moved !== undefined} onClose={() => setMoved(undefined)} title="Change promised date" closeLabel="Close">
        {moved && <MoveDateForm key={moved.id} garment={moved} onClose={() => setMoved(undefined)} />}
      </Dialog>
    </>
  );
}
