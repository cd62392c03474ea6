import type { ReactNode } from 'react';
import css from './bottom-bar.module.css';

interface Props {
  label: string;
  figure: ReactNode;
  /** Beside the label, in small type. */
  note?: string;
  /** What has to be read before the button is pressed. */
  above?: ReactNode;
  /** The one button. */
  children: ReactNode;
}

/** The sum and the way on, always in sight on screens too narrow for a column beside the page. Last child of a page. */
export const BottomBar = ({ label, figure, note, above, children }: Props) => (
  <div className={css.bar}>
    {above && <div className={css.above}>{above}</div>}
    <div>
      <div className={css.label}>{[label, note].filter(Boolean).join(' · ')}</div>
      <div className={css.figure}>{figure}</div>
    </div>
    {children}
  </div>
);
