import { Button } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { ReorderSheet } from './reorder-sheet.tsx';
import { useOrderAgain } from './use-order-again.ts';

type Order = Pick<ReplyOf<'GET /api/orders'>['orders'][number], 'id' | 'reOrderAllowed'>;

interface Props {
  order: Order;
  /** In a row of a list. */
  compact?: boolean;
  className?: string | undefined;
}

/**
 * A button that puts what was ordered into the cart again, with a sheet that names what became of each line. Not shown where
 * nothing of the order can be ordered by the person.
 */
export function OrderAgain({ order, compact = false, className }: Props) {
  const { outcome, opened, close, order: orderAgain, undo } = useOrderAgain(order.id);
  if (!order.reOrderAllowed) return null;
  return (
    <>
      <Button
        variant="default"
        {...(compact ? { size: 'compact-sm' } : {})}
        className={className}
        loading={orderAgain.isPending}
        aria-label={compact ? `Order again: order ${order.id}` : undefined}
        onClick={() => orderAgain.mutate()}
      >
        Order again
      </Button>
      <ReorderSheet
        orderId={order.id}
        outcome={outcome}
        opened={opened}
        isUndoing={undo.isPending}
        onUndo={() => undo.mutate()}
        onClose={close}
      />
    </>
  );
}
