import { orderers } from '#contract/endpoint.ts';
import type { ReplyOf } from '#contract/index.ts';
import { isAdmin, useHasPermission, useProfile } from '#web/app/session/profile.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { ReorderSheet } from './reorder-sheet.tsx';
import { useOrderAgain } from './use-order-again.ts';

type Order = Pick<ReplyOf<'GET /api/orders'>['orders'][number], 'id' | 'reOrderAllowed' | 'customer'>;

interface Props {
  order: Order;
  /** In a row of a list. */
  compact?: boolean;
  className?: string | undefined;
}

/**
 * A button that puts what was ordered into the cart again, with a sheet that names what became of each line. Not shown for orders of other people,
 * unless the person is an administrator.
 */
export function OrderAgain({ order, compact = false, className }: Props) {
  const profile = useProfile();
  const canOrder = useHasPermission(...orderers.anyOf);
  const { outcome, opened, close, order: orderAgain, undo } = useOrderAgain(order.id);
  const isTheirs = profile !== undefined && (profile.id === order.customer.id || isAdmin(profile));
  if (!isTheirs || (canOrder && !order.reOrderAllowed)) return null;
  return (
    <>
      <BlockableButton
        variant="default"
        {...(compact ? { size: 'compact-sm' } : {})}
        className={className}
        blocker={canOrder ? null : 'This account has no permission to order. An administrator can change that.'}
        loading={orderAgain.isPending}
        aria-label={compact ? `Order again: order ${order.id}` : undefined}
        onClick={() => orderAgain.mutate()}
      >
        Order again
      </BlockableButton>
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
