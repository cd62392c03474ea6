import type { RouteObject } from 'react-router';
import { lazyRoute } from '#web/app/lazy-route.ts';
import { patterns } from '#web/app/paths.ts';

/** The pages beside orders: returns, proofs, and garments made to measure. */
export const afterOrderRoutes: RouteObject[] = [
  {
    path: patterns.returnRequest,
    lazy: async () => lazyRoute((await import('./returns/return-page.tsx')).ReturnPage),
  },
  {
    path: patterns.returns,
    lazy: async () => lazyRoute((await import('./returns/returns-page.tsx')).ReturnsPage),
  },
  {
    path: patterns.proofs,
    lazy: async () => lazyRoute((await import('./proofs/proofs-page.tsx')).ProofsPage),
  },
  {
    path: patterns.madeToMeasure,
    lazy: async () => lazyRoute((await import('./made-to-measure/made-to-measure-page.tsx')).MadeToMeasurePage),
  },
  {
    path: patterns.madeToMeasureNew,
    lazy: async () => lazyRoute((await import('./made-to-measure/choose-garment-page.tsx')).ChooseGarmentPage),
  },
  {
    path: patterns.madeToMeasureGarment,
    lazy: async () => lazyRoute((await import('./made-to-measure/made-to-measure-garment-page.tsx')).MadeToMeasureGarmentPage),
  },
];
