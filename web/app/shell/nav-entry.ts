import type { ComponentType } from 'react';

/** A link of a navigation. */
export interface NavPage {
  to: string;
  label: string;
  Icon?: ComponentType;
  /** Further paths for which this link is the current one. */
  otherPaths?: readonly string[];
}

/** Several links behind one button. */
export interface NavPages<P extends NavPage = NavPage> {
  label: string;
  items: readonly P[];
}

/** Whether a path belongs to an entry of the navigation. */
export const isWithinNavEntry = (pathname: string, entry: NavPage | NavPages): boolean =>
  'items' in entry
    ? entry.items.some((item) => isWithinNavEntry(pathname, item))
    : [entry.to, ...(entry.otherPaths ?? [])].some((path) => pathname === path || pathname.startsWith(`${path}/`));
