import { Button } from '@mantine/core';
import { useState } from 'react';
import { plural } from '#web/ui/format/format.ts';
import { SelectionBar } from '#web/ui/lists/selection-bar.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { ConfirmInvitations } from '../invitations/invitations-sending.tsx';
import { MoveDialog, WardrobesDialog } from './bulk-edit-dialogs.tsx';
import { getSelectionBlocker, type PeopleEditPayload } from './people-bulk-edit-request.ts';

interface Props {
  selection: Selection;
  /** How many the filters leave, on all pages. */
  total: number;
  busy: boolean;
  /** False when it was refused; why is said. */
  onChange: (change: PeopleEditPayload) => Promise<boolean>;
}

/** What can be done with the people who are chosen. What can be undone is done at once. */
export function PeopleBulkEditBar({ selection, total, busy, onChange }: Props) {
  const [asking, setAsking] = useState<'invite' | 'wardrobes' | 'move'>();
  const { count } = selection;
  const obstacle = getSelectionBlocker(selection);
  const close = () => setAsking(undefined);
  const carryOut = async (change: PeopleEditPayload) => {
    if (await onChange(change)) close();
  };
  const isBlocked = busy || obstacle !== undefined;
  return (
    <>
      <SelectionBar
        label="The chosen people"
        selection={selection}
        total={total}
        nouns={['person', 'people']}
        clearLabel="Choose nobody"
        blocker={obstacle}
      >
        <Button variant="default" disabled={isBlocked} onClick={() => setAsking('invite')}>
          Invite
        </Button>
        <Button variant="default" disabled={isBlocked} onClick={() => setAsking('wardrobes')}>
          Set wardrobes
        </Button>
        <Button variant="default" disabled={isBlocked} onClick={() => setAsking('move')}>
          Move
        </Button>
        <Button variant="default" disabled={isBlocked} onClick={() => void onChange({ action: 'open' })}>
          Open accounts
        </Button>
        <Button variant="default" disabled={isBlocked} onClick={() => void onChange({ action: 'close' })}>
          Close accounts
        </Button>
      </SelectionBar>
      <ConfirmInvitations
        count={asking === 'invite' ? count : undefined}
        onClose={close}
        onConfirm={() => carryOut({ action: 'invite' })}
      />
      {asking === 'wardrobes' && (
        <WardrobesDialog
          title={`Wardrobes of ${plural(count, 'person', 'people')}`}
          busy={busy}
          onClose={close}
          onSave={carryOut}
        />
      )}
      {asking === 'move' && (
        <MoveDialog title={`Move ${plural(count, 'person', 'people')}`} busy={busy} onClose={close} onSave={carryOut} />
      )}
    </>
  );
}
