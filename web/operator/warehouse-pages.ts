import { lazyPage, type OperatorPage } from './operator-page.ts';

/** The pages of the warehouse: orders to pick, decorate and pack, and what was sent. */
export const warehousePages: readonly OperatorPage[] = [
  {
    path: 'board',
    label: 'Board',
    key: 'b',
    needs: ['orders:write', 'shipments:write'],
    Page: lazyPage(
      () => import('./fulfilment/board/board-page.tsx'),
      ({ BoardPage }) => BoardPage,
    ),
  },
  {
    path: 'orders/:id',
    needs: ['orders:write', 'shipments:write'],
    Page: lazyPage(
      () => import('./fulfilment/packing/pack-page.tsx'),
      ({ PackPage }) => PackPage,
    ),
  },
  {
    path: 'pack',
    needs: ['orders:write', 'shipments:write'],
    Page: lazyPage(
      () => import('./fulfilment/packing/pack-page.tsx'),
      ({ PackPage }) => PackPage,
    ),
  },
  {
    path: 'shipments',
    label: 'Shipments',
    group: 'Orders',
    key: 's',
    needs: ['shipments:write'],
    Page: lazyPage(
      () => import('./shipments/shipments-page.tsx'),
      ({ ShipmentsPage }) => ShipmentsPage,
    ),
  },
  {
    path: 'decoration',
    label: 'Decoration',
    group: 'Orders',
    key: 'd',
    needs: ['orders:write'],
    Page: lazyPage(
      () => import('./decoration/decoration-page.tsx'),
      ({ DecorationPage }) => DecorationPage,
    ),
  },
  {
    path: 'proofs',
    label: 'Proofs',
    group: 'Orders',
    key: 'f',
    needs: ['orders:write'],
    Page: lazyPage(
      () => import('./proofs/operator-proofs-page.tsx'),
      ({ OperatorProofsPage }) => OperatorProofsPage,
    ),
  },
  {
    path: 'proofs/:id',
    needs: ['orders:write'],
    Page: lazyPage(
      () => import('./proofs/operator-proof-page.tsx'),
      ({ OperatorProofPage }) => OperatorProofPage,
    ),
  },
];
