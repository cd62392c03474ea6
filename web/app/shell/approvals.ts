import { useQuery } from '@tanstack/react-query';
import { decidesOnOrders, isWearer, useCaller } from '../session/profile.ts';
import { waitingOrdersQuery } from '../session/waiting-orders.ts';

/**
 * Number of orders that wait for the person's decision, fetched at most once a minute; undefined for wearers who neither approve nor decide in an
 * approver's place, and during impersonation. Administrators can have some without being approvers themselves.
 */
export function useWaitingOrderCount(): number | undefined {
  const caller = useCaller();
  const { data } = useQuery({
    ...waitingOrdersQuery,
    enabled: caller?.impersonatedCustomer === null && (decidesOnOrders(caller) || !isWearer(caller)),
  });
  return data?.totalCount;
}

/** Whether the person approves orders or does so in an approver's place, or has some to decide on now for another reason. False during impersonation. */
export function useCanApprove(): boolean {
  const caller = useCaller();
  const waiting = useWaitingOrderCount();
  return caller?.impersonatedCustomer === null && (decidesOnOrders(caller) || (waiting ?? 0) > 0);
}
