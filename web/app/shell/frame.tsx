import type { ReactNode } from 'react';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import css from './frame.module.css';

interface Props {
  /** Above the header, and sticky together with it. */
  above?: ReactNode;
  /** Content of the header; a skeleton is shown without it. */
  header?: ReactNode;
  footer?: ReactNode;
  bottomBar?: ReactNode;
  children?: ReactNode;
}

/** Outer layout of a page: header, content, footer and, on phones, the bottom bar. */
export function Frame({ above, header, footer, bottomBar, children }: Props) {
  return (
    <div className={css.frame}>
      <div className={css.top}>
        {above}
        <header className={css.header}>{header ?? <SkeletonBlock width={160} height={24} />}</header>
      </div>
      <main id="content" className={css.main} tabIndex={-1}>
        {children ?? <PageSkeleton />}
      </main>
      {footer && <footer className={css.footer}>{footer}</footer>}
      {bottomBar}
    </div>
  );
}

const PageSkeleton = () => (
  <Loading>
    <div className={css.skeleton}>
      <SkeletonBlock width={220} height={34} />
      <SkeletonBlock height={320} />
    </div>
  </Loading>
);
