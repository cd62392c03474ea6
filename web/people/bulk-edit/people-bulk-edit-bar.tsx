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
  /** The number of people who match the filters, on all pages. */
  total: number;
  busy: boolean;
  /** Resolves to false when the edit was refused; the reason is shown. */
  onChange: (change: PeopleEditPayload) => Promise<boolean>;
}

/** Actions for the selected people. What can be undone needs no confirmation. */
export function PeopleBulkEditBar({ selection, total, busy, onChange }: Props) {
  const [opened, setOpened] = useState<'invite' | 'wardrobes' | 'move'>();
  const { count } = selection;
  const blocker = getSelectionBlocker(selection);
  const close = () => setOpened(undefined);
  const save = async (change: PeopleEditPayload) => {
    if (await onChange(change)) close();
  };
  const isBlocked = busy || blocker !== undefined;
  return (
    <>
      <SelectionBar
        label="Selected people"
        selection={selection}
        total={total}
        nouns={['person', 'people']}
        clearLabel="Clear selection"
        blocker={blocker}
      >
        <Button variant="default" disabled={isBlocked} onClick={() => setOpened('invite')}>
          Invite
        </Button>
        <Button variant="default" disabled={isBlocked} onClick={() => setOpened('wardrobes')}>
          Set wardrobes
        </Button>
        <Button variant="default" disabled={isBlocked} onClick={() => setOpened('move')}>
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
        count={opened === 'invite' ? count : undefined}
        onClose={close}
        onConfirm={() => save({ action: 'invite' })}
      />
      {opened === 'wardrobes' && (
        <WardrobesDialog title={`Wardrobes of ${plural(count, 'person', 'people')}`} busy={busy} onClose={close} onSave={save} />
      )}
      {opened === 'move' && (
        <MoveDialog title={`Move ${plural(count, 'person', 'people')}`} busy={busy} onClose={close} onSave={save} />
      )}
    </>
  );
}
