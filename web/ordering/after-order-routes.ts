import type { RouteObject } from 'react-router';
import { lazyRoute } from '#web/app/lazy-route.ts';
import { patterns } from '#web/app/paths.ts';

/** The pages beside orders: quotes, returns, proofs, and garments made to measure. */
export const afterOrderRoutes: RouteObject[] = [
  {
    path: patterns.quotes,
    lazy: async () => lazyRoute((await import('./quotes/quotes-page.tsx')).QuotesPage),
  },
  {
    path: patterns.quoteNew,
    lazy: async () => lazyRoute((await import('./quotes/request/new-quote-page.tsx')).NewQuotePage),
  },
  {
    path: patterns.quote,
    lazy: async () => lazyRoute((await import('./quotes/quote/quote-page.tsx')).QuotePage),
  },
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
