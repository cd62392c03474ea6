import type { ReactNode } from 'react';
import { Loading } from '../feedback/skeleton.tsx';
import css from './page-loading.module.css';

/** Skeleton of a whole page, as tall as the window, so that the footer does not jump when longer content arrives. */
export const PageLoading = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={css.page}>
    <Loading label={label}>{children}</Loading>
  </div>
);
