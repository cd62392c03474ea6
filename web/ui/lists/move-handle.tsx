import { GripIcon } from '../content/icons.tsx';
import { VisuallyHidden } from '../content/visually-hidden.tsx';
import css from './move-handle.module.css';
import type { useReorder } from './use-reorder.ts';

type Reorder = ReturnType<typeof useReorder<number | string>>;

/** The button with which an item of a list is moved. */
export const MoveHandle = (handle: ReturnType<Reorder['handle']>) => (
  <button type="button" className={css.handle} {...handle}>
    <GripIcon size={18} />
  </button>
);

/** Reads aloud where an item has been moved. */
export const MoveAnnouncement = ({ children }: { children: string }) => (
  <VisuallyHidden>
    <span aria-live="polite">{children}</span>
  </VisuallyHidden>
);
