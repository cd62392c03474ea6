import type { ReactNode } from 'react';
import css from './garment-layout.module.css';

interface Props {
  pictures: ReactNode;
  /** What identifies the garment: its name and price. */
  summary: ReactNode;
  /** What is said of the garment; below the choices on a phone. */
  about?: ReactNode;
  /** The choices and the order; left out where nothing can be ordered. */
  children?: ReactNode;
  /** A size grid takes the place of the choices, so the pictures are small, and left out on a phone. */
  several?: boolean;
  /** In a dialog the pictures do not stay in place while the choices scroll. */
  inDialog?: boolean;
  /** In a column of a page, between others. */
  inColumn?: boolean;
}

/**
 * One garment: pictures on the left, choices on the right. On a phone a small picture is beside the name, so that colours, sizes, size
 * advice and the button are visible without scrolling.
 */
export const GarmentLayout = ({
  pictures,
  summary,
  about,
  children,
  several = false,
  inDialog = false,
  inColumn = false,
}: Props) => (
  <div
    className={css.layout}
    data-several={several || undefined}
    data-dialog={inDialog || undefined}
    data-column={inColumn || undefined}
  >
    <div className={css.pictures}>{pictures}</div>
    <div className={css.summary}>{summary}</div>
    {about && <div className={css.about}>{about}</div>}
    {children && <div className={css.choices}>{children}</div>}
  </div>
);
