import { useEffect, useRef } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { CancelForm } from './cancel-form.tsx';
import { ChangeSizeForm } from './change-size-form.tsx';
import type { Line } from './changed-line.tsx';

/** What a person has begun to change: a line, or with `kind` `cancel` the whole order. */
export type OpenChange = { kind: 'changeSize'; line: Line } | { kind: 'cancel'; line?: Line };

interface Props {
  order: { id: number; customOrderNumber: string };
  /** What the button that cancels everything pending says: "Cancel order". */
  cancelLabel: string;
  open: OpenChange | undefined;
  onClose: () => void;
}

/** The dialog in which an order is changed or cancelled. It stays while the order behind it is refreshed. */
export function OrderChangeDialog({ order, cancelLabel, open, onClose }: Props) {
  const last = useRef(open);
  if (open) last.current = open;
  const shown = open ?? last.current;
  useFocusWhenLost(open !== undefined);
  const title =
    shown?.kind === 'changeSize'
      ? 'Change size or colour'
      : shown?.line
        ? 'Cancel garment'
        : `${cancelLabel === 'Cancel order' ? 'Cancel' : `${cancelLabel} of`} order ${order.customOrderNumber}`;
  return (
    <Dialog opened={open !== undefined} onClose={onClose} title={title} closeLabel="Close without changing" width={520} sheet>
      {shown?.kind === 'changeSize' && <ChangeSizeForm orderId={order.id} line={shown.line} onClose={onClose} />}
      {shown?.kind === 'cancel' && <CancelForm orderId={order.id} line={shown.line} label={cancelLabel} onClose={onClose} />}
    </Dialog>
  );
}

/** Longer than the dialog takes to close and to give the focus back. */
const FOCUS_DELAY_MS = 300;

/** After the dialog has closed, the title of the page takes the focus if the button that opened the dialog is gone. */
function useFocusWhenLost(isOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) {
      wasOpen.current = true;
      return;
    }
    if (!wasOpen.current) return;
    wasOpen.current = false;
    const timer = setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body)
        document.querySelector<HTMLElement>('main h1')?.focus();
    }, FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
}
