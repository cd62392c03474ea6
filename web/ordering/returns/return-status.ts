import type { ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

export type ReturnRequest = ReplyOf<'GET /api/customerreturnrequests'>['returnRequests'][number];

const STATUSES: Readonly<Record<string, { label: string; tone: Tone }>> = {
  Pending: { label: 'Waiting for the parcel', tone: 'info' },
  ReturnAuthorized: { label: 'Authorised', tone: 'info' },
  Received: { label: 'Received', tone: 'success' },
  ItemsRepaired: { label: 'Repaired', tone: 'success' },
  ItemsRefunded: { label: 'Credited', tone: 'success' },
  RequestRejected: { label: 'Rejected', tone: 'danger' },
  Cancelled: { label: 'Cancelled', tone: 'neutral' },
};

/** The status of a return request in words and colour. */
export function describeReturnStatus({
  returnRequestStatus,
  exchangeOrderId,
  exchangeOrderItemId,
  exchangeChain,
}: Pick<ReturnRequest, 'returnRequestStatus' | 'exchangeOrderId' | 'exchangeOrderItemId' | 'exchangeChain'>): {
  label: string;
  tone: Tone;
} {
  if (returnRequestStatus === 'ItemsRepaired' && exchangeOrderId !== null) return { label: 'Replaced', tone: 'success' };
  // The chain names no line that was cancelled.
  const isExchanged = exchangeChain.some(({ orderItemId }) => orderItemId === exchangeOrderItemId);
  if (returnRequestStatus === 'Received' && isExchanged) return { label: 'Exchanged', tone: 'success' };
  return STATUSES[returnRequestStatus] ?? { label: returnRequestStatus, tone: 'neutral' };
}
