import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './order-page.module.css';
import type { Order } from './timeline.ts';

/** Where the order stands with whoever approves it; nothing where nobody has to. */
export function ApprovalNotice({ order }: { order: Order }) {
  const { approval, orderStatus } = order;
  if (!approval) return null;
  const by = approval.byName ? ` by ${approval.byName}` : '';
  if (orderStatus === 'AwaitingApproval') {
    return (
      <Notice tone="warning">
        <strong>This order is waiting for approval.</strong> The garments are kept until it is decided on, and nothing is sent
        before.
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

/** What was said about the order: by the person who placed it, and by us since. */
export function OrderNotes({ order }: { order: Order }) {
  if (!order.comments && order.orderNotes.length === 0) return null;
  return (
    <Card title="Comments and notes">
      {order.comments && (
        <div className={css.comment}>
          <p className={css.muted}>Comment with the order</p>
          <p className={css.said}>{order.comments}</p>
        </div>
      )}
      {order.orderNotes.length > 0 && (
        <ul className={css.notes}>
          {order.orderNotes.map(({ id, note, createdOnUtc }) => (
            <li key={id}>
              <p className={css.muted}>{formatDateTime(createdOnUtc)}</p>
              <p className={css.said}>{note}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
