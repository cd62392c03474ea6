import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import type { BulkEdit, BulkEditActions } from './use-bulk-edits.ts';

interface Props {
  edit: BulkEdit;
  actions: Pick<BulkEditActions, 'busy' | 'onUndo'>;
  onClose: () => void;
  /** What undoing does. */
  children: ReactNode;
}

/** Asks before a change is undone that decides what many people are owed. */
export function UndoDialog({ edit, actions, onClose, children }: Props) {
  useRestoreFocus();
  return (
    <Dialog opened onClose={onClose} title="Undo this change?" closeLabel="Close without undoing" width={520}>
      <Stack>
        <p>{children}</p>
        <ButtonRow>
          <Button
            disabled={actions.busy}
            onClick={() => {
              actions.onUndo(edit.id);
              onClose();
            }}
          >
            Undo change
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </Stack>
    </Dialog>
  );
}
