import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './order-page.module.css';
import type { Order } from './timeline.ts';

/** Approval status of the order. Renders nothing if no approval is needed or it has been granted. */
export function ApprovalNotice({ order }: { order: Order }) {
  const { approval, orderStatus } = order;
  if (!approval) return null;
  const by = approval.byName ? ` by ${approval.byName}` : '';
  if (orderStatus === 'AwaitingApproval') {
    return (
      <Notice
        tone="warning"
        actions={
          order.approvalAllowed && (
            <Button component={Link} size="compact-sm" to={paths.approvals({ order: order.id })}>
              Decide
            </Button>
          )
        }
      >
        <strong>This order is waiting for approval.</strong> The garments are reserved, and nothing is sent until it is approved.
      </Notice>
    );
  }
  if (approval.rejectedOnUtc !== null || orderStatus === 'Rejected') {
    return (
      <Notice tone="danger">
        <strong>
          This order was not approved{by}
          {approval.rejectedOnUtc && `, ${formatDateTime(approval.rejectedOnUtc)}`}.
        </strong>
        {approval.rejectReason && <p className={css.reason}>{approval.rejectReason}</p>}
      </Notice>
    );
  }
  return null;
}

/** The comment made when the order was placed, and the supplier's notes added since. */
export function OrderNotes({ order }: { order: Order }) {
  if (!order.comments && order.orderNotes.length === 0) return null;
  return (
    <Card title="Comments and notes">
      {order.comments && (
        <div className={css.comment}>
          <p className={css.muted}>Comment with the order</p>
          <p className={css.note}>{order.comments}</p>
        </div>
      )}
      {order.orderNotes.length > 0 && (
        <ul className={css.notes}>
          {order.orderNotes.map(({ id, note, createdOnUtc }) => (
            <li key={id}>
              <p className={css.muted}>{formatDateTime(createdOnUtc)}</p>
              <p className={css.note}>{note}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
