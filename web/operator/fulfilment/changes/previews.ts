import { plural } from '#web/ui/format/format.ts';
import { formatDueDay } from '../fulfilment-dates.ts';
import { nameLine, type PackOrder } from '../pack-order.ts';

const countPending = ({ lines }: PackOrder) => lines.reduce((sum, { pendingQuantity }) => sum + pendingQuantity, 0);

/** What cancelling pieces does, in words. */
export function previewCancel(order: PackOrder, items: readonly { id: number; quantity: number }[]): string {
  const named = items.map(({ id, quantity }) => {
    const line = order.lines.find((each) => each.id === id);
    return `${quantity} × ${line ? nameLine(line) : id}`;
  });
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const left = countPending(order) - count;
  const isShipped = order.lines.some(({ shippedQuantity }) => shippedQuantity > 0);
  const rest =
    left > 0
      ? `${plural(left, 'piece stays', 'pieces stay')} pending.`
      : isShipped
        ? 'Nothing else is pending, so the order ends with the sent pieces.'
        : 'The whole order is cancelled.';
  return `${named.join('; ')} will be cancelled. ${rest} The stock and the entitlement are given back, and ${order.personName} gets an email with the reason.`;
}

/** What promising lines for another day does, in words. */
export function previewDue(order: PackOrder, lineIds: readonly number[], dueOn: string): string {
  const day = formatDueDay(dueOn);
  const moved = order.lines.filter(({ id, dueOn: before }) => lineIds.includes(id) && before !== dueOn);
  if (moved.length === 0) return `These lines are promised for ${day} already. No email is sent.`;
  const named = moved.map(
    (line) =>
      `${line.pendingQuantity} × ${nameLine(line)}: ${day}${line.dueOn === null ? '' : ` instead of ${formatDueDay(line.dueOn)}`}`,
  );
  return `${named.join('; ')}. ${order.personName} gets an email.`;
}
