import type { ReactNode } from 'react';

/** The page of a route whose code is loaded when it is opened. */
export const lazyRoute = (Component: () => ReactNode) => ({ Component });
