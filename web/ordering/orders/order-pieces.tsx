import { Stack } from '@mantine/core';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { Order } from './timeline.ts';

type Quantity =
  | 'quantity'
  | 'shippedQuantity'
  | 'pendingQuantity'
  | 'cancelledQuantity'
  | 'returnedQuantity'
  | 'readyToCollectQuantity';

/** How many pieces of an order are sent, pending, cancelled and returned. */
export function OrderPieces({ order }: { order: Order }) {
  const count = (field: Quantity) => order.orderItems.reduce((sum, line) => sum + line[field], 0);
  const ordered = count('quantity');
  const sent = count('shippedQuantity');
  const cancelled = count('cancelledQuantity');
  const isCollected = order.deliveryKind === 'collected';
  const rows = [
    { label: 'Ordered', value: ordered },
    { label: isCollected ? 'Collected' : 'Sent', value: sent },
    { label: 'Ready to collect', value: count('readyToCollectQuantity') },
    { label: 'Pending', value: count('pendingQuantity') - count('readyToCollectQuantity') },
    { label: 'Cancelled', value: cancelled },
    { label: 'Returned', value: count('returnedQuantity') },
  ].filter(({ label, value }) => label === 'Ordered' || value > 0);
  const expected = ordered - cancelled;
  const progress = `${formatNumber(sent)} of ${plural(expected, 'piece')} ${isCollected ? 'collected' : 'sent'}`;
  return (
    <Card title="Pieces">
      <Amounts rows={rows.map(({ label, value }) => ({ label, value: formatNumber(value) }))} />
      {expected > 0 && (
        <Stack gap="xs" mt="sm">
          <ProgressBar label={progress} done={sent} total={expected} />
          <strong>{progress}</strong>
        </Stack>
      )}
    </Card>
  );
}
