import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './dialog.module.css';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Names the close button: "Close size guide". */
  closeLabel: string;
  /** Width in pixels, where there is room. */
  width?: number;
  fullScreen?: boolean;
  /** On a phone it rises from the bottom edge. */
  sheet?: boolean;
  children: ReactNode;
}

/**
 * The window of a dialog: it traps the focus and closes on Escape. Composed of Mantine's parts, because the header of
 * its ready-made Modal is exposed to screen readers as a second banner of the page.
 */
export function DialogWindow({ opened, onClose, title, closeLabel, width = 560, fullScreen, sheet, children }: DialogProps) {
  return (
    <Modal.Root
      // On paper it would cover the page.
      className="not-printed"
      opened={opened}
      onClose={onClose}
      size={width}
      fullScreen={fullScreen}
      centered
      transitionProps={{ duration: 160 }}
      classNames={sheet ? { inner: css.sheet, content: css.content } : { content: css.content }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content radius={fullScreen ? 0 : 'lg'}>
        <div className={css.head}>
          <Modal.Title className={css.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={closeLabel} />
        </div>
        <Modal.Body className={css.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
