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
export const describeReturnStatus = ({
  returnRequestStatus,
  exchangeOrderId,
}: Pick<ReturnRequest, 'returnRequestStatus' | 'exchangeOrderId'>): { label: string; tone: Tone } =>
  returnRequestStatus === 'ItemsRepaired' && exchangeOrderId !== null
    ? { label: 'Replaced', tone: 'success' }
    : (STATUSES[returnRequestStatus] ?? { label: returnRequestStatus, tone: 'neutral' });
