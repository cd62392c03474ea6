import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './confirm-dialog.module.css';

interface Props {
  opened: boolean;
  /** The question: "Remove 12 lines from the cart?" */
  title: string;
  /** What will happen. */
  children?: ReactNode;
  /** Names the deed: "Remove lines". */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
  busy?: boolean;
}

/** Asks once before something that cannot be taken back. Where an undo is possible, offer that instead (`showSuccess` with an action). */
export function ConfirmDialog({ opened, title, children, confirm, onConfirm, onClose, busy }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={<strong>{title}</strong>} closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}
