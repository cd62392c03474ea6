import type { DialogProps } from './dialog-window.tsx';
import { windowLater } from './window-later.tsx';

/** A dialog above the page. */
export const Dialog = windowLater<DialogProps>(async () => (await import('./dialog-window.tsx')).DialogWindow);
