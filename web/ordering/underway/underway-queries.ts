import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import type { ReturnRequest } from '../returns/return-status.ts';

/** The person's parcels, and pieces that have not been sent. */
export const underWayQuery = apiQuery('GET /api/orders/underway');
/** The person's return requests. */
export const ownReturnsQuery = apiQuery('GET /api/customerreturnrequests');
/** What is open in the orders that the person looks after. */
export const openMattersQuery = apiQuery('GET /api/orders/openmatters');

export type UnderWayReply = ReplyOf<'GET /api/orders/underway'>;

/** Whether something of a return is still to come: the pieces, a decision, or the new size of an exchange. What was sent is among the parcels. */
export const isReturnUnderWay = ({
  returnRequestStatus,
  exchangeOrderItemId,
  exchangeSentOnUtc,
}: Pick<ReturnRequest, 'returnRequestStatus' | 'exchangeOrderItemId' | 'exchangeSentOnUtc'>): boolean =>
  ['Pending', 'ReturnAuthorized'].includes(returnRequestStatus) ||
  (returnRequestStatus === 'Received' && (exchangeOrderItemId === null || exchangeSentOnUtc === null));
