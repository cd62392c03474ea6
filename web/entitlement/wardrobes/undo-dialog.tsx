import { Button, Stack } from '@mantine/core';
import type { BulkEdit, BulkEditActions } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';

interface Props {
  edit: BulkEdit;
  actions: BulkEditActions;
  onClose: () => void;
}

/** Asks before a change of a wardrobe is undone, which changes what many people are owed. */
export function UndoDialog({ edit, actions, onClose }: Props) {
  useRestoreFocus();
  return (
    <Dialog opened onClose={onClose} title="Undo this change?" closeLabel="Close without undoing" width={520}>
      <Stack>
        <p>
          The version before it will be in use again, and {plural(edit.total, 'person is', 'people are')} owed what it says. What
          they have ordered meanwhile stays ordered.
        </p>
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
