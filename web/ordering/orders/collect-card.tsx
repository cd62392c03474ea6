import { Text } from '@mantine/core';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { formatExpected } from '../expected-day.ts';
import type { Order } from './timeline.ts';

/** Where and when an order is collected, and what is ready. */
export function CollectCard({ order }: { order: Order }) {
  const ready = order.orderItems.reduce((sum, { readyToCollectQuantity }) => sum + readyToCollectQuantity, 0);
  return (
    <Card title="Collect from">
      <p>{order.collectFrom ?? order.shippingMethod}</p>
      {order.openingHours && (
        <Text size="sm" c="dimmed">
          {order.openingHours}
        </Text>
      )}
      {ready > 0 && (
        <Text fw={600} mt="xs">
          {plural(ready, 'piece is', 'pieces are')} ready. Give the order number, {order.customOrderNumber}.
        </Text>
      )}
      {ready === 0 && order.expectedOn && <Text fw={600}>{formatExpected(order.expectedOn, true)}</Text>}
    </Card>
  );
}
