import { lazy } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { LazyDialog } from './lazy-dialog.tsx';

const load = async () => ({ default: (await import('./dialog-window.tsx')).DialogWindow });
const DialogWindow = lazy(load);

/** A modal dialog; its code is loaded on demand. */
export const Dialog = (props: DialogProps) => (
  <LazyDialog opened={props.opened} load={load}>
    {(opened) => <DialogWindow {...props} opened={opened} />}
  </LazyDialog>
);
