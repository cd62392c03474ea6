import { GripIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import type { useReorder } from '#web/ui/lists/use-reorder.ts';
import css from './wardrobes.module.css';

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
