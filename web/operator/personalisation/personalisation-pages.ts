import { lazyPage, type OperatorPage } from '../operator-page.ts';

/** The pages about what can be put on garments. */
export const personalisationPages: readonly OperatorPage[] = [
  {
    path: 'personalisation',
    label: 'Personalisation',
    group: 'Products',
    key: 'n',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./personalisation-page.tsx'),
      ({ PersonalisationPage }) => PersonalisationPage,
    ),
  },
  {
    path: 'personalisation/positions',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./positions-page.tsx'),
      ({ PositionsPage }) => PositionsPage,
    ),
  },
  {
    path: 'personalisation/:id',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./client-designs-page.tsx'),
      ({ ClientDesignsPage }) => ClientDesignsPage,
    ),
  },
  {
    path: 'products/logos',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('../logos/client-logos-page.tsx'),
      ({ ClientLogosPage }) => ClientLogosPage,
    ),
  },
  {
    path: 'products/logos/:id',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('../logos/client-logos-page.tsx'),
      ({ ClientLogosPage }) => ClientLogosPage,
    ),
  },
];
