import { apiQuery } from '#web/app/api.ts';

/** The saved sheets that the person sees: their own first, the latest first. */
export const savedSheetsQuery = apiQuery('GET /api/ordersheets');
