import type { QueryClient } from '@tanstack/react-query';
import { invalidateOperatorCalls } from '../session/operator-api.ts';

/** Reads everything again that shows stock, after it has changed. */
export const invalidateStock = (client: QueryClient): Promise<unknown> =>
  invalidateOperatorCalls(
    client,
    'GET /api/operator/stock',
    'GET /api/operator/stock/:combinationId',
    'GET /api/operator/stock/:combinationId/movements',
    'GET /api/operator/stock/backorders',
    'GET /api/operator/lowstock',
    'GET /api/operator/orders',
  );
