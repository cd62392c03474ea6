import { useQuery } from '@tanstack/react-query';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { operatorMeQuery } from '../../session/operator-api.ts';
import type { PackOrder } from './bags.ts';
import type { PackingState } from './packing-state.ts';

/** Says who else has started to pick orders of which nothing was scanned on this device, so that two people do not pack the same. */
export function PickingNotice({ orders, state }: { orders: readonly PackOrder[]; state: PackingState }) {
  const { data } = useQuery(operatorMeQuery);
  const elsewhere = orders.filter(
    ({ id, pickingStartedOnUtc, pickingStartedBy, lines }) =>
      pickingStartedOnUtc !== null &&
      pickingStartedBy !== data?.operator.name &&
      lines.some(({ pendingQuantity }) => pendingQuantity > 0) &&
      Object.values(state[id]?.packed ?? {}).every((count) => count === 0),
  );
  if (elsewhere.length === 0) return null;
  return (
    <Notice>
      {elsewhere.map(({ id, pickingStartedOnUtc, pickingStartedBy }) => (
        <p key={id}>
          Picking of order {id} was started {pickingStartedBy !== null && `by ${pickingStartedBy} `}on{' '}
          {formatDateTime(pickingStartedOnUtc)}. Nothing is scanned on this device: someone else may be packing it.
        </p>
      ))}
    </Notice>
  );
}
