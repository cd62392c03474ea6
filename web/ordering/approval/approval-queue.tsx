import { Group, Stack, Text } from '@mantine/core';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { SelectionCheckbox } from '#web/ui/lists/selection-checkbox.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { describeWait, formatPerson, getReasonLabel, type WaitingOrder } from './approval-choices.ts';
import css from './approvals.module.css';

interface Props {
  orders: readonly WaitingOrder[];
  currencyCode: string;
  openId: number | undefined;
  selection: Selection;
  onOpen: (orderId: number) => void;
}

/** The orders that wait, the longest waiting first. */
export const ApprovalQueue = ({ orders, currencyCode, openId, selection, onOpen }: Props) => (
  <Stack component="ul" gap={0} role="list" className="divided" aria-label="Orders waiting for approval">
    {orders.map((order) => (
      <li key={order.orderId} className={css.row} data-open={order.orderId === openId || undefined}>
        <SelectionCheckbox
          label={`Select order ${order.orderId} of ${formatPerson(order.customer)}`}
          checked={selection.has(order.orderId)}
          onChange={(checked) => selection.select([order.orderId], checked)}
        />
        <button
          type="button"
          className={css.rowButton}
          aria-current={order.orderId === openId || undefined}
          onClick={() => onOpen(order.orderId)}
        >
          <span className={css.rowLine}>
            <strong>{formatPerson(order.customer)}</strong>
            {order.goodsValue !== null && <strong className={css.amount}>{formatMoney(order.goodsValue, currencyCode)}</strong>}
          </span>
          <Text span size="sm" c="dimmed" className={css.rowLine}>
            <span>
              {order.orderId} · {plural(order.pieces, 'piece')}
            </span>
            <span className={css.amount}>{describeWait(order.requestedOnUtc, new Date())}</span>
          </Text>
          <Group component="span" gap={4}>
            {order.reasons.map((reason) => {
              const label = getReasonLabel(reason);
              return label ? (
                <StatusBadge key={reason.kind} tone="warning">
                  {label}
                </StatusBadge>
              ) : null;
            })}
          </Group>
        </button>
      </li>
    ))}
  </Stack>
);
