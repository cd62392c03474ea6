import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { CartLink } from './cart-link.tsx';
import { Frame } from './frame.tsx';
import css from './shell.module.css';

/** The shell before it is known who is logged in: what everyone sees, in its final place. */
export function ShellOutline({ children }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Frame
      header={
        <>
          <SkeletonBlock width={140} height={24} />
          <div className={css.right}>
            <SearchButton />
            <CartLink pathname={pathname} className={css.cart} />
            <SkeletonBlock width="2.5rem" height="2.5rem" round />
          </div>
        </>
      }
      bottomBar={<div className={css.bottom} />}
    >
      {children}
    </Frame>
  );
}
