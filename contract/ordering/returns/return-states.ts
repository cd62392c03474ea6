/** The states of return requests, with their ids on the wire and their names on screen and in files. This file has no schemas, so that pages can load it. */
export const RETURN_STATUSES = [
  { id: 0, name: 'Pending', label: 'Waiting for the parcel' },
  { id: 20, name: 'ReturnAuthorized', label: 'Authorised' },
  { id: 10, name: 'Received', label: 'Received' },
  { id: 30, name: 'ItemsRepaired', label: 'Repaired' },
  { id: 40, name: 'ItemsRefunded', label: 'Credited' },
  { id: 50, name: 'RequestRejected', label: 'Rejected' },
  { id: 60, name: 'Cancelled', label: 'Cancelled' },
] as const;

interface ShownReturn {
  returnRequestStatus: string;
  exchangeOrderId: number | null;
  exchangeOrderItemId: number | null;
  exchangeChain: readonly { orderItemId: number }[];
}

/** The state of a return request in words: what was exchanged or replaced is called so. */
export function getReturnStatusLabel({
  returnRequestStatus,
  exchangeOrderId,
  exchangeOrderItemId,
  exchangeChain,
}: ShownReturn): string {
  if (returnRequestStatus === 'ItemsRepaired' && exchangeOrderId !== null) return 'Replaced';
  // The chain names no line that was cancelled.
  const isExchanged = exchangeChain.some(({ orderItemId }) => orderItemId === exchangeOrderItemId);
  if (returnRequestStatus === 'Received' && isExchanged) return 'Exchanged';
  return RETURN_STATUSES.find(({ name }) => name === returnRequestStatus)?.label ?? returnRequestStatus;
}
