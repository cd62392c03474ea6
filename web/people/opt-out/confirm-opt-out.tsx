import { Button, Group } from '@mantine/core';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

interface Props {
  /** A name, or a number of people. */
  who: string;
  opened: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirmation before people are opted out, because they are told by email. */
export const ConfirmOptOut = ({ who, opened, busy, onClose, onConfirm }: Props) => (
  <Dialog opened={opened} onClose={onClose} title={`Opt ${who} out?`} closeLabel="Close without opting out" width={480}>
    <p>
      No uniform will be allocated to people who have opted out. They get an email that confirms it. You can undo this at any
      time.
    </p>
    <Group gap="xs" justify="flex-end" mt="xs">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button data-autofocus loading={busy} onClick={onConfirm}>
        Opt out
      </Button>
    </Group>
  </Dialog>
);
