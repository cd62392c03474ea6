import type { BodyOf } from '#contract/index.ts';
import { operatorApi } from '../../session/operator-api.ts';
import { describeDue, nameLine, type PackOrder } from '../pack-order.ts';
import { previewDue } from './previews.ts';
import { PromiseDayForm } from './promise-day-form.tsx';
import { useLineChange } from './use-line-change.ts';

interface Props {
  order: PackOrder;
  onClose: () => void;
}

const describeReady = (line: PackOrder['lines'][number]) =>
  line.readyQuantity === line.pendingQuantity ? 'on hand' : `${line.readyQuantity} on hand, the rest ${describeDue(line)}`;

/** Promises pending pieces of an order for another day. Lines of which pieces are not on hand are chosen at first. */
export function DueForm({ order, onClose }: Props) {
  const pending = order.lines.filter(({ pendingQuantity }) => pendingQuantity > 0);
  const late = pending.filter(({ readyQuantity, pendingQuantity }) => readyQuantity < pendingQuantity);
  const send = useLineChange((body: BodyOf<'PUT /api/operator/orders/:id/lines/due'>, headers) =>
    operatorApi('PUT /api/operator/orders/:id/lines/due', { params: { id: order.id }, body, headers }),
  );
  return (
    <PromiseDayForm
      draftKey={`due.${order.id}`}
      lines={pending.map((line) => ({
        id: line.id,
        label: `${line.pendingQuantity} × ${nameLine(line)}`,
        note: [line.wearerName, describeReady(line)].filter(Boolean).join(' · '),
      }))}
      initialLineIds={late.map(({ id }) => id)}
      readers="the customer"
      describe={(lineIds, dueOn) => previewDue(order, lineIds, dueOn)}
      send={async ({ lineIds, dueOn, reason }) => {
        const { msg } = await send({ items: lineIds.map((id) => ({ id, dueOn })), reason });
        return msg ?? 'Saved.';
      }}
      onClose={onClose}
    />
  );
}
