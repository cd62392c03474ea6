import { lazyPage, type OperatorPage } from '../operator-page.ts';

/** The pages for connections with buyers' procurement systems. */
export const punchoutPages: readonly OperatorPage[] = [
  {
    path: 'punchout/connections',
    label: 'PunchOut',
    group: 'Administration',
    key: 'u',
    needs: ['organisations:read'],
    Page: lazyPage(
      () => import('./connections-page.tsx'),
      ({ ConnectionsPage }) => ConnectionsPage,
    ),
  },
  {
    path: 'punchout/connections/:id',
    needs: ['organisations:read'],
    Page: lazyPage(
      () => import('./connection-page.tsx'),
      ({ ConnectionPage }) => ConnectionPage,
    ),
  },
  {
    path: 'punchout/connections/:id/unreturnable',
    needs: ['organisations:read'],
    Page: lazyPage(
      () => import('./unreturnable-page.tsx'),
      ({ UnreturnablePage }) => UnreturnablePage,
    ),
  },
];
