import type { ReactNode } from 'react';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import css from './frame.module.css';

interface Props {
  /** What stands above the header and stays in sight with it. */
  above?: ReactNode;
  /** What stands in the header; without it, the frame only shows where things will be. */
  header?: ReactNode;
  footer?: ReactNode;
  bottomBar?: ReactNode;
  children?: ReactNode;
}

/** The page's outer form: header, content, footer and, on phones, the bar at the bottom. */
export function Frame({ above, header, footer, bottomBar, children }: Props) {
  return (
    <div className={css.frame}>
      <div className={css.top}>
        {above}
        <header className={css.header}>{header ?? <SkeletonBlock width={160} height={24} />}</header>
      </div>
      <main id="content" className={css.main} tabIndex={-1}>
        {children ?? <PageToCome />}
      </main>
      {footer && <footer className={css.footer}>{footer}</footer>}
      {bottomBar}
    </div>
  );
}

const PageToCome = () => (
  <Loading>
    <div className={css.toCome}>
      <SkeletonBlock width={220} height={34} />
      <SkeletonBlock height={320} />
    </div>
  </Loading>
);
