import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/app/api-error.ts';
import { plural } from '#web/ui/format/format.ts';
import { groupBy } from '#web/ui/format/group-by.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { PromiseDayForm, type PromisedDay } from '../fulfilment/changes/promise-day-form.tsx';
import { formatDueDay } from '../fulfilment/fulfilment-dates.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import type { BackOrder, WaitingLine } from './back-orders-list.tsx';

interface Props {
  garment: BackOrder;
  onClose: () => void;
}

/** Promises the waiting pieces of a garment for another day. All its lines are chosen at first. */
export function MoveDateForm({ garment, onClose }: Props) {
  const client = useQueryClient();
  const today = toIsoDay(new Date());
  const move = async ({ lineIds, dueOn, reason }: PromisedDay) => {
    const done = await moveOrders(groupByOrder(garment.lines, new Set(lineIds)), dueOn, reason).finally(
      () => void invalidateOperatorCalls(client, 'GET /api/operator/stock/backorders', 'GET /api/operator/orders'),
    );
    return `The date of ${plural(done, 'order')} has been changed. The customers have been emailed.`;
  };
  return (
    <PromiseDayForm
      draftKey={`move-date.${garment.id}`}
      lines={garment.lines.map(({ orderItemId, orderId, waitingQuantity, dueOn, destinationName, organisationName }) => ({
        id: orderItemId,
        label: `Order ${orderId}: ${plural(waitingQuantity, 'piece')}, ${dueOn ? formatDueDay(dueOn) : 'no day'}`,
        note: `${destinationName}, ${organisationName}`,
      }))}
      initialLineIds={garment.lines.map(({ orderItemId }) => orderItemId)}
      initialDay={garment.expected.find(({ dueOn }) => dueOn >= today)?.dueOn ?? ''}
      readers="the customers"
      describe={(lineIds, dueOn) => {
        const count = groupByOrder(garment.lines, new Set(lineIds)).length;
        return `${plural(count, 'order')} will be promised for ${formatDueDay(dueOn)}, and ${count === 1 ? 'its' : 'their'} customers emailed. A later day does not change an order’s place in the queue.`;
      }}
      send={move}
      onClose={onClose}
    />
  );
}

/** Moves the orders one after the other and returns how many. The first that is refused ends it; the error says how many were moved before. */
async function moveOrders(
  orders: readonly [orderId: number, lineIds: number[]][],
  dueOn: string,
  reason: string | null,
): Promise<number> {
  for (const [done, [id, lineIds]] of orders.entries()) {
    try {
      await operatorApi('PUT /api/operator/orders/:id/lines/due', {
        params: { id },
        body: { items: lineIds.map((lineId) => ({ id: lineId, dueOn })), reason },
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const before = done > 0 ? ` ${plural(done, 'order')} before it changed.` : '';
      throw new ApiError(error.status, [`The date of order ${id} was not changed. ${error.message}${before}`]);
    }
  }
  return orders.length;
}

/** The chosen lines by order, because dates are moved order by order. */
export const groupByOrder = (
  lines: readonly WaitingLine[],
  chosen: ReadonlySet<number>,
): [orderId: number, lineIds: number[]][] =>
  [
    ...groupBy(
      lines.filter(({ orderItemId }) => chosen.has(orderItemId)),
      ({ orderId }) => orderId,
    ),
  ].map(([orderId, own]) => [orderId, own.map(({ orderItemId }) => orderItemId)]);
