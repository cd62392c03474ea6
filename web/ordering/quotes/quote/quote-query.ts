import { apiQuery } from '#web/app/api.ts';

/** A quote; with a number, one of its earlier answers. */
export const quoteQuery = (id: number, version?: number) =>
  apiQuery('GET /api/quote/:id', { params: { id }, query: version === undefined ? {} : { version } });

/** The calls that show a quote, to load them again. */
export const QUOTE_CALLS = ['GET /api/quote/:id', 'GET /api/quotescustomer', 'GET /api/quotesorganisation'] as const;
