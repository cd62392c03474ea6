import type { ReplyOf } from '#contract/index.ts';
import { getReturnStatusLabel } from '#contract/ordering/returns/return-states.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

export type ReturnRequest = ReplyOf<'GET /api/customerreturnrequests'>['returnRequests'][number];

const TONES: Readonly<Record<string, Tone>> = {
  Pending: 'info',
  ReturnAuthorized: 'info',
  Received: 'success',
  ItemsRepaired: 'success',
  ItemsRefunded: 'success',
  RequestRejected: 'danger',
};

/** The status of a return request in words and colour. */
export const describeReturnStatus = (
  request: Pick<ReturnRequest, 'returnRequestStatus' | 'exchangeOrderId' | 'exchangeOrderItemId' | 'exchangeChain'>,
): { label: string; tone: Tone } => ({
  label: getReturnStatusLabel(request),
  tone: TONES[request.returnRequestStatus] ?? 'neutral',
});
