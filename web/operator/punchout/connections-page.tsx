import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { AddConnectionForm } from './add-connection-form.tsx';
import { connectionsList } from './connections-list.tsx';

/** The connections with buyers' procurement systems. */
export function ConnectionsPage() {
  const model = useList(connectionsList, undefined);
  const navigate = useNavigate();
  const mayChange = useMay('organisations:write');
  const [isAdding, setIsAdding] = useState(false);
  const close = () => setIsAdding(false);
  return (
    <>
      <PageHeader
        title="PunchOut connections"
        actions={
          mayChange && (
            <Button aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
              Add connection
            </Button>
          )
        }
      >
        Buyers’ procurement systems from which people shop and order.
      </PageHeader>
      <ListPage model={model} />
      <Dialog opened={isAdding} onClose={close} title="Add connection" closeLabel="Close">
        <AddConnectionForm onAdded={(id) => void navigate(operatorPaths.punchoutConnection(id))} onCancel={close} />
      </Dialog>
    </>
  );
}
