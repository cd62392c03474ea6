import type { QueryClient } from '@tanstack/react-query';
import { invalidateOperatorCalls } from '../session/operator-api.ts';

/** Reads again what a refund or a decision changes. */
export const refreshCardPayments = (client: QueryClient) =>
  invalidateOperatorCalls(client, 'GET /api/operator/cardpayments', 'GET /api/operator/cardpayments/:id');
