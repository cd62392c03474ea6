import type { ReactNode } from 'react';
import css from './bottom-bar.module.css';
import navigation from './replaces-navigation.module.css';

interface Props {
  /** Without a label, the button takes the whole width. */
  label?: string;
  figure?: ReactNode;
  /** Beside the label, in small type. */
  note?: string;
  /** Information shown above the button. */
  above?: ReactNode;
  /** Takes the place of the navigation at the bottom of a phone, on a page that needs the height. */
  replacesNavigation?: boolean;
  /** The one button. */
  children: ReactNode;
}

/** The main button, with a total beside it, fixed to the bottom of screens too narrow for a side column. Must be the last child of a page. */
export const BottomBar = ({ label, figure, note, above, replacesNavigation = false, children }: Props) => (
  <div
    className={replacesNavigation ? `${css.bar} ${navigation.bar}` : css.bar}
    data-replaces-navigation={replacesNavigation || undefined}
  >
    {above && <div className={css.above}>{above}</div>}
    {label ? (
      <div>
        <div className={css.label}>{[label, note].filter(Boolean).join(' · ')}</div>
        <div className={css.figure}>{figure}</div>
      </div>
    ) : null}
    {label ? children : <div className={css.above}>{children}</div>}
  </div>
);
